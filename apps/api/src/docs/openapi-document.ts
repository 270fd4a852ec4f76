import type { OpenAPIObject } from '@nestjs/swagger';
import { errorCatalogue } from '#domain/errors/error-catalogue';
import type { ErrorCondition } from '#domain/errors/error-condition';
import { balanceEndpoints } from '../balance/balance.openapi.js';
import { bankEndpoints } from '../banks/banks.openapi.js';
import { callbackEndpoints } from '../callbacks/callbacks.openapi.js';
import { webhooks } from '../callbacks/webhooks.openapi.js';
import { eventEndpoints } from '../events/events.openapi.js';
import { healthEndpoints } from '../health/health.openapi.js';
import { methodEndpoints } from '../methods/methods.openapi.js';
import type { Endpoint } from '../openapi/endpoint.js';
import { separateComponents } from '../openapi/components.js';
import { table } from '../openapi/error-responses.js';
import { paymentEndpoints } from '../payments/payments.openapi.js';
import { payoutEndpoints } from '../payouts/payouts.openapi.js';
import { providerCallbackEndpoints } from '../provider-callbacks/provider-callbacks.openapi.js';
import { refundEndpoints } from '../refunds/refunds.openapi.js';
import { reportEndpoints } from '../reports/reports.openapi.js';
import { reversalEndpoints } from '../reversals/reversals.openapi.js';
import { routingEndpoints } from '../routing/routing.openapi.js';
import { transactionEndpoints } from '../transactions/read/list-transactions.openapi.js';
import { signingGuide } from './signing-guide.js';

/** All endpoints, in the order of the page. */
export const endpoints: readonly Endpoint[] = [
  ...paymentEndpoints,
  ...payoutEndpoints,
  ...refundEndpoints,
  ...reversalEndpoints,
  ...transactionEndpoints,
  ...bankEndpoints,
  ...balanceEndpoints,
  ...reportEndpoints,
  ...methodEndpoints,
  ...routingEndpoints,
  ...eventEndpoints,
  ...callbackEndpoints,
  ...providerCallbackEndpoints,
  ...healthEndpoints,
];

const rows: readonly ErrorCondition[] = Object.values(errorCatalogue);

/** The introduction, in markdown. */
const introduction = `Payments are collected through one path, whatever the method: a hosted payment names \`widget.method\` and is answered
with the page that the customer's browser is sent to; a server-to-server payment names \`method\` and is answered with
the customer's next step. The end comes by callback, and stands in the record.

- \`error_code\` 0 means accepted. **504 proves no failure**: the payment goes on; the very same request may be sent again
  and joins it. A \`reference\` makes one payment, however often it is sent.
- Amounts are exact decimals in major units and come back as they were written: 10.1 and 10.10 are the same money.
- Absent, \`null\`, empty and blank are all missing. Unknown fields are ignored.
- What your project can use, and which fields its providers ask for, is in \`GET /v2/methods\`.

[Integration guide](/docs/integrate) · [Complete programs](/docs/programs) · [Errors and what to do](/docs/errors) · [Test values](/docs/test-values)

<details><summary>Signing a request</summary>

${signingGuide}

</details>
<details><summary>How a registered transaction ends without success</summary>

These come with \`status\` \`declined\`, \`error\` or \`expired\`: in the answer (HTTP 200) while the caller waits, else by
callback and in the record.

${table(rows.filter(({ status }) => status !== undefined))}

</details>`;

/** The description of the api, made from the tables that the api itself uses: catalogue, forms and errors. */
export function openApiDocument(): OpenAPIObject {
  const { description: described, schemas } = separateComponents({ paths: pathsOf(), webhooks });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments and Payouts Gateway',
      version: '2',
      description: introduction,
      contact: { name: 'The team that runs this gateway' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ signature: [] }],
    tags: [
      { name: 'payments', description: 'Money collected from a customer' },
      { name: 'payouts', description: 'Money sent to a beneficiary, and the balance that it comes from' },
      { name: 'refunds', description: 'Money given back to customers' },
      { name: 'transactions', description: 'Payments and payouts together' },
      { name: 'reports', description: 'Days of the money that providers hold' },
      { name: 'methods', description: 'The catalogue, as your project can use it' },
      { name: 'events', description: 'Results, beside the callbacks' },
      { name: 'operations', description: 'Not signed by merchants: for probes and providers' },
    ],
    ...described,
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`Signature keyId="mk_...",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="<base64>"`; see *Signing a request*.',
        },
      },
      schemas,
    },
  };
}

function pathsOf(): OpenAPIObject['paths'] {
  const paths: OpenAPIObject['paths'] = {};
  for (const { path, method, operation } of endpoints) {
    paths[path] = { ...paths[path], [method]: operation };
  }
  return paths;
}
