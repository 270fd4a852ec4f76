import { StatementRefused } from '#domain/statements/statement-refused';

/** A line of a list longer than this is no line. */
const elementMax = 256 * 1024;
/** What stands beside the list. */
const restMax = 1024 * 1024;

/**
 * Takes the elements of one list out of a JSON text that comes in pieces, and never holds more than one. The list is the text itself, or
 * the member `name` of an object. Throws a StatementRefused for what is neither.
 */
export class ListSplitter {
  readonly #opensList: RegExp;
  #rest = '';
  #element = '';
  #count = 0;
  #depth = 0;
  /** The depth at which elements are separated; undefined outside of the list. */
  #listDepth: number | undefined;
  #isFound = false;
  #inString = false;
  #isEscaped = false;

  constructor(name: string) {
    this.#opensList = new RegExp(String.raw`^\s*\{(?:.*,)?\s*${escape(JSON.stringify(name))}\s*:\s*$`, 's');
  }

  /** The elements that end in this piece. */
  *add(piece: string): Generator<string> {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charAt(at);
      if (this.#inString) {
        this.#passString(sign);
        continue;
      }
      if (sign === '"') {
        this.#inString = true;
      } else if (sign === '{' || sign === '[') {
        if (
          sign === '[' &&
          this.#listDepth === undefined &&
          this.#opens(this.#rest + piece.slice(start, at))
        ) {
          this.#keep(piece.slice(start, at + 1));
          start = at + 1;
          this.#isFound = true;
          this.#listDepth = this.#depth + 1;
        }
        this.#depth += 1;
      } else if (sign === '}' || sign === ']') {
        if (sign === ']' && this.#depth === this.#listDepth) {
          this.#keep(piece.slice(start, at));
          if (this.#element.trim() !== '') yield this.#take();
          else if (this.#count > 0) throw new StatementRefused('a line is missing', this.#count + 1);
          this.#element = '';
          this.#listDepth = undefined;
          start = at;
        }
        this.#depth -= 1;
      } else if (sign === ',' && this.#depth === this.#listDepth) {
        this.#keep(piece.slice(start, at));
        start = at + 1;
        yield this.#take();
      }
    }
    this.#keep(piece.slice(start));
  }

  /** What the text has beside the list, which is empty in it. */
  finish(): string {
    if (!this.#isFound || this.#listDepth !== undefined)
      throw new StatementRefused(
        this.#isFound ? 'the list of lines does not end' : 'there is no list of lines',
      );
    return this.#rest;
  }

  #passString(sign: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === '\\') this.#isEscaped = true;
    else if (sign === '"') this.#inString = false;
  }

  #opens(before: string): boolean {
    if (this.#isFound) return false;
    return (this.#depth === 0 && before.trim() === '') || (this.#depth === 1 && this.#opensList.test(before));
  }

  #take(): string {
    const element = this.#element;
    this.#element = '';
    this.#count += 1;
    return element;
  }

  #keep(text: string): void {
    if (this.#listDepth === undefined) this.#rest += text;
    else this.#element += text;
    if (this.#element.length > elementMax || this.#rest.length > restMax)
      throw new StatementRefused('a line is too long to be one', this.#count + 1);
  }
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
