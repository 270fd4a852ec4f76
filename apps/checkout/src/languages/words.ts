import type { ShopLink } from '#domain/configuration/page-look';
import type { ChallengeType } from '#domain/transaction/challenge';

/** BCP 47. */
export type Language = 'en' | 'es' | 'pt-BR' | 'pt-PT' | 'fr' | 'nl' | 'ar';

/** How a payment ended, in the customer's eyes. */
export type Outcome = 'success' | 'cancelled' | 'declined' | 'error' | 'expired';

/** Why it was declined, as far as a customer can do something about it. */
export type DeclineReason = 'card' | 'blocked' | 'other';

/** What the card form asks for, by the names of its inputs (contract §10). */
export type CardField = 'pan' | 'expiry' | 'cvv' | 'holder_name';

/** Why a posted form changed nothing; `cardDeclined`: the card of the form before was declined. */
export type Problem =
  | 'notProven'
  | 'notCancelled'
  | 'cardNotAccepted'
  | 'cardDeclined'
  | 'outdatedForm'
  | 'tooManyCards'
  | 'cardsUnderWay';

/** Why there is no page of a payment to show. */
export type Failure = 'unknownLink' | 'expiredLink' | 'refused' | 'tooMany' | 'unavailable';

export type Message = { readonly heading: string; readonly sentence: string };

/** What follows a form without fields. */
export type Lead = Exclude<ChallengeType, 'bank_code'>;

/** Challenges shown as instructions; the others lead elsewhere or are for the merchant. */
export type Instructed = Exclude<Lead, 'redirect'>;

/** What the customer has to dial, scan, copy or say. */
export type Step = 'code' | 'clabe' | 'payload' | 'entity' | 'reference' | 'number' | 'amount';

/** All texts of our pages in one language. The script fills in `{time}` and `{seconds}`. */
export type Words = {
  readonly language: Language;
  readonly labels: Readonly<
    Record<
      | 'reference'
      | 'description'
      | 'method'
      | 'payBy'
      | 'paidOn'
      | 'transaction'
      | 'places'
      | 'barcode'
      | 'qrCode',
      string
    >
  >;
  /** By method code; those that are called the same everywhere are in `marks.ts`. */
  readonly methods: Readonly<Record<string, string>>;
  /** To pages of the shop. */
  readonly links: Readonly<Record<ShopLink, string>>;
  /** Names the choice of another language. */
  readonly languageChoice: string;
  readonly titleOf: (merchant: string) => string;
  /** A warning about phishing pages. */
  readonly caution: string;
  /** On every page of a gateway that is not in production. */
  readonly testMode: string;
  readonly form: {
    readonly heading: string;
    readonly sentence: Readonly<Record<Lead, string>>;
    readonly pay: Readonly<Record<Lead, string>>;
    readonly cancel: string;
  };
  /** The same form if it asks for a card. */
  readonly card: Message & {
    readonly pay: (amount: string) => string;
    readonly labels: Readonly<Record<CardField, string>>;
    /** Placeholder of the expiry date. */
    readonly expiryForm: string;
    readonly cvvHint: string;
    /** Names the marks of the brands. */
    readonly accepted: string;
    readonly missing: Readonly<Record<CardField, string>>;
    readonly malformed: Readonly<Record<CardField, string>>;
    readonly expired: string;
  };
  readonly stopped: Message;
  readonly leaving: Message & { readonly link: string };
  readonly waiting: Message & {
    readonly stages: readonly [sent: string, confirming: string, done: string];
    readonly later: string;
  };
  /** Instead of `waiting` after the return from a bank, while it is not known what the customer did there. */
  readonly returned: Message;
  readonly instructions: Readonly<Record<Instructed, Instruction>> & {
    readonly labels: Readonly<Record<Step, string>>;
    /** Of the link that dials the code. */
    readonly dial: string;
    /** Of the link to the deadline as a calendar file. */
    readonly remind: string;
    /** What the page does by itself. */
    readonly arrival: string;
  };
  readonly checkNow: string;
  /** Back from the provider, to where the payment is made. */
  readonly notPaidYet: string;
  readonly reload: string;
  readonly outcomes: Readonly<Record<Outcome, Message>>;
  /** Where the customer may have paid in time at a counter, a machine or a bank. */
  readonly expiredElsewhere: Message;
  readonly declined: Readonly<Record<DeclineReason, string>>;
  /** For a page that is opened long after the payment. */
  readonly paidBefore: { readonly heading: string; readonly sentence: (when: string) => string };
  /** Of a day in words, such as today. */
  readonly dayAndTime: string;
  readonly continueTo: (merchant: string) => string;
  /** After an end that the customer can do something about. */
  readonly tryAgainAt: (merchant: string) => string;
  readonly backTo: (merchant: string) => string;
  /** If there is no URL to go back to. */
  readonly goBackYourself: (merchant: string) => string;
  readonly script: Readonly<
    Record<
      | 'copy'
      | 'copyCode'
      | 'copied'
      | 'print'
      | 'save'
      | 'send'
      | 'busy'
      | 'offline'
      | 'timeLeft'
      | 'onward'
      | 'stay',
      string
    >
  >;
  readonly problems: Readonly<Record<Problem, string>>;
  readonly failures: Readonly<Record<Failure, Message>>;
};

type Instruction = {
  readonly heading: string;
  readonly how: readonly string[];
  /** Text of the link to the provider's own page; `host` names it. */
  readonly link: (host: string) => string;
};
