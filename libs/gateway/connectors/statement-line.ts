import { canonicalAmount } from '#domain/statements/signed-amount';
import { directionOf, type LineKind, type StatementLine } from '#domain/statements/line';
import { referenceIn } from '#domain/statements/references';
import { fromMinorUnits, signedUnits } from '#domain/values/money';

/** A line as a provider's list tells it; what is undefined is left out. */
export type ToldLine = {
  /** The provider's own id of the line. */
  readonly id: string;
  readonly kind: LineKind;
  readonly unknownKind?: string | undefined;
  /** May be a text that has our reference in it. */
  readonly reference?: string | undefined;
  readonly providerId?: string | undefined;
  /** Decimal strings; `fee` is 0 where it is left out. */
  readonly gross: string;
  readonly fee?: string | undefined;
  readonly currency: string;
  readonly bookedOn: string;
  readonly valueOn?: string | undefined;
  readonly settlement?: string | undefined;
  /** Of the kind `other`: money goes out. */
  readonly isOut?: boolean | undefined;
};

/** The line, with its net. Undefined if an amount is finer than the minor unit, which cannot be booked. */
export function toldLine(told: ToldLine): StatementLine | undefined {
  const { id, kind, unknownKind, currency, bookedOn, providerId, valueOn, settlement, isOut = false } = told;
  const reference = referenceIn(told.reference ?? '');
  try {
    const gross = canonicalAmount(told.gross, currency);
    const fee = canonicalAmount(told.fee ?? '0', currency);
    const isOther = kind === 'other';
    const direction = isOther ? (isOut ? 'out' : 'in') : directionOf({ kind, net: '' });
    const [grossUnits, feeUnits] = [signedUnits(gross, currency), signedUnits(fee, currency)];
    const net = direction === 'in' ? grossUnits - feeUnits : grossUnits + feeUnits;
    return {
      lineKey: id,
      kind,
      ...(unknownKind !== undefined && { unknownKind }),
      ...(reference !== undefined && { reference }),
      ...(providerId !== undefined && { providerId }),
      gross,
      fee,
      tax: canonicalAmount('0', currency),
      net: fromMinorUnits(isOther && isOut ? -net : net, currency),
      currency,
      bookedOn,
      ...(valueOn !== undefined && { valueOn }),
      ...(settlement !== undefined && { settlement }),
    };
  } catch {
    return undefined;
  }
}
