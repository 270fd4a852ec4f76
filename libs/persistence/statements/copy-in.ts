import type { Client, Connection, Submittable } from 'pg';

/** A value of a row: absent is null; a list becomes an array of texts. */
export type CopiedValue = string | number | boolean | undefined | readonly string[];

/** Copies rows into a table by the protocol's COPY, all at once. The names are the gateway's own and need no quotes. */
export function copyIn(
  client: Client,
  into: string,
  rows: readonly (readonly CopiedValue[])[],
): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  const bytes = Buffer.from(rows.map((row) => `${row.map(written).join('\t')}\n`).join(''));
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const query: Submittable & Readonly<Record<string, unknown>> = {
      submit(connection: Connection) {
        connection.query(`copy ${into} from stdin`);
      },
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(bytes);
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failure) resolve();
      },
    };
    client.query(query);
  });
}

/** What pg's connection can do beside what its types say. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

function written(value: CopiedValue): string {
  if (value === undefined) return '\\N';
  if (typeof value === 'object') return escaped(`{${value.map(quoted).join(',')}}`);
  return escaped(String(value));
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
