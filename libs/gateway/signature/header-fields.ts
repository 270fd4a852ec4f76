/** Every value of every header, by lower-case name, in the order of the message. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>;

/**
 * Reads Node's `rawHeaders` (name, value, name, value, …). Never `headers`: that one joins two `Date` lines into one
 * and keeps only the first of two `Authorization` lines.
 */
export function headerFields(rawHeaders: readonly string[]): HeaderFields {
  const fields = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = (rawHeaders[index + 1] ?? '').replace(surroundingWhitespace, '');
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

/** The only value of a header, or undefined when it is absent or sent more than once. */
export function singleField(fields: HeaderFields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  return values.length === 1 ? values[0] : undefined;
}

/** A header as people write it: `webhook-id` stays, `authorization` becomes `Authorization`. */
export function headerTitle(name: string): string {
  if (name.startsWith('webhook-')) return name;
  return name.replace(/(^|-)[a-z]/g, (initial) => initial.toUpperCase());
}

const surroundingWhitespace = /^[ \t]+|[ \t]+$/g;
