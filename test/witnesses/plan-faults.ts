import { nodesOf, rowsRead, type PlanNode, type PlanWatch } from './plan-watch.js';

/** Far more than any of it needs, and far less than history: what counts is all that is open. */
const rowsReadMax = 20_000;
const blocksMax = 20_000;
const growing = [
  'transactions',
  'attempts',
  'lookups',
  'status_history',
  'idempotency_records',
  'provider_events',
  'events',
  'delivery_attempts',
  'ledger_entries',
  'personal_data',
  'reviews',
  'transfer_details',
  'provider_entries',
  'provider_sums',
  'provider_transit',
  'transit_departures',
  'transit_sums',
  'statement_lines',
  'statement_matches',
  'differences',
  'refund_totals',
];

/** What is wrong with the plans of what ran, in words; a run that shows no plan is wrong, too. */
export async function faultsOf(watch: PlanWatch, work: () => Promise<unknown>): Promise<readonly string[]> {
  const plans = await watch.during(work);
  if (plans.length === 0) return ['no statement was seen'];
  return plans.flatMap(({ text, plan }) => {
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    const faults = nodesOf(plan).flatMap(faultsOfNode);
    if (blocks > blocksMax) faults.push(`${blocks} blocks`);
    return faults.map((fault) => `${fault}: ${text.slice(0, 200)}`);
  });
}

/** A part of a table in months is that table. */
export function tableOf(node: PlanNode): string {
  return (node['Relation Name'] ?? '').replace(/_(first|before|\d{4}_\d\d)$/, '');
}

function faultsOfNode(node: PlanNode): string[] {
  const table = tableOf(node);
  if (!growing.includes(table)) return [];
  if (node['Node Type'] === 'Seq Scan') return [`sequential scan of ${table}`];
  return rowsRead(node) > rowsReadMax ? [`${rowsRead(node)} rows of ${table}`] : [];
}
