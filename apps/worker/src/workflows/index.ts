export { lateLookupFlow } from './late-lookup-flow.js';
export { paymentFlow } from './payment-flow.js';
export { payoutFlow } from './payout-flow.js';
export { redeliveryFlow } from './redelivery-flow.js';
export { reviewFlow } from './review-flow.js';
export { transferFlow } from './transfer-flow.js';
