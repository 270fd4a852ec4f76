import { createHash } from 'node:crypto';
import { Client, DatabaseError, type ClientConfig } from 'pg';

/**
 * pg emits 'error' on a connection that breaks while idle, and Node exits without a listener, for example while the pool
 * hands the connection over. Ignoring it is safe, because the next query rejects.
 */
class WatchedClient extends Client {
  constructor(options?: ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

/**
 * A connection on which Postgres parses and plans each of our statements once. They are fixed texts with parameters,
 * so their number is small; statements without parameters (transaction control, migrations) pass as they are.
 */
export const PreparingClient = new Proxy(WatchedClient, {
  construct(client, [options]: [ClientConfig]) {
    const connection = new client(options);
    const send = connection.query.bind(connection);
    /** How often the plan of a statement became outdated on this connection. */
    const generations = new Map<string, number>();
    const prepare = async (text: string, values: unknown[]) => {
      const generation = generations.get(text) ?? 0;
      try {
        return await send({ name: nameOf(text, generation), text, values });
      } catch (error) {
        // A migration changed a table while we run. Nothing was executed; a new plan is needed, which a new name gets. A
        // transaction is lost; its repetition gets the new plan.
        if (!isOutdatedPlan(error)) throw error;
        generations.set(text, generation + 1);
        return send({ name: nameOf(text, generation + 1), text, values });
      }
    };
    return Object.assign(connection, {
      query: (...all: Parameters<typeof send>) => {
        const [text, values] = all as readonly unknown[];
        const isPreparable = typeof text === 'string' && Array.isArray(values) && values.length > 0;
        return isPreparable ? prepare(text, values) : send(...all);
      },
    });
  },
});

const nameLength = 32;
const featureNotSupported = '0A000';
const names = new Map<string, string>();

/** Postgres cuts longer names off, and shows them in pg_prepared_statements. */
function nameOf(text: string, generation: number): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, nameLength);
  names.set(text, name);
  return generation === 0 ? name : `${name}.${generation}`;
}

/** `cached plan must not change result type`: the statement was refused before it did anything. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === featureNotSupported &&
    error.message.startsWith('cached plan')
  );
}
