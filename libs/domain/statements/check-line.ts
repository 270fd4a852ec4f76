import { isCalendarDate } from '../values/calendar.js';
import { isCurrency } from '../values/currencies.js';
import { directionOf, type StatementLine } from './line.js';
import { unitsOf } from './signed-amount.js';

/**
 * The problem with a line, in words that repeat none of its texts; undefined if the line is sound. `net` is exactly `gross` −
 * `fee` − `tax` of money that comes in, and `gross` + `fee` + `tax` of money that goes out (contract §16.2).
 */
export function lineProblem(line: StatementLine): string | undefined {
  const { lineKey, currency, bookedOn, valueOn } = line;
  if (lineKey === '' || lineKey.length > keyMax) return `the line's id is empty or longer than ${keyMax}`;
  if (!isCurrency(currency)) return 'the currency is no ISO 4217 code';
  if (!isCalendarDate(bookedOn)) return 'the booking day is no day';
  if (valueOn !== undefined && !isCalendarDate(valueOn)) return 'the value day is no day';
  if (line.gross.startsWith('-')) return 'gross is negative';
  return netProblem(line) ?? settledProblem(line);
}

function netProblem(line: StatementLine): string | undefined {
  const [gross, fee, tax, net] = amountNames.map((name) => unitsOf(line[name], line.currency));
  if (gross === undefined || fee === undefined || tax === undefined || net === undefined) {
    const name = amountNames.find((one) => unitsOf(line[one], line.currency) === undefined);
    return `${name} is no amount of ${line.currency}`;
  }
  const direction = directionOf(line);
  const expected = direction === 'in' ? gross - fee - tax : gross + fee + tax;
  if ((line.kind === 'other' && direction === 'out' ? -net : net) === expected) return undefined;
  const sign = direction === 'in' ? '−' : '+';
  return `net ${line.net} is not gross ${line.gross} ${sign} fee ${line.fee} ${sign} tax ${line.tax} of a ${line.kind}`;
}

const amountNames = ['gross', 'fee', 'tax', 'net'] as const;

function settledProblem({ settledAmount, settledCurrency, rate }: StatementLine): string | undefined {
  if (rate !== undefined && !/^\d+(\.\d+)?$/.test(rate)) return 'the rate is no decimal number';
  if (settledAmount === undefined && settledCurrency === undefined) return undefined;
  if (settledAmount === undefined || settledCurrency === undefined)
    return 'the settled amount and its currency go together';
  if (!isCurrency(settledCurrency)) return 'the settled currency is no ISO 4217 code';
  return unitsOf(settledAmount, settledCurrency) === undefined
    ? `the settled amount is no amount of ${settledCurrency}`
    : undefined;
}

const keyMax = 255;
