import type { Client, WorkflowHandle } from '@temporalio/client';
import type { Books, Row } from './books.js';
import { pageOf } from './page-of.js';
import { until } from './until.js';

/** Differences in the books, and the workflows in which persons see them. */
export function watchDifferences(books: Books, { workflow }: Client) {
  const handleOf = (id: string) => workflow.getHandle(`difference/${id}`);
  const stateOf = async (id: string): Promise<Row | undefined> => {
    const [row] = await books.rows(
      'select state, closed_how, closed_by from differences where id = $1::bigint',
      id,
    );
    return row;
  };
  return {
    handleOf,
    stateOf,
    /** The difference of that class and line, once it is open. */
    async idOf(name: string, lineKey: string): Promise<string> {
      const [row] = await until(
        () =>
          books.rows(
            `select differences.id::text from differences join statement_lines using (line_id)
             where class = $1 and line_key = $2`,
            name,
            lineKey,
          ),
        (rows) => rows.length > 0,
      );
      return String(row?.['id']);
    },
    untilState: (id: string, state: string) =>
      until(
        () => stateOf(id),
        (now) => now?.['state'] === state,
      ),
    /** What a person sees of it, once that has the text. */
    untilShown: (id: string, text: string) =>
      until(
        () => pageOf(handleOf(id)).catch(() => ''),
        (shown) => shown.includes(text),
      ),
    untilThere: (handle: WorkflowHandle) =>
      until(
        () => handle.describe().catch(() => undefined),
        (found) => found !== undefined,
      ),
  };
}
