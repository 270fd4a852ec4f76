import type { Account } from '../accounts.js';
import { chargeAftermath } from '../corrections/aftermath.js';
import {
  nameFormat,
  object,
  orderFormats,
  parseObject,
  readDelay,
  text,
  type Refusal,
} from '../orders/read-fields.js';
import {
  cardScenarios,
  chargeScenarioNames,
  heldMs,
  heldScenario,
  isScenario,
  lostScenario,
} from '../orders/scenarios.js';
import type { ScenarioName } from '../orders/scenarios.js';
import type { NextStepKind, OpenedCharge, PayerPhone } from './charge.js';
import { instrumentNamed } from './instruments.js';

/** The merchant's part of a charge; the provider adds the rest. */
export type ChargeRequest = Omit<OpenedCharge, 'id' | 'account' | 'openedAt' | 'endsAt' | 'scenario'> & {
  readonly scenario?: ScenarioName | typeof lostScenario | typeof heldScenario;
  readonly delayMs: number;
};

export type ChargeRequestReading = { readonly kind: 'read'; readonly request: ChargeRequest } | Refusal;

const formats = {
  ...orderFormats,
  payable_until: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/,
  return_url: /^https?:\/\/\S{1,2000}$/,
} as const;

/** Steps that a merchant may request for the payer instead of the instrument's own. */
const stepKinds: readonly NextStepKind[] = ['none', 'visit', 'dial', 'scan', 'entity', 'slip', 'transfer'];

/** Reads the body of `POST /charges`. Card number and security code are checked here and not stored. */
export function readChargeRequest(body: Buffer, account: Account): ChargeRequestReading {
  const fields = parseObject(body);
  if (fields === undefined) return { kind: 'refused', fault: 'UNREADABLE_REQUEST' };
  for (const [field, format] of Object.entries(formats)) {
    if (!format.test(text(fields[field]))) return { kind: 'refused', fault: 'INVALID_FIELD', field };
  }
  if (Number.isNaN(Date.parse(text(fields.payable_until)))) {
    return { kind: 'refused', fault: 'INVALID_FIELD', field: 'payable_until' };
  }
  const instrument = text(fields.instrument);
  if (!nameFormat.test(instrument)) return { kind: 'refused', fault: 'UNSUPPORTED_INSTRUMENT' };

  const simulate = object(fields.simulate);
  const pan = text(object(fields.card).number);
  if (pan !== '' && !hasCheckDigit(pan)) return { kind: 'refused', fault: 'INVALID_CARD' };
  const scenario = chooseScenario(text(simulate.scenario), pan, account);
  if (scenario === 'unknown') {
    return { kind: 'refused', fault: 'UNKNOWN_SCENARIO', scenarios: chargeScenarioNames };
  }
  const delayMs = readDelay(simulate, scenario === heldScenario ? heldMs : undefined);
  if (delayMs === undefined) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'delay_ms' };
  const after = text(simulate.after);
  const aftermath = chargeAftermath(after);
  if (after !== '' && aftermath === undefined) {
    return { kind: 'refused', fault: 'INVALID_FIELD', field: 'after' };
  }
  const asked = text(simulate.next_step);
  const nextStep =
    asked === '' ? instrumentNamed(instrument).nextStep : stepKinds.find((kind) => kind === asked);
  if (nextStep === undefined) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'next_step' };

  return {
    kind: 'read',
    request: {
      order: text(fields.order),
      value: text(fields.value),
      iso: text(fields.iso),
      instrument,
      ...(text(fields.memo) !== '' && { memo: text(fields.memo) }),
      ...(text(fields.language) !== '' && { language: text(fields.language) }),
      nextStep,
      ...(scenario !== undefined && { scenario }),
      ...(aftermath !== undefined && { after: { name: aftermath, everyMs: delayMs } }),
      delayMs,
      payerPhone: classifyPhone(text(object(fields.payer).phone)),
      ...(pan !== '' && { card: { first6: pan.slice(0, 6), last4: pan.slice(-4) } }),
      payableUntil: text(fields.payable_until),
      notifyUrl: text(fields.notify_url),
      returnUrl: text(fields.return_url),
    },
  };
}

/** ISO/IEC 7812: from the right, every second digit doubled, digits summed, a multiple of ten. */
function hasCheckDigit(pan: string): boolean {
  const digits = [...pan].toReversed().map(Number);
  const summed = digits.map((digit, index) =>
    index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2,
  );
  return summed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** A named scenario wins over the card's. */
function chooseScenario(name: string, pan: string, account: Account): ChargeRequest['scenario'] | 'unknown' {
  if (name === lostScenario || name === heldScenario) return name;
  if (name !== '') return isScenario(name) ? name : 'unknown';
  return account.cardScenarios[pan] ?? cardScenarios[pan];
}

function classifyPhone(phone: string): PayerPhone {
  if (phone.trim() === '') return 'absent';
  return /^\s*(\+|00)/.test(phone) ? 'international' : 'national';
}
