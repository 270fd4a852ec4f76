import { readLines } from './read-lines.js';

/** The provider's own journal, which is its file, read without any of its code. */
export type Journal = {
  readonly orders: readonly OrderSeen[];
  /** What happened to the money of orders after their success, in the order of the journal. */
  readonly corrections: readonly CorrectionSeen[];
  /** What went back of charges, and what of that came back, in the order of the journal. */
  readonly givenBack: readonly GivenBack[];
};

/** A charge, a credit or a refund. */
export type OrderSeen = {
  readonly kind: 'charge' | 'credit' | 'refund';
  readonly identifier: string;
  /** Of whose account there; some are spoken to in other words. */
  readonly account: string;
  /** Our reference, also where the provider keeps none of refunds: its journal knows it all the same. */
  readonly order: string;
  readonly openedAt: Date;
  /** The provider's word for its end; absent while it is open. */
  readonly end: string | undefined;
  readonly isPaid: boolean;
  /** What was taken or sent, when it was. */
  readonly moved: string | undefined;
  /** Where a credit goes to, by the provider's own code. */
  readonly bank: string | undefined;
  /** The charge whose money a refund gives back, by our reference. */
  readonly of?: string | undefined;
  /** A refund that waits for a person at the provider. */
  readonly isOnHold?: boolean;
  /** All the money of a refund has come back from the payer's bank. */
  readonly hasComeBack?: boolean;
};

/** One fact about the money of an order after its success, in the words of the gateway's contract (§15.8). */
type CorrectionSeen = {
  readonly kind: 'returned' | 'provider_refund' | 'chargeback' | 'chargeback_won' | 'inquiry';
  readonly identifier: string;
  readonly order: string;
  /** A decimal string. */
  readonly amount: string;
};

/** Negative where money came back. `charge` is our reference of the charge. */
type GivenBack = { readonly charge: string; readonly amount: number };

type Opened = {
  readonly account: string;
  readonly order: string;
  readonly openedAt: string;
  readonly bank?: string;
};
type OpenedRefund = Opened & { readonly id: string; readonly of: string; readonly endsAt?: string };
type Ended = {
  readonly state: string;
  readonly capturedValue?: string;
  readonly creditedValue?: string;
  readonly paidBackValue?: string;
};
type Corrected = { readonly kind: keyof typeof corrected; readonly about: string; readonly value: string };
type Fact =
  | { readonly fact: 'opened'; readonly charge: Opened }
  | { readonly fact: 'credit_opened'; readonly credit: Opened }
  | { readonly fact: 'refund_opened'; readonly refund: OpenedRefund }
  | { readonly fact: 'ended' | 'credit_ended'; readonly order: string; readonly end: Ended }
  | { readonly fact: 'refund_ended'; readonly refund: string; readonly end: Ended }
  | { readonly fact: 'refund_bounced'; readonly refund: string }
  | { readonly fact: 'corrected'; readonly correction: Corrected }
  | { readonly fact: 'notified' };

/** The provider's words in those of the contract. */
const corrected = {
  CLAWBACK: 'chargeback',
  CLAWBACK_LIFTED: 'chargeback_won',
  QUERY: 'inquiry',
  PANEL_REFUND: 'provider_refund',
  BOUNCE: 'returned',
} as const satisfies Readonly<Record<string, CorrectionSeen['kind']>>;
const movedStates: readonly string[] = ['CAPTURED', 'CREDITED', 'PAID_BACK'];

export async function readJournal(file: string): Promise<Journal> {
  /** By the provider's key: the id of a refund, the reference of everything else. */
  const orders = new Map<string, OrderSeen>();
  const corrections: CorrectionSeen[] = [];
  const givenBack: GivenBack[] = [];
  const open = (kind: OrderSeen['kind'], key: string, opened: Opened, refund?: Partial<OrderSeen>) => {
    const { account, order, openedAt, bank } = opened;
    const known = {
      kind,
      identifier: identifierOf(order),
      account,
      order,
      openedAt: new Date(openedAt),
      bank,
    };
    orders.set(key, { ...known, end: undefined, isPaid: false, moved: undefined, ...refund });
  };
  const change = (key: string, news: Partial<OrderSeen>): OrderSeen | undefined => {
    const known = orders.get(key);
    if (known) orders.set(key, { ...known, ...news });
    return orders.get(key);
  };
  const end = (key: string, { state, capturedValue, creditedValue, paidBackValue }: Ended) => {
    const moved = capturedValue ?? creditedValue ?? paidBackValue;
    const { of } = change(key, { end: state, isPaid: movedStates.includes(state), moved }) ?? {};
    if (of !== undefined && moved !== undefined) givenBack.push({ charge: of, amount: Number(moved) });
  };
  const correct = (key: string, kind: CorrectionSeen['kind'], amount: string) => {
    const about = orders.get(key);
    if (!about) return;
    const { identifier, order, of } = about;
    corrections.push({ kind, identifier, order, amount });
    if (kind === 'provider_refund') givenBack.push({ charge: order, amount: Number(amount) });
    if (kind === 'returned' && of !== undefined) givenBack.push({ charge: of, amount: -Number(amount) });
  };

  for (const fact of await readLines<Fact>(file)) {
    switch (fact.fact) {
      case 'opened':
        open('charge', fact.charge.order, fact.charge);
        break;
      case 'credit_opened':
        open('credit', fact.credit.order, fact.credit);
        break;
      case 'refund_opened': {
        const { id, of, endsAt } = fact.refund;
        open('refund', id, fact.refund, { of, isOnHold: endsAt === undefined, hasComeBack: false });
        break;
      }
      case 'ended':
      case 'credit_ended':
        end(fact.order, fact.end);
        break;
      case 'refund_ended':
        end(fact.refund, fact.end);
        break;
      case 'refund_bounced': {
        const refund = change(fact.refund, { hasComeBack: true });
        correct(fact.refund, 'returned', refund?.moved ?? '0');
        break;
      }
      case 'corrected': {
        const { about, kind, value } = fact.correction;
        correct(about, corrected[kind], value);
        break;
      }
      case 'notified':
    }
  }
  return { orders: [...orders.values()], corrections, givenBack };
}

function identifierOf(order: string): string {
  return order.replace(/-\d+$/, '');
}
