import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Goal: the log lines that documents name are those that the processes write. Method: every line that runbook,
 * operations and observability name stands in a call of the log, and in a test which makes the processes write it.
 */
const driven: Readonly<Record<string, string>> = {
  // A payment, its refusals, and partners that fail, on a whole system.
  answered: 'test/system/logs.test.ts',
  'attempt made': 'test/system/logs.test.ts',
  'status changed': 'test/system/logs.test.ts',
  'callback attempted': 'test/system/logs.test.ts',
  'signature refused': 'test/system/logs.test.ts',
  'answered 504, the payment continues': 'test/release/runbook-logs.test.ts',
  'circuit opened': 'test/release/runbook-logs.test.ts',
  'endpoint paused': 'test/release/runbook-logs.test.ts',
  'stalled transactions were raised for review': 'test/release/runbook-logs.test.ts',
  'a transaction needs review': 'test/release/runbook-logs.test.ts',
  'switched off by operators': 'test/release/runbook-logs.test.ts',
  'audit log sealed': 'test/release/runbook-logs.test.ts',
  'stored keys cannot be decrypted': 'test/release/runbook-logs.test.ts',
  // Workers, Temporal and Postgres are killed under traffic.
  'idempotency record not written, will be retried': 'test/release/outage-logs.test.ts',
  'workflow did not confirm the bank code': 'test/release/outage-logs.test.ts',
  'Temporal refused workflow starts; recovery retries them': 'test/release/outage-logs.test.ts',
  'Temporal has a new database: all open workflows are being started anew':
    'test/release/outage-logs.test.ts',
  'submit not recorded; it will be looked up': 'test/release/outage-logs.test.ts',
  'delivery not recorded; it will be repeated': 'test/release/outage-logs.test.ts',
  'workflow not woken; recovery will wake it': 'test/release/outage-logs.test.ts',
  'workflow not started; recovery will start it': 'test/release/outage-logs.test.ts',
  'transfer details refused': 'test/release/outage-logs.test.ts',
  'started by recovery': 'test/release/outage-logs.test.ts',
  'housekeeping failed; it will be retried': 'test/release/outage-logs.test.ts',
  // Where what they are about is tested on a whole system anyway.
  'provider returned no bank list': 'test/release/banks-outage.test.ts',
  'card testing detected and blocked': 'test/system/card-testing.test.ts',
  'could not start': 'test/release/temporal-door.test.ts',
  'a statement is refused': 'test/system/statement-workflows.test.ts',
  'spans were not delivered': 'test/system/traces.test.ts',
  'steps are waiting for a worker': 'test/release/worker-health.test.ts',
  'the schema is newer than this build': 'test/release/newer-schema.test.ts',
  'no role for statements': 'test/release/without-finance.test.ts',
  'a workflow failed again and again; started anew': 'test/release/stuck-workflows.test.ts',
  // What no system does on request: the function that writes it, with the log that processes have.
  unexpected: 'apps/api/src/http/error-filter.test.ts',
  'worker failed': 'apps/worker/src/run-worker.test.ts',
  'connections are turned away': 'libs/runtime/bound-connections.test.ts',
  'configuration refused: not allowed in production':
    'libs/persistence/configuration/watch-configuration.test.ts',
};

/** As the code has those with a part of their own. */
const composed: Readonly<Record<string, string>> = {
  'answered 504, the payment continues': 'answered 504, the ${type} continues',
};

const read = (path: string) => readFileSync(path, 'utf8');
const calls = ['apps', 'libs']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'))
  .flatMap((path) => [...read(path).matchAll(/\.(?:info|warn|error|fatal)\([^]*?;\n/g)])
  .map(([call]) => call);

const section = (document: string, heading: string) =>
  read(document).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);

/** The first column, but for the other kind of transaction. */
const ofOperations = [...section('docs/operations.md', 'Logs').matchAll(/^\| (`.*?)\s+\|/gm)]
  .flatMap(([, cell = '']) => quotedIn(cell))
  .filter((message) => message !== 'payout');
const ofObservability = [
  ...section('docs/observability.md', 'Logs').matchAll(/^\| `([^`]+)`\s*\| (?:api|worker)/gm),
].map(([, message = '']) => message);
/** "lines `one`, `another`", each of them whole or its beginning. */
const ofRunbook = [
  ...read('docs/runbook.md').matchAll(/\blines?(?: says)? \(?((?:`[^`]+`(?:, )?)+)/g),
].flatMap(([, list = '']) => quotedIn(list));

const wholeOf = (message: string) =>
  Object.keys(driven).find((whole) => whole.startsWith(message)) ?? message;
const named = new Set([...ofOperations, ...ofObservability, ...ofRunbook.map(wholeOf)]);

it('finds what the documents name', () => {
  expect(ofOperations.length).toBeGreaterThan(20);
  expect(ofObservability.length).toBeGreaterThan(4);
  expect(ofRunbook.length).toBeGreaterThan(9);
});

describe.each([...named])('%s', (message) => {
  it('is written by a process', () => {
    const text = composed[message] ?? message;
    expect(calls.filter((call) => call.includes(`'${text}'`) || call.includes(`\`${text}\``))).not.toEqual(
      [],
    );
  });

  it('is driven by a test', () => {
    const { [message]: path = 'none' } = driven;
    expect(path).not.toBe('none');
    expect(read(path)).toContain(`'${message}'`);
  });
});

it('drives nothing that no document names', () => {
  expect(Object.keys(driven).filter((message) => !named.has(message))).toEqual([]);
});
