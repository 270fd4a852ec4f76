import type { Client } from 'pg';
import type { BankLine, StatementLine } from '#domain/statements/line';
import { copyIn, type CopiedValue } from './copy-in.js';

/**
 * The lines of one statement, in a temporary table of the connection, before anything is said of them. Each batch is copied
 * on its own: a provider that answers slowly keeps no database transaction open.
 */
export type Stage<Line> = {
  readonly create: string;
  readonly copy: (client: Client, lines: readonly Line[]) => Promise<void>;
};

export const dropStage = 'drop table if exists statement_stage';

export const providerStage: Stage<StatementLine> = stageOf(
  `line_key text, kind text, unknown_kind text, reference text, provider_id text, gross numeric, fee numeric, tax numeric,
    net numeric, currency text, settled_amount numeric, settled_currency text, rate numeric, booked_on date, value_on date,
    settlement text`,
  (line) => [
    line.lineKey,
    line.kind,
    line.unknownKind,
    line.reference,
    line.providerId,
    line.gross,
    line.fee,
    line.tax,
    line.net,
    line.currency,
    line.settledAmount,
    line.settledCurrency,
    line.rate,
    line.bookedOn,
    line.valueOn,
    line.settlement,
  ],
);

export const bankStage: Stage<BankLine> = stageOf(
  `line_key text, direction text, amount numeric, currency text, booked_on date, value_on date, bank_reference text,
    words text[], is_reversal boolean`,
  (line) => [
    line.lineKey,
    line.direction,
    line.amount,
    line.currency,
    line.bookedOn,
    line.valueOn,
    line.bankReference,
    line.references,
    line.isReversal,
  ],
);

function stageOf<Line>(columns: string, valuesOf: (line: Line) => readonly CopiedValue[]): Stage<Line> {
  return {
    create: `create temporary table statement_stage (${columns})`,
    copy: (client, lines) => copyIn(client, 'statement_stage', lines.map(valuesOf)),
  };
}
