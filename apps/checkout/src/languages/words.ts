import type { ChallengeType } from '#domain/transaction';
import type { CardField } from '../payment-page/read-card.js';

export type Language = 'en' | 'es' | 'pt';

/** How a payment ended, in the customer's eyes. */
export type Outcome = 'success' | 'cancelled' | 'declined' | 'error' | 'expired';

/** Why a posted form changed nothing. */
export type Problem = 'notProven' | 'notCancelled' | 'cardNotAccepted' | 'tooManyCards';

/** Why there is no page of a payment to show. */
export type Failure = 'unknownLink' | 'refused' | 'unavailable';

type Message = { readonly heading: string; readonly sentence: string };

/** Everything our pages say, in one language. */
export type Words = {
  readonly language: Language;
  readonly labels: Readonly<Record<'reference' | 'description' | 'method', string>>;
  /** By method code, where the code itself is no name a customer knows. */
  readonly methods: Readonly<Record<string, string>>;
  readonly titleOf: (merchant: string) => string;
  readonly form: Message & { readonly pay: (amount: string) => string; readonly cancel: string };
  /** The same form where it asks for a card. */
  readonly card: Message & {
    readonly labels: Readonly<Record<CardField, string>>;
    readonly hints: Readonly<Partial<Record<CardField, string>>>;
    readonly problems: Readonly<Record<CardField, string>>;
    readonly expired: string;
  };
  readonly stopped: Message;
  readonly leaving: Message & { readonly link: string };
  readonly waiting: Message;
  readonly instructions: Message & {
    readonly link: Readonly<Record<Instructed, string>>;
    readonly steps: Readonly<Record<Step, string>>;
  };
  readonly checkNow: string;
  readonly backToPayment: string;
  readonly outcomes: Readonly<Record<Outcome, Message>>;
  readonly continueTo: (merchant: string) => string;
  readonly problems: Readonly<Record<Problem, string>>;
  readonly failures: Readonly<Record<Failure, Message>>;
};

/** Challenges that are instructions to read; the other two lead elsewhere or are not the customer's. */
export type Instructed = Exclude<ChallengeType, 'redirect' | 'bank_code'>;

/** What instructions tell the customer to dial, scan, copy or say. */
export type Step = 'code' | 'clabe' | 'payload' | 'entity' | 'reference' | 'number' | 'payBy';
