import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

export type CopiedRows = {
  /** The rows as CSV with a header, as Postgres writes it. */
  readonly bytes: Readable;
  /** Resolves when everything was sent. */
  readonly rowCount: Promise<number>;
};

/** Rows come one by one, and go on in pieces of this size. */
const pieceBytes = 65_536;

type CommandComplete = { readonly text: string };
type CopyData = { readonly chunk: Buffer };

/** Reads a whole table, no faster than its bytes are taken. The name is the gateway's own and needs no quotes. */
export function copyOut(client: Client, table: string): CopiedRows {
  let count: (rows: number) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const counted = new Promise<number>((resolve, reject) => ([count, fail] = [resolve, reject]));
  let wire: Connection | undefined;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const bytes = new Readable({
    read: () => void wire?.stream.resume(),
  });
  const pass = () => {
    if (waitingBytes > 0 && !bytes.push(Buffer.concat(waiting, waitingBytes))) wire?.stream.pause();
    [waiting, waitingBytes] = [[], 0];
  };
  let rowCount = 0;
  const query: Submittable & Readonly<Record<string, unknown>> = {
    submit(connection: Connection) {
      wire = connection;
      connection.query(`copy ${table} to stdout (format csv, header)`);
    },
    handleCopyData({ chunk }: CopyData) {
      // The driver reuses the memory of the chunk.
      waiting.push(Buffer.from(chunk));
      waitingBytes += chunk.length;
      if (waitingBytes >= pieceBytes) pass();
    },
    handleCommandComplete({ text }: CommandComplete) {
      rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1]);
    },
    handleError(error: Error) {
      fail(error);
      bytes.destroy(error);
      wire?.stream.resume();
    },
    handleReadyForQuery() {
      pass();
      bytes.push(null);
      // The whole answer has arrived, and the next query waits for its own on the same connection.
      wire?.stream.resume();
      count(rowCount);
    },
  };
  // The reader of `bytes` gets the failure.
  counted.catch(() => undefined);
  client.query(query);
  return { bytes, rowCount: counted };
}
