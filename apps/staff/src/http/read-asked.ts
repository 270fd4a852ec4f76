import { NotFoundException } from '@nestjs/common';

/** The query of an address, as it came. */
export type Asked = Readonly<Record<string, unknown>>;

export const identifierPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Longer than any name of a merchant, provider or method, and than any reference. */
const textMax = 255;

/** What an address asks for; an empty field asks for nothing. A value of another form leads nowhere. */
export function readAsked<Filter extends object>(
  forms: Readonly<Record<keyof Filter, (text: string) => boolean>>,
  asked: Asked,
): Filter {
  return Object.fromEntries(
    Object.entries<(text: string) => boolean>(forms).flatMap(([name, isForm]) => {
      const value = asked[name];
      if (value === undefined || value === '') return [];
      const text = typeof value === 'string' ? value.trim() : '';
      if (!isForm(text)) throw new NotFoundException();
      return [[name, text]];
    }),
  ) as Filter;
}

/** The same as the query of an address; empty if nothing is asked for. */
export function writeAsked(filter: object): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

export function isText(text: string): boolean {
  return text !== '' && text.length <= textMax && !/\p{Cc}/u.test(text);
}
