import { text, type Schema } from '../wire/schema.js';

/**
 * What a merchant writes in a create request and reads in the record, unchanged: by property of the transaction. A field
 * that stands here is taken from the body, searched for card numbers, described, registered and told; its constraint is
 * in `CreateRequestBody`, its column in `TransactionEntity`.
 */
export const echoed = {
  description: {
    name: 'description',
    schema: { ...text, description: "The merchant's own" },
    example: 'Order 1',
  },
} as const satisfies Readonly<Record<string, EchoedField>>;

/** `name`: in request and record alike. */
type EchoedField = {
  readonly name: string;
  readonly schema: Schema<string>;
  readonly example: string;
};

type Property = keyof typeof echoed;
/** As written; absent where the merchant wrote nothing. */
export type Echoed = { readonly [Name in Property]?: string | undefined };

const properties = Object.keys(echoed) as Property[];
export const echoedNames: readonly string[] = properties.map((property) => echoed[property].name);

/** Takes what is echoed out of a body. `read`: the text of a wire name. */
export function readEchoed(read: (name: string) => string | undefined): Echoed {
  return Object.fromEntries(properties.map((property) => [property, read(echoed[property].name)]));
}

/** Of a request or a transaction only what is echoed. */
export function echoedOf(from: Echoed): Echoed {
  return Object.fromEntries(properties.map((property) => [property, from[property]]));
}

/** The same in wire names. */
export function writeEchoed(from: Echoed): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(properties.map((property) => [echoed[property].name, from[property]]));
}
