import { reviewWorkflowId } from '#contracts/follow-up-workflows';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import { shownNumber } from '#domain/transaction/shown-number';
import { transactionTable } from '#persistence/staff/case-tables';
import type { StaffCase } from '#persistence/staff/load-case';
import type { StaffRow, StaffTable } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { workflowAddress, type linksOf, type LinkTemplates } from '../pages/links.js';
import { renderFacts, renderSection } from '../pages/render-table.js';
import { actsOf, type Act } from './acts-of.js';
import { describeCase } from './describe-case.js';

export type ShownTransaction = {
  readonly identifier: string;
  readonly facts: StaffRow;
  readonly stands: StaffCase;
  readonly sections: readonly { readonly table: StaffTable; readonly rows: readonly StaffRow[] }[];
  readonly links: ReturnType<typeof linksOf>;
  readonly temporal: Pick<LinkTemplates, 'temporalUi' | 'namespace'>;
};

/** What it waits for, what can be done about it, the facts, and what has happened. */
export function renderTransaction(shown: ShownTransaction, now: Date): Html {
  const { identifier, facts, stands, sections, links } = shown;
  const { Reference, Status, ...rest } = transactionTable.columns;
  const columns = { Status, Reference, Number: '', ...rest };
  const filled = sections.filter(({ rows }) => rows.length > 0);
  const empty = sections.flatMap(({ table, rows }) => (rows.length > 0 ? [] : [table.title.toLowerCase()]));
  const needsPerson = stands.described.reviews.length > 0;
  return html`<div class="waits ${needsPerson ? 'person' : ''}">
      ${describeCase(stands, now).map((sentence) => html`<p>${sentence}</p>`)}
    </div>
    <ul class="links">
      ${Object.entries(links).map(
        ([name, address]) => html`<li><a href="${address}" rel="noreferrer">${name}</a></li>`,
      )}
    </ul>
    ${renderActs(shown)}
    <section>
      <h2 id="facts">What it is</h2>
      ${renderFacts({ title: '', columns, from: '' }, { ...facts, Number: shownNumber(identifier) })}
    </section>
    ${filled.map(({ table, rows }) => renderSection(table, rows))}
    ${empty.length > 0 ? html`<p class="none">Nothing yet of these: ${empty.join(', ')}.</p>` : undefined}`;
}

function renderActs({ identifier, stands, temporal }: ShownTransaction): Html | undefined {
  const acts = actsOf(stands);
  if (acts.length === 0) return undefined;
  return html`<section>
    <h2 id="acts">What can be done</h2>
    <p>
      In the Temporal UI: <i>More Actions</i>, <i>Send an Update</i>, the name, and the data as one JSON
      object. Or by Temporal’s own tool, with the line below; on compose after
      <code>docker compose run --rm operator</code>, without its first word.
    </p>
    <dl class="acts">
      ${acts.map((act) => renderAct(act, workflowOf(act, identifier, stands.described.type), temporal))}
    </dl>
  </section>`;
}

function renderAct(act: Act, workflow: string, temporal: ShownTransaction['temporal']): Html {
  const address = workflowAddress(temporal, workflow);
  const input = act.input && ` --input '${JSON.stringify(act.input)}'`;
  return html`<div>
    <dt><a href="${address}" rel="noreferrer">${act.name}</a>: ${act.does}</dt>
    <dd>
      <code>temporal workflow update execute --workflow-id ${workflow} --name ${act.name}${input}</code>
    </dd>
  </div>`;
}

function workflowOf({ on }: Act, identifier: string, type: TransactionType): string {
  return on === 'transaction' ? workflowIdOf(type, identifier) : reviewWorkflowId(identifier);
}
