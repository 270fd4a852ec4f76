import type { Face } from './face.js';
import { mercadoPagoFace } from './mercado-pago/mercado-pago-routes.js';
import { paystackFace } from './paystack/paystack-routes.js';

/** The faces that are not our own. A new one is a folder and a line here. */
export const faces: readonly Face[] = [paystackFace, mercadoPagoFace];

/** The face whose merchant has this account; `undefined`: our own. */
export function faceOf(accountId: string): Face | undefined {
  return faces.find(({ account }) => account.id === accountId);
}
