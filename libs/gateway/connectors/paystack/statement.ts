import type { ReadStatement } from '../connector.js';
import type { MappedReport } from '../mapped-report.js';
import { listRows } from './list-rows.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;

/** Everything that one of the provider's lists has for a period; the limit is that of each page. */
export function statementOf(path: string, read: (row: unknown) => MappedReport | undefined): ReadStatement {
  return async ({ from, to }, account, limit) => {
    const query = { from: from.toISOString(), to: to.toISOString() };
    const listed = await listRows(
      { path, query, sizeName: 'per_page', pagesMax },
      (row) => {
        const report = read(row)?.report;
        return report && { key: report.providerReference, row: report };
      },
      { account, limit: () => limit },
    );
    return listed.kind === 'listed' ? { kind: 'read', reports: listed.rows } : listed;
  };
}
