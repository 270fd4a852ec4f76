import type { TransactionType } from '../transaction/status.js';
import { closedObject, componentOf, type Schema } from './schema.js';

/** One field of an answer about a transaction, as it is published. */
type PublishedField<Value = unknown> = {
  readonly schema: Schema<Value>;
  /** When it is present; absent: always. */
  readonly when?: string;
  /** The only type of transaction that has it; absent: both have it. */
  readonly only?: TransactionType;
  readonly example: unknown;
};
export type PublishedFields = Readonly<Record<string, PublishedField>>;

/** A field and where its value comes from: schema, client types and answers are all made of these. */
export type Field<Source, Value = unknown> = PublishedField & { of(source: Source, now: Date): Value };
export type Fields<Source> = Readonly<Record<string, Field<Source>>>;

/** The values of fields, by name. */
export type ValuesOf<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends { of(...input: never[]): infer Value } ? Value : never;
};

/** Builds fields that are read from such a source. */
export function fieldsOf<Source>() {
  type Read<Value> = (source: Source, now: Date) => NoInfer<Value>;
  return {
    always: <Value>(schema: Schema<Value>, example: unknown, of: Read<Value>): Field<Source, Value> => ({
      schema,
      example,
      of,
    }),
    sometimes: <Value>(
      when: string,
      schema: Schema<Value>,
      example: unknown,
      of: Read<Value | undefined>,
    ): Field<Source, Value | undefined> => ({ when, schema, example, of }),
  };
}
export function ofPayments<Of extends PublishedField>(field: Of): Of {
  return { ...field, only: 'payment' };
}
export function ofPayouts<Of extends PublishedField>(field: Of): Of {
  return { ...field, only: 'payout' };
}

/** Some of the fields, in the order of their names here. */
export function pick<Of extends PublishedFields, Name extends keyof Of>(
  fields: Of,
  names: readonly Name[],
): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Of, Name>;
}

/** The values that an answer is written from; absent ones are undefined. */
export function valuesOf<Source, Of extends Fields<Source>>(
  fields: Of,
  source: Source,
  now: Date,
): ValuesOf<Of> {
  const values = Object.entries(fields).map(([name, field]) => [name, field.of(source, now)]);
  return Object.fromEntries(values) as ValuesOf<Of>;
}

/** An object with these fields and no others. */
export function objectOf(fields: PublishedFields): Schema {
  const entries = Object.entries(fields);
  return closedObject(
    Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    entries.filter(([, { when }]) => when !== undefined).map(([name]) => name),
  );
}

function schemaOf({ schema, when, example }: PublishedField): Schema {
  if (when === undefined) return schema;
  const { description, ...rest } = schema;
  const words = typeof description === 'string' ? [`${description}.`] : [];
  const examples = componentOf(schema) ? {} : { examples: [example] };
  return { ...rest, description: [...words, `Present when ${when}.`].join(' '), ...examples };
}
