import { choiceBy, closedObject, listOf, named, oneOf, text, url, type Schema } from '../wire-schema.js';
import type { TransactionType } from './status.js';

/** What the merchant or the customer must do next (specification §2.8; the last three are shown on the hosted page). */
export type Challenge =
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'ussd'; readonly code: string; readonly instructionsUrl?: string }
  | { readonly type: 'bank_transfer_mexico'; readonly clabe: string; readonly instructionsUrl?: string }
  | { readonly type: 'bank_code'; readonly banks: readonly Bank[] }
  | { readonly type: 'qr'; readonly payload: string; readonly instructionsUrl?: string }
  | {
      readonly type: 'multibanco';
      readonly entity: string;
      readonly reference: string;
      readonly instructionsUrl?: string;
    }
  | {
      readonly type: 'voucher';
      readonly number: string;
      /** An instant, or a date alone; ISO 8601. */
      readonly payBy: string;
      /** Names of shops that take it, as the provider gives them. */
      readonly places?: readonly string[];
      readonly instructionsUrl?: string;
    };
export type ChallengeType = Challenge['type'];

/** Specification §2.9. `country` is ISO 3166-1 alpha-2. */
export type Bank = { readonly name: string; readonly code: string; readonly country: string };

export const bankSchema: Schema<Bank> = named(
  'Bank',
  closedObject({
    name: text,
    code: { ...text, description: '`bank_code` of a payout' },
    country: { ...text, description: 'ISO 3166-1 alpha-2' },
  }),
);

/** How one type of challenge is written: the member of the wire object that has it, and what stands there. */
type Written<Of, Content = unknown> = {
  readonly of: TransactionType;
  readonly key: string;
  /** What its schema is called in the published description; what stands in it has `Content` behind. */
  readonly name: string;
  readonly schema: Schema<Content>;
  content(challenge: Of): Content;
};

const written: {
  readonly [Type in ChallengeType]: Written<Extract<Challenge, { readonly type: Type }>>;
} = {
  redirect: {
    of: 'payment',
    key: 'challenge_redirect',
    name: 'RedirectChallenge',
    schema: closedObject({ url }),
    content: (challenge) => ({ url: challenge.url }),
  },
  ussd: {
    of: 'payment',
    key: 'ussd',
    name: 'UssdChallenge',
    schema: closedObject({ code: text }),
    content: ({ code }) => ({ code }),
  },
  bank_transfer_mexico: {
    of: 'payment',
    key: 'bank_transfer_mexico',
    name: 'MexicanTransferChallenge',
    schema: closedObject({ clabe: text }),
    content: ({ clabe }) => ({ clabe }),
  },
  bank_code: {
    of: 'payout',
    key: 'challenge_bank_code',
    name: 'BankCodeChallenge',
    schema: listOf(bankSchema),
    content: ({ banks }) => banks,
  },
  qr: {
    of: 'payment',
    key: 'qr',
    name: 'QrChallenge',
    schema: closedObject({ payload: text }),
    content: ({ payload }) => ({ payload }),
  },
  multibanco: {
    of: 'payment',
    key: 'multibanco',
    name: 'MultibancoChallenge',
    schema: closedObject({ entity: text, reference: text }),
    content: ({ entity, reference }) => ({ entity, reference }),
  },
  voucher: {
    of: 'payment',
    key: 'voucher',
    name: 'VoucherChallenge',
    schema: closedObject({ number: text, pay_by: text }),
    content: ({ number, payBy }) => ({ number, pay_by: payBy }),
  },
};

/** The challenge object of specification §2.8, in wire names. `typeTwice`: the key `type` beside `challenge_type`. */
export function writeChallenge(challenge: Challenge, typeTwice: boolean): Readonly<Record<string, unknown>> {
  const entry: Written<Challenge> = written[challenge.type];
  const type = typeTwice ? { type: challenge.type } : {};
  return { challenge_type: challenge.type, ...type, [entry.key]: entry.content(challenge) };
}

/** What stands under `challenge` of a payment, or of a payout. */
export const challengeSchemas: Readonly<Record<TransactionType, Schema>> = {
  payment: challengeSchema('payment', 'PaymentChallenge'),
  payout: challengeSchema('payout', 'PayoutChallenge'),
};

function challengeSchema(of: TransactionType, name: string): Schema {
  const entries = Object.entries<Written<never>>(written).filter(([, entry]) => entry.of === of);
  const choices = entries.map(([type, entry]) => [type, writtenSchema(type, entry)] as const);
  const choice = choiceBy('challenge_type', Object.fromEntries(choices));
  return named(name, { description: 'What is to be done next', ...choice });
}

function writtenSchema(type: string, { key, name, schema }: Written<never>): Schema {
  return named(name, {
    type: 'object',
    required: ['challenge_type', key],
    properties: {
      challenge_type: oneOf([type]),
      type: { ...oneOf([type]), description: 'The same again, on `ussd` only' },
      [key]: schema['type'] === 'array' ? schema : named(`${name}Content`, schema),
    },
  });
}
