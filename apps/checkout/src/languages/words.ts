import type { ChallengeType } from '#domain/transaction/challenge';

export type Language = 'en' | 'es' | 'pt';

/** How a payment ended, in the customer's eyes. */
export type Outcome = 'success' | 'cancelled' | 'declined' | 'error' | 'expired';

/** Why it was declined, as far as a customer can do something about it. */
export type DeclineReason = 'card' | 'blocked' | 'other';

/** What the card form asks for, by the names of its inputs (contract §10). */
export type CardField = 'pan' | 'exp_month' | 'exp_year' | 'cvv' | 'holder_name';

/** Why a posted form changed nothing. */
export type Problem = 'notProven' | 'notCancelled' | 'cardNotAccepted' | 'tooManyCards';

/** Why there is no page of a payment to show. */
export type Failure = 'unknownLink' | 'expiredLink' | 'refused' | 'tooMany' | 'unavailable';

export type Message = { readonly heading: string; readonly sentence: string };

/** What comes after a form that asks for nothing. */
export type Lead = Exclude<ChallengeType, 'bank_code'>;

/** Challenges that are instructions to read; the other two lead elsewhere or are not the customer's. */
export type Instructed = Exclude<Lead, 'redirect'>;

/** What instructions tell the customer to dial, scan, copy or say. */
export type Step = 'code' | 'clabe' | 'payload' | 'entity' | 'reference' | 'number' | 'amount';

/** Everything our pages say, in one language. In texts for the script, `{time}` and `{seconds}` are filled in by it. */
export type Words = {
  readonly language: Language;
  readonly labels: Readonly<
    Record<'reference' | 'description' | 'method' | 'payBy' | 'places' | 'barcode' | 'qrCode', string>
  >;
  /** By method code, where the code itself is no name a customer knows. */
  readonly methods: Readonly<Record<string, string>>;
  readonly titleOf: (merchant: string) => string;
  /** Against those who imitate such pages. */
  readonly caution: string;
  readonly form: {
    readonly heading: string;
    readonly sentence: Readonly<Record<Lead, string>>;
    readonly pay: Readonly<Record<Lead, string>>;
    readonly cancel: string;
  };
  /** The same form where it asks for a card. */
  readonly card: Message & {
    readonly pay: (amount: string) => string;
    readonly expiry: string;
    readonly labels: Readonly<Record<CardField, string>>;
    /** Stand in the empty field. */
    readonly examples: Readonly<Record<'exp_month' | 'exp_year', string>>;
    readonly cvvHint: string;
    readonly problems: Readonly<Record<CardField, string>>;
    readonly expired: string;
  };
  readonly stopped: Message;
  readonly leaving: Message & { readonly link: string };
  readonly waiting: Message & {
    readonly stages: readonly [sent: string, confirming: string, done: string];
    readonly later: string;
  };
  readonly instructions: Readonly<Record<Instructed, Instruction>> & {
    readonly labels: Readonly<Record<Step, string>>;
    /** What the page does by itself. */
    readonly arrival: string;
  };
  readonly checkNow: string;
  readonly backToPayment: string;
  readonly reload: string;
  readonly outcomes: Readonly<Record<Outcome, Message>>;
  readonly declined: Readonly<Record<DeclineReason, string>>;
  /** A page that is opened long after. */
  readonly paidBefore: { readonly heading: string; readonly sentence: (when: string) => string };
  readonly continueTo: (merchant: string) => string;
  readonly backTo: (merchant: string) => string;
  /** Where there is no address to go back to. */
  readonly goBackYourself: (merchant: string) => string;
  readonly script: Readonly<
    Record<
      'copy' | 'copyCode' | 'copied' | 'print' | 'busy' | 'offline' | 'timeLeft' | 'onward' | 'stay',
      string
    >
  >;
  readonly problems: Readonly<Record<Problem, string>>;
  readonly failures: Readonly<Record<Failure, Message>>;
};

export type Instruction = {
  readonly heading: string;
  readonly how: readonly string[];
  /** To the provider's own page about it. */
  readonly link: string;
};
