import { errorCatalogue } from '#domain/errors/error-catalogue';
import type { ErrorRow } from '#domain/errors/error-row';
import { table } from './error-responses.js';
import { signingGuide } from './signing-guide.js';

const rows: readonly ErrorRow[] = Object.values(errorCatalogue);

/** What is to be known before the first call, in markdown. */
export const introduction = `Payments are collected through one path, whatever the method: a hosted payment names \`widget.method\` and is answered
with the page that the customer's browser is sent to; a server-to-server payment names \`method\` and is answered with
the customer's next step. The end comes by callback, and stands in the record.

- \`error_code\` 0 means accepted. **504 proves no failure**: the payment goes on; the very same request may be sent again
  and joins it. A \`reference\` makes one payment, however often it is sent.
- Amounts are exact decimals in major units and come back as they were written: 10.1 and 10.10 are the same money.
- Absent, \`null\`, empty and blank are all missing. Unknown fields are ignored.
- What your project can use, and which fields its providers ask for, is in \`GET /v2/methods\`.

${signingGuide}

## How a registered transaction ends without success

These come with \`status\` \`declined\`, \`error\` or \`expired\`: in the answer (HTTP 200) while the caller waits, else by
callback and in the record.

${table(rows.filter(({ status }) => status !== undefined))}`;
