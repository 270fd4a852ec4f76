import type { OrderBook } from '../orders/order-book.js';
import { decimalsOfIso, feeOf, major } from './line-amounts.js';
import { movementsOf, type Movement } from './movement.js';
import type { Fault, FaultName, Settlement, StatementFacts } from './statement-facts.js';

/** A line as it is shown, with everything that is wrong about it. */
export type Line = Omit<Movement, 'kind'> & {
  /** The word for it, or `strangeWord`, where that is the fault. */
  readonly kind: string;
  readonly fee: bigint;
  /** What it adds to the balance; negative if it takes. */
  readonly net: bigint;
  readonly settlement?: string;
};

/** A batch as it reaches the bank. */
export type Payment = { readonly settlement: Settlement; readonly units: bigint; readonly arrives: boolean };

/** What adds to the balance. */
export const inward: ReadonlySet<string> = new Set([
  'payment',
  'refund_returned',
  'chargeback_won',
  'payout_returned',
  'other',
]);
const charged: ReadonlySet<string> = new Set(['payment', 'payout']);
/** A word that is in no mapping. */
export const strangeWord = 'mystery';

/** All lines of an account, and what reaches the bank, with the faults that were planted. */
export function linesOf(
  book: OrderBook,
  facts: StatementFacts,
  account: string,
): { readonly lines: readonly Line[]; readonly payments: readonly Payment[] } {
  const faults = facts.faultsOf(account);
  const settlements = facts.settlementsOf(account);
  const shown = movementsOf(book, account).flatMap((movement) => withFaults(movement, faults, settlements));
  const additional = faults.flatMap((fault, index) => additionalLines(fault, index));
  const lines = [...shown, ...additional].map((line) => {
    const settlement = settlements.find((one) => one.iso === line.line.iso && one.at >= line.line.at);
    return { ...line, line: { ...line.line, ...(settlement && { settlement: settlement.id }) } };
  });
  const payments = settlements.map((settlement) => {
    // What was restated later was settled as it was before.
    const units = lines
      .filter(({ line }) => line.settlement === settlement.id)
      .reduce((sum, { line, before }) => sum + (before ?? line).net, 0n);
    const isShort = isAbout(faults, settlements, settlement, 'short_paid');
    const arrives = !isAbout(faults, settlements, settlement, 'not_paid_out');
    return { settlement, units: isShort ? units - smallest(settlement.iso) : units, arrives };
  });
  const settled = payments.map(({ settlement: { id, at, iso }, units }): Line => ({
    key: `ln_${id}`,
    account,
    kind: 'settlement',
    reference: id,
    providerId: id,
    units,
    iso,
    at,
    fee: 0n,
    net: -units,
    settlement: id,
  }));
  const all = [...lines.map(({ line }) => line), ...settled];
  return { lines: all.toSorted((one, other) => one.at.localeCompare(other.at)), payments };
}

/** A line, and how it was before it was restated. */
type Shown = { readonly line: Line; readonly before?: Line };

function withFaults(
  movement: Movement,
  faults: readonly Fault[],
  settlements: readonly Settlement[],
): readonly Shown[] {
  const own = faults.filter(({ about }) => about === movement.key);
  const has = (name: FaultName) => own.some((fault) => fault.name === name);
  if (has('missing')) return [];
  const late = own.find(({ name }) => name === 'late');
  const released = late && settlements.find(({ at, iso }) => iso === movement.iso && at > late.at);
  if (late && !released) return [];
  const changed = {
    ...movement,
    ...(released && { at: released.at }),
    ...(has('currency') && { iso: movement.iso === 'EUR' ? 'USD' : 'EUR' }),
    units: movement.units + (has('amount') ? major : 0n),
  };
  const line = lineOf(changed, has('unknown_kind') ? strangeWord : movement.kind, has('fee') ? major : 0n);
  const before = has('restated') ? line : undefined;
  const now = before ? lineOf({ ...changed, units: changed.units + major }, before.kind) : line;
  const first: Shown = { line: now, ...(before && { before }) };
  return has('twice') ? [first, { line: { ...line, key: `${line.key}.twice` } }] : [first];
}

function lineOf(movement: Movement, kind: string, feeMore = 0n): Line {
  const isIn = inward.has(movement.kind);
  const fee = (charged.has(movement.kind) ? feeOf(movement.units, movement.iso) : 0n) + feeMore;
  return { ...movement, kind, fee, net: isIn ? movement.units - fee : -movement.units - fee };
}

/** Lines that stand for nothing. */
function additionalLines({ name, account, about, reference, at }: Fault, index: number): readonly Shown[] {
  if (name !== 'extra' && (name !== 'unknown_kind' || about !== undefined)) return [];
  const movement: Movement = {
    key: `ln_fault${index}`,
    account,
    kind: name === 'extra' ? 'payment' : 'other',
    ...(reference !== undefined && { reference }),
    providerId: `fault${index}`,
    units: 10n * major,
    iso: 'EUR',
    at,
  };
  return [{ line: lineOf(movement, name === 'extra' ? 'payment' : strangeWord) }];
}

/** A fault that names no settlement is about the next one. */
function isAbout(
  faults: readonly Fault[],
  settlements: readonly Settlement[],
  settlement: Settlement,
  name: FaultName,
): boolean {
  return faults.some((fault) => {
    if (fault.name !== name) return false;
    if (fault.about !== undefined) return fault.about === settlement.id;
    return settlements.find(({ at }) => at > fault.at) === settlement;
  });
}

function smallest(iso: string): bigint {
  return major / 10n ** BigInt(decimalsOfIso(iso));
}
