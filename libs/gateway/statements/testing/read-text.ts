import { shippedMappings, type StatementMapping } from '#domain/statements/mapping';
import type { StatementHead, StatementLine } from '#domain/statements/line';
import { StatementRefused } from '#domain/statements/statement-refused';
import { readMappedFile, type MappedFile } from '../read-mapped-file.js';

export type Reading = { readonly head: StatementHead; readonly lines: readonly StatementLine[] };

export type ReadingTerms = Partial<Omit<MappedFile, 'bytes'>> & {
  readonly mapping?: Partial<StatementMapping>;
  readonly account?: string;
  readonly timezone?: string;
  readonly pieceBytes?: number;
};

/** Reads a file that is a text (or bytes), by the standard mapping with these changes. */
export async function readText(
  content: string | Uint8Array,
  { mapping, account, timezone = 'UTC', pieceBytes = 7, ...terms }: ReadingTerms = {},
): Promise<Reading> {
  const lines: StatementLine[] = [];
  const head = await readMappedFile(
    { mid: 'main', bytes: inPieces(content, pieceBytes), ...terms },
    { mapping: { ...shippedMappings.standard, ...mapping }, timezone, ...(account && { account }) },
    (some) => Promise.resolve(void lines.push(...some)),
  );
  return { head, lines };
}

/** Why it is refused. */
export async function refusalOf(content: string | Uint8Array, terms: ReadingTerms = {}): Promise<string> {
  try {
    await readText(content, terms);
  } catch (error) {
    if (error instanceof StatementRefused) return error.message;
    throw error;
  }
  return 'it is read';
}

/** So small that each sign of a file is once the last of its piece. */
export async function* inPieces(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
}
