import type { Client } from 'pg';
import { createDatabase, type Database } from '#persistence/database';

/** A node of a plan as Postgres writes it after it was run. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
};
type WatchedPlan = { readonly text: string; readonly milliseconds: number; readonly plan: PlanNode };

/** The gateway's own connections, on which Postgres logs the plan of every statement that it has run. */
export type PlanWatch = {
  readonly database: Database;
  /** Plans of everything that ran meanwhile, with what triggers ran. */
  during(work: () => Promise<unknown>): Promise<readonly WatchedPlan[]>;
  close(): Promise<void>;
};

const settings = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
  'client_min_messages=log',
];

/** `cache` is how Postgres plans a prepared statement: for its parameters, or once for all. */
export async function watchPlans(
  url: string,
  cache: 'force_custom_plan' | 'force_generic_plan',
): Promise<PlanWatch> {
  const watched = new URL(url);
  const options = [...settings, `plan_cache_mode=${cache}`].map((setting) => `-c ${setting}`).join(' ');
  watched.searchParams.set('options', options);
  const database = createDatabase({ url: watched.href, applicationName: 'plans', poolSize: 1 });
  await database.initialize();
  const plans: WatchedPlan[] = [];
  const runner = database.createQueryRunner();
  const client = (await runner.connect()) as Client;
  client.on('notice', ({ message = '' }) => {
    const told = /^duration: ([\d.]+) ms {2}plan:\n([^]*)$/.exec(message);
    if (!told) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(told[2] ?? '') as {
      'Query Text': string;
      Plan: PlanNode;
    };
    plans.push({ text, milliseconds: Number(told[1]), plan });
  });
  await runner.release();
  return {
    database,
    async during(work) {
      plans.length = 0;
      await work();
      return [...plans];
    },
    close: () => database.destroy(),
  };
}

/** A node and all below it. */
export function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Rows that a node has looked at, whatever it passed on. */
export function rowsRead(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}
