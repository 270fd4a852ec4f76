import { mercadoPagoTrial } from './mercado-pago-trial.js';
import { paystackTrial } from './paystack-trial.js';
import { stripeTrial } from './stripe-trial.js';
import type { Trial } from './trial.js';

/** By the connector's name. A new one is a file and a line here. */
export const trials: Readonly<Record<string, Trial>> = {
  paystack: paystackTrial,
  mercado_pago: mercadoPagoTrial,
  stripe: stripeTrial,
};
