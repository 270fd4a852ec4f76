export { paymentFlow } from './payment-flow.js';
