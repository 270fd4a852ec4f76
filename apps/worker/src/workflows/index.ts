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
