import { bankSchema } from './bank.js';
import type { Challenge, ChallengeType } from '../transaction/challenge.js';
import type { RoutedType } from '../transaction/status.js';
import {
  choiceBy,
  closedObject,
  listOf,
  named,
  oneOf,
  text,
  url,
  type Schema,
  type ValueOf,
} from './schema.js';

/** How a challenge is written: `key` is the member of the wire object that holds its content. */
type Part<Of = Challenge, Key = string, Content = unknown> = {
  readonly of: RoutedType;
  readonly key: Key;
  /** Of its schema in the published description; that of its content has `Content` behind it. */
  readonly name: string;
  readonly schema: Schema<Content>;
  content(challenge: Of): NoInfer<Content>;
};

function partOf<Type extends ChallengeType>() {
  return <const Key extends string, Content>(part: Part<Extract<Challenge, { type: Type }>, Key, Content>) =>
    part;
}

const parts = {
  redirect: partOf<'redirect'>()({
    of: 'payment',
    key: 'challenge_redirect',
    name: 'RedirectChallenge',
    schema: closedObject({ url }),
    content: (challenge) => ({ url: challenge.url }),
  }),
  ussd: partOf<'ussd'>()({
    of: 'payment',
    key: 'ussd',
    name: 'UssdChallenge',
    schema: closedObject({ code: text }),
    content: ({ code }) => ({ code }),
  }),
  bank_transfer_mexico: partOf<'bank_transfer_mexico'>()({
    of: 'payment',
    key: 'bank_transfer_mexico',
    name: 'MexicanTransferChallenge',
    schema: closedObject({ clabe: text }),
    content: ({ clabe }) => ({ clabe }),
  }),
  bank_code: partOf<'bank_code'>()({
    of: 'payout',
    key: 'challenge_bank_code',
    name: 'BankCodeChallenge',
    schema: listOf(bankSchema),
    content: ({ banks }) => banks,
  }),
  qr: partOf<'qr'>()({
    of: 'payment',
    key: 'qr',
    name: 'QrChallenge',
    schema: closedObject({ payload: text }),
    content: ({ payload }) => ({ payload }),
  }),
  multibanco: partOf<'multibanco'>()({
    of: 'payment',
    key: 'multibanco',
    name: 'MultibancoChallenge',
    schema: closedObject({ entity: text, reference: text }),
    content: ({ entity, reference }) => ({ entity, reference }),
  }),
  voucher: partOf<'voucher'>()({
    of: 'payment',
    key: 'voucher',
    name: 'VoucherChallenge',
    schema: closedObject({ number: text, pay_by: text }),
    content: ({ number, payBy }) => ({ number, pay_by: payBy }),
  }),
} satisfies Readonly<Record<ChallengeType, unknown>>;

type WrittenAs<Type extends ChallengeType> = {
  readonly challenge_type: Type;
  readonly type?: Type | undefined;
} & { readonly [Key in (typeof parts)[Type]['key']]: ValueOf<(typeof parts)[Type]['schema']> };
/** The challenge object of specification §2.8, in wire names. */
export type WrittenChallenge = { [Type in ChallengeType]: WrittenAs<Type> }[ChallengeType];

/** `typeTwice`: also under the key `type`, as the specification has it for `ussd`. */
export function writeChallenge(challenge: Challenge, typeTwice: boolean): WrittenChallenge {
  const part: Part = parts[challenge.type];
  const type = typeTwice ? { type: challenge.type } : {};
  return {
    challenge_type: challenge.type,
    ...type,
    [part.key]: part.content(challenge),
  } as unknown as WrittenChallenge;
}

/** The schema of `challenge` in a payment, and in a payout. */
export const challengeSchemas: Readonly<Record<RoutedType, Schema<WrittenChallenge>>> = {
  payment: challengeSchema('payment', 'PaymentChallenge'),
  payout: challengeSchema('payout', 'PayoutChallenge'),
};

function challengeSchema(of: RoutedType, name: string): Schema<WrittenChallenge> {
  const ofType = Object.entries<Part<never>>(parts).filter(([, part]) => part.of === of);
  const choices = ofType.map(([type, part]) => [type, writtenSchema(type, part)] as const);
  const choice = choiceBy('challenge_type', Object.fromEntries(choices));
  return named(name, { description: 'What is to be done next', ...choice }) as Schema<WrittenChallenge>;
}

function writtenSchema(type: string, { key, name, schema }: Part<never>): Schema {
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
