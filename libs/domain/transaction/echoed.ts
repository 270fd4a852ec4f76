import { text, type Schema } from '../wire/schema.js';

/**
 * Fields that the merchant sends in a create request and gets back unchanged in the record, by property of the transaction.
 * A field in this table is read from the body, searched for card numbers, documented, registered and returned; its constraint
 * is in `CreateRequestBody`, its column in `TransactionEntity`.
 */
export const echoed = {
  description: {
    name: 'description',
    schema: { ...text, description: "The merchant's own" },
    example: 'Order 1',
  },
} as const satisfies Readonly<Record<string, EchoedField>>;

/** `name`: the wire name in request and record. */
type EchoedField = {
  readonly name: string;
  readonly schema: Schema<string>;
  readonly example: string;
};

type Property = keyof typeof echoed;
/** As written; absent if the merchant sent nothing. */
export type Echoed = { readonly [Name in Property]?: string | undefined };

const properties = Object.keys(echoed) as Property[];
export const echoedNames: readonly string[] = properties.map((property) => echoed[property].name);

/** Reads the echoed fields from a body. `read` returns the text of a wire name. */
export function readEchoed(read: (name: string) => string | undefined): Echoed {
  return Object.fromEntries(properties.map((property) => [property, read(echoed[property].name)]));
}

/** The echoed fields of a request or a transaction. */
export function echoedOf(from: Echoed): Echoed {
  return Object.fromEntries(properties.map((property) => [property, from[property]]));
}

/** The echoed fields by wire name. */
export function writeEchoed(from: Echoed): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(properties.map((property) => [echoed[property].name, from[property]]));
}
