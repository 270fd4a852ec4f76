import type { Endpoint } from './endpoint.js';
import { checkPayment, checkPayout } from './endpoints/check-transaction.js';
import { confirmBankCode } from './endpoints/confirm-bank-code.js';
import { confirmBankTransferMexico } from './endpoints/confirm-bank-transfer-mexico.js';
import { createPayment } from './endpoints/create-payment.js';
import { createPayout } from './endpoints/create-payout.js';
import { healthLive, healthReady } from './endpoints/health.js';
import { explainRouting } from './endpoints/explain-routing.js';
import { listAfricanBanks } from './endpoints/list-african-banks.js';
import { listEvents } from './endpoints/list-events.js';
import { listMethods } from './endpoints/list-methods.js';
import { receiveProviderCallback } from './endpoints/receive-provider-callback.js';
import { redeliverCallback } from './endpoints/redeliver-callback.js';
import { showBalance } from './endpoints/show-balance.js';

/** Everything that is described, in the order of the page. A new endpoint is a file and a line here. */
export const endpoints: readonly Endpoint[] = [
  createPayment,
  checkPayment,
  confirmBankTransferMexico,
  createPayout,
  checkPayout,
  confirmBankCode,
  listAfricanBanks,
  showBalance,
  listMethods,
  explainRouting,
  listEvents,
  redeliverCallback,
  receiveProviderCallback,
  healthLive,
  healthReady,
];
