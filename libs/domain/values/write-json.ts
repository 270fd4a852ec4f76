import { JsonNumber } from './json.js';

/** JSON text that is written as it is: what a merchant sent, with its numbers as written. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Like JSON.stringify, for plain data that may hold `RawJson` and `JsonNumber`. Undefined members are left out. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson || value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}
