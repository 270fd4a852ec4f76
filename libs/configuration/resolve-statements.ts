import {
  usualReports,
  type BankAccount,
  type Fees,
  type MidStatementTerms,
  type ReportTerms,
  type StatementTerms,
} from '#domain/configuration/statement-terms';
import { shippedMappings, usualMapping, type StatementMapping } from '#domain/statements/mapping';
import type {
  WrittenBankAccount,
  WrittenFees,
  WrittenMapping,
  WrittenReports,
  WrittenStatement,
} from './written-configuration.js';

/** Early in the morning, when providers have closed the day before. */
const usualTime = '06:00';

/** Statements of a MID; without a mapping of its own, the one that is shipped for its connector. */
export function resolveStatement(
  { mapping, account, ...written }: WrittenStatement,
  connector: string,
): MidStatementTerms {
  return {
    ...resolveSource(written),
    ...(account !== undefined && { account }),
    mapping: resolveMapping(mapping, connector),
  };
}

export function resolveBankAccount({
  currency,
  account,
  statement = { source: 'file' },
}: WrittenBankAccount): BankAccount {
  return { currency, ...(account !== undefined && { account }), statement: resolveSource(statement) };
}

function resolveSource({
  source,
  at = usualTime,
  timezone = 'UTC',
  folder,
}: Omit<WrittenStatement, 'mapping' | 'account'>): StatementTerms {
  return { source, at, timezone, ...(folder !== undefined && { folder }) };
}

/** The mapping that the file stands for: also one with mistakes, for its check. */
export function resolveMapping(written: WrittenStatement['mapping'], connector: string): StatementMapping {
  if (typeof written === 'string') return shipped(written) ?? shippedMappings.standard;
  if (written === undefined) return shipped(connector) ?? shippedMappings.standard;
  return joinMapping(written);
}

/** Key by key over the one that it is like, names of columns and words of kinds included. */
function joinMapping({ like, skip_lines: skipLines, ...written }: WrittenMapping): StatementMapping {
  const base = like === undefined ? undefined : shipped(like);
  return {
    ...usualMapping,
    ...base,
    ...written,
    ...(skipLines !== undefined && { skipLines }),
    columns: { ...base?.columns, ...written.columns },
    kinds: { ...base?.kinds, ...written.kinds },
  };
}

function shipped(name: string): StatementMapping | undefined {
  const mappings: Readonly<Record<string, StatementMapping>> = shippedMappings;
  return Object.hasOwn(mappings, name) ? mappings[name] : undefined;
}

/** A part that is not written is zero. */
export function resolveFees(written: WrittenFees): Fees {
  return Object.fromEntries(
    Object.entries(written).map(([method, { percent = '0', fixed = '0', least, most }]) => [
      method,
      {
        percent: String(percent),
        fixed: String(fixed),
        ...(least !== undefined && { least: String(least) }),
        ...(most !== undefined && { most: String(most) }),
      },
    ]),
  );
}

export function resolveReports(written: WrittenReports): ReportTerms {
  return { ...usualReports, ...written };
}
