/* Names that workflows are started by: running workflows and recorded histories hold them, so they never change. */
export {
  lateLookupWorkflow as lateLookupFlow,
  redeliveryWorkflow as redeliveryFlow,
  transferWorkflow as transferFlow,
} from './follow-up-workflows.js';
export { reviewWorkflow as reviewFlow } from './review-workflow.js';
export {
  differenceWorkflow as differenceFlow,
  statementWorkflow as statementFlow,
} from './statement-workflows.js';
export {
  transactionWorkflow as paymentFlow,
  transactionWorkflow as payoutFlow,
  transactionWorkflow as refundFlow,
} from './transaction-workflow.js';

/**
 * The SDK takes the stack of each promise that a workflow makes, some 66 a payment, and looks each frame up in the source map,
 * for the Call Stack of the Temporal UI. Two frames are the SDK's own; the other two say where a workflow waits.
 */
Error.stackTraceLimit = 4;
