import { bounceCopy, movedStates, type Ended, type Fact, type Opened } from './journal-facts.js';
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
  /** The provider's own key of it; absent where a refund that failed late is told as that refund. */
  readonly key: string | undefined;
  /** The gateway has answered a notification of it. */
  readonly isTold: boolean;
};

/** Negative where money came back. `charge` is our reference of the charge. */
type GivenBack = { readonly charge: string; readonly amount: number };

/** The provider's words in those of the contract. */
const corrected = {
  CLAWBACK: 'chargeback',
  CLAWBACK_LIFTED: 'chargeback_won',
  QUERY: 'inquiry',
  PANEL_REFUND: 'provider_refund',
  BOUNCE: 'returned',
} as const satisfies Readonly<Record<string, CorrectionSeen['kind']>>;

export async function readJournal(file: string): Promise<Journal> {
  /** By the provider's key: the id of a refund, the reference of everything else. */
  const orders = new Map<string, OrderSeen>();
  const corrections: (Omit<CorrectionSeen, 'isTold'> & { readonly toldAs: string })[] = [];
  const told = new Set<string>();
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
  const correct = (
    about: string,
    {
      kind,
      amount,
      key,
      toldAs,
    }: Pick<CorrectionSeen, 'kind' | 'amount' | 'key'> & { readonly toldAs: string },
  ) => {
    const known = orders.get(about);
    if (!known) return;
    const { identifier, order, of } = known;
    corrections.push({ kind, identifier, order, amount, key, toldAs });
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
        const amount = refund?.moved ?? '0';
        const toldAs = `${fact.refund} ${bounceCopy}`;
        correct(fact.refund, { kind: 'returned', amount, key: undefined, toldAs });
        break;
      }
      case 'corrected': {
        const { id, about, kind, value } = fact.correction;
        correct(about, { kind: corrected[kind], amount: value, key: id, toldAs: `${id} 0` });
        break;
      }
      case 'told_again':
        break;
      case 'notified':
        if (fact.delivered) told.add(`${fact.order} ${fact.copy}`);
    }
  }
  return {
    orders: [...orders.values()],
    corrections: corrections.map(({ toldAs, ...one }) => ({ ...one, isTold: told.has(toldAs) })),
    givenBack,
  };
}

function identifierOf(order: string): string {
  return order.replace(/-\d+$/, '');
}
