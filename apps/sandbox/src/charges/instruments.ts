import type { ChargeEnd, NextStepKind, PayerPhone } from './charge.js';

/** A way to pay at this provider. */
export type Instrument = {
  readonly label: string;
  readonly nextStep: NextStepKind;
  /** Whether the payer's approval goes through only with a full phone number. */
  readonly approval: 'always' | 'by_phone';
  /** Shops that take its slip. */
  readonly places?: readonly string[];
  /** `one`: a charge has one refund at most; `whole`: all of it goes back, or nothing. Absent: any number of parts. */
  readonly refunds?: 'one' | 'whole';
};

const instruments: Readonly<Record<string, Instrument>> = {
  CARD: { label: '3-D Secure', nextStep: 'visit', approval: 'always' },
  IDEAL: { label: 'Online bank', nextStep: 'visit', approval: 'by_phone' },
  PAYID: { label: 'PayID', nextStep: 'visit', approval: 'always' },
  MBWAY: { label: 'MB WAY', nextStep: 'visit', approval: 'always', refunds: 'one' },
  P2C: { label: 'Peer to card', nextStep: 'visit', approval: 'always' },
  WALLET_MACH: { label: 'MACH wallet', nextStep: 'visit', approval: 'always', refunds: 'whole' },
  CASH_COSTA_RICA: { label: 'Cash in Costa Rica', nextStep: 'visit', approval: 'always' },
  BANK_TRANSFER_PERU: { label: 'Bank transfer in Peru', nextStep: 'visit', approval: 'always' },
  USSD: { label: 'USSD', nextStep: 'dial', approval: 'always' },
  PIX: { label: 'Pix', nextStep: 'scan', approval: 'always' },
  QR_CODE: { label: 'QR code', nextStep: 'scan', approval: 'always' },
  MULTIBANCO: { label: 'Multibanco', nextStep: 'entity', approval: 'always' },
  CASH_URUGUAY: {
    label: 'Cash in Uruguay',
    nextStep: 'slip',
    approval: 'always',
    places: ['Abitab', 'Redpagos'],
  },
  CASH_MEXICO: {
    label: 'Cash in Mexico',
    nextStep: 'slip',
    approval: 'always',
    places: ['OXXO', '7-Eleven', 'Farmacias del Ahorro'],
  },
  BANK_TRANSFER_MEXICO: { label: 'SPEI transfer', nextStep: 'transfer', approval: 'always' },
};

/** An instrument by its name: its row, else one that is paid on a page without further data. */
export function instrumentNamed(name: string): Instrument {
  const row = Object.hasOwn(instruments, name) ? instruments[name] : undefined;
  return row ?? { label: name.replaceAll('_', ' '), nextStep: 'visit', approval: 'always' };
}

type Decision = Pick<ChargeEnd, 'state' | 'reason'>;

/** Specification §2.3: without a phone the payment is not completed, without a country code it is declined. */
const approvalByPhone: Readonly<Record<PayerPhone, Decision>> = {
  absent: { state: 'LAPSED', reason: 'PAYER_WITHOUT_PHONE' },
  national: { state: 'REFUSED', reason: 'PHONE_WITHOUT_COUNTRY_CODE' },
  international: { state: 'CAPTURED', reason: 'PAID' },
};

/** The end of a charge that the payer approves. */
export function decideApproval(instrument: string, phone: PayerPhone): Decision {
  if (instrumentNamed(instrument).approval === 'by_phone') return approvalByPhone[phone];
  return { state: 'CAPTURED', reason: 'PAID' };
}
