import { componentOf, pointerTo, type Schema } from '#domain/wire/schema';

/** The description with a reference in place of each named schema, and these schemas by name, in order of appearance. */
export function separateComponents<Described>(description: Described) {
  const schemas: Record<string, Readonly<Record<string, unknown>>> = {};
  const named = new Map<string, Schema>();
  const separated = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(separated);
    if (typeof value !== 'object' || value === null) return value;
    const component = componentOf(value as Schema);
    return component === undefined ? membersOf(value) : referenceTo(component, value);
  };
  const membersOf = (value: object): Schema =>
    Object.fromEntries(Object.entries(value).map(([keyword, member]) => [keyword, separated(member)]));
  const referenceTo = ({ name, schema }: { name: string; schema: Schema }, value: object): Schema => {
    if (!named.has(name)) {
      named.set(name, schema);
      schemas[name] = {};
      schemas[name] = membersOf(schema);
    }
    if (named.get(name) !== schema) throw new Error(`Two schemas are called ${name}`);
    const saidHere = Object.entries(value).filter(([keyword, said]) => said !== schema[keyword]);
    return { $ref: pointerTo(name), ...Object.fromEntries(saidHere) };
  };
  return { description: separated(description) as Described, schemas };
}
