import { createHash } from 'node:crypto';
import { withClabeCheckDigit } from '#countries/clabe';
import { formatEmvCode } from './emv-code.js';
import type { Charge } from './charge.js';
import { instrumentNamed } from './instruments.js';

/** The payer's next step, on the wire. `page` is the address where it can be done with a click. */
export type NextStep =
  | { readonly kind: 'visit'; readonly url: string }
  | { readonly kind: 'dial'; readonly code: string; readonly page: string }
  | { readonly kind: 'scan'; readonly payload: string; readonly page: string }
  | { readonly kind: 'entity'; readonly entity: string; readonly number: string; readonly page: string }
  | {
      readonly kind: 'slip';
      readonly number: string;
      readonly pay_by: string;
      /** Names of shops that take the slip. */
      readonly places: readonly string[];
      readonly page: string;
    }
  | { readonly kind: 'transfer'; readonly clabe: string; readonly page: string };

const multibancoEntity = '21312';
/** Bank 646 and place 180 of a CLABE. */
const clabeBranch = '646180';

/** The payer's step of a charge; the same one whenever it is asked for. */
export function describeNextStep(charge: Charge, publicUrl: string): NextStep | undefined {
  const page = `${publicUrl}/instructions/${encodeURIComponent(charge.order)}`;
  switch (charge.nextStep) {
    case 'none':
      return undefined;
    case 'visit':
      return { kind: 'visit', url: `${publicUrl}/pay/${charge.id}` };
    case 'dial':
      return { kind: 'dial', code: `*737*50*${charge.value}*${digits(charge, 6)}#`, page };
    case 'scan':
      return { kind: 'scan', payload: formatEmvCode(charge), page };
    case 'entity':
      return { kind: 'entity', entity: multibancoEntity, number: digits(charge, 9), page };
    case 'slip':
      return {
        kind: 'slip',
        number: digits(charge, 14),
        pay_by: charge.payableUntil,
        places: instrumentNamed(charge.instrument).places ?? [],
        page,
      };
    case 'transfer':
      return { kind: 'transfer', clabe: withClabeCheckDigit(clabeBranch + digits(charge, 11)), page };
  }
}

/** Digits derived from the charge, so that they need not be stored. */
function digits(charge: Charge, length: number): string {
  const number = BigInt(`0x${createHash('sha256').update(charge.id).digest('hex')}`);
  return number.toString().padStart(length, '0').slice(-length);
}
