import type { Schema } from '../wire-schema.js';
import type { TransactionType } from './status.js';

/**
 * One field of the record (contract §8): what the check endpoint, callbacks and the event feed tell of a transaction.
 * The published schemas, the client's types and every record that is written are made of these.
 */
export type RecordField<Source, Value = unknown> = {
  readonly schema: Schema<Value>;
  /** Which records have it; absent: all. */
  readonly when?: string;
  /** Payouts never have it, or payments. */
  readonly only?: TransactionType;
  readonly example: unknown;
  of(source: Source, now: Date): Value | undefined;
};
export type Fields<Source> = Readonly<Record<string, RecordField<Source>>>;

/** Builds fields that are read from such a source. */
export function fieldsOf<Source>() {
  type Of<Value> = (source: Source, now: Date) => NoInfer<Value>;
  return {
    always: <Value>(schema: Schema<Value>, example: unknown, of: Of<Value>): RecordField<Source, Value> => ({
      schema,
      example,
      of,
    }),
    sometimes: <Value>(
      when: string,
      schema: Schema<Value>,
      example: unknown,
      of: Of<Value | undefined>,
    ): RecordField<Source, Value> => ({ when, schema, example, of }),
  };
}
export function ofPayments<Field extends Fields<never>[string]>(field: Field): Field {
  return { ...field, only: 'payment' };
}
export function ofPayouts<Field extends Fields<never>[string]>(field: Field): Field {
  return { ...field, only: 'payout' };
}

export function valuesOf<Source>(
  fields: Fields<Source>,
  source: Source,
  now: Date,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.of(source, now)]));
}
