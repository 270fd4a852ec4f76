import type { OpenAPIObject } from '@nestjs/swagger';
import { catalogue } from '#domain/methods/catalogue';
import { errorCatalogue } from '#domain/errors/error-catalogue';
import type { ErrorRow } from '#domain/errors/error-row';
import { paymentSchema } from './payment-schema.js';
import {
  challengeSchema,
  errorSchema,
  h2hResponseSchema,
  hppResponseSchema,
  recordSchema,
} from './response-schemas.js';

/** The description of the api, made of the tables that decide what it does: catalogue and errors. */
export function openApiDocument(): OpenAPIObject {
  const rows = catalogue.filter((row) => row.type === 'payment');
  const schemas = Object.fromEntries(rows.map((row) => [schemaName(row), paymentSchema(row)]));
  return {
    openapi: '3.0.3',
    info: {
      title: 'Payments and Payouts Gateway',
      version: '2',
      description: signing,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ signature: [] }],
    tags: [
      { name: 'payments', description: 'Money collected from a customer' },
      { name: 'operations', description: 'Unsigned: for probes and providers' },
    ],
    paths: {
      '/v2/payment': {
        post: {
          operationId: 'createPayment',
          tags: ['payments'],
          summary: 'Create a payment',
          description: 'A hosted payment names `widget.method`, a server-to-server one `method`.',
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { oneOf: rows.map((row) => ref(schemaName(row))) } },
            },
          },
          responses: {
            '200': {
              description:
                'Accepted (`error_code` 0), or registered and failed while the caller waited (any other).',
              content: {
                'application/json': { schema: { oneOf: [ref('HostedAcceptance'), ref('DirectAcceptance')] } },
              },
            },
            ...errorResponses([400, 401, 403, 413, 415, 500, 503, 504]),
          },
        },
      },
      '/v2/payment/{reference}': {
        get: {
          operationId: 'checkPayment',
          tags: ['payments'],
          summary: 'The full record of a payment',
          parameters: [
            { name: 'reference', in: 'path', required: true, schema: { type: 'string', maxLength: 128 } },
            {
              name: 'wait',
              in: 'query',
              description: 'Holds the request until the status changes, at most so many seconds.',
              schema: { type: 'integer', minimum: 0, maximum: 30 },
            },
          ],
          responses: {
            '200': {
              description: 'The record, with its status history',
              content: { 'application/json': { schema: ref('Record') } },
            },
            ...errorResponses([400, 401, 403, 404, 503]),
          },
        },
      },
      '/health/live': { get: health('live', 'The process answers') },
      '/health/ready': { get: health('ready', 'Postgres and Temporal are within reach') },
    },
    components: {
      securitySchemes: {
        signature: { type: 'apiKey', in: 'header', name: 'Authorization', description: signing },
      },
      schemas: {
        ...schemas,
        HostedAcceptance: hppResponseSchema,
        DirectAcceptance: h2hResponseSchema,
        Challenge: challengeSchema,
        Record: recordSchema,
        Error: errorSchema,
      },
    },
  };
}

const signing = [
  'Every request under `/v2` is signed (HMAC-SHA256):',
  '`Authorization: Signature keyId="mk_...",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="<base64>"`,',
  'over the four lines `(request-target): post /v2/payment`, `host: ...`, `date: ...`, `digest: SHA-256=<base64>` joined by a line feed.',
  '`Digest` is the SHA-256 of the raw body and is sent on GET too. `Date` may be 300 s off.',
  'Amounts are exact decimals and come back as they were written, so 10.1 and 10.10 are the same money.',
].join('\n');

type Named = { readonly code: string; readonly style: string };

function schemaName({ code, style }: Named): string {
  return `${style === 'hpp' ? 'Hosted' : 'Direct'}_${code}`;
}

function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** One answer per HTTP status, listing the rows of the error table that lead to it. */
function errorResponses(statuses: readonly number[]) {
  const rows: readonly ErrorRow[] = Object.values(errorCatalogue);
  return Object.fromEntries(
    statuses.map((status) => {
      const meant = rows
        .filter((row) => row.httpStatus === status && row.only !== 'payout')
        .map(
          (row) => `${row.code} ${row.reason}${row.description === undefined ? '' : ` (${row.description})`}`,
        );
      return [
        String(status),
        {
          description: [...new Set(meant)].join('; ') || 'Error',
          content: { 'application/json': { schema: ref('Error') } },
        },
      ];
    }),
  );
}

function health(name: string, description: string) {
  return {
    operationId: `health_${name}`,
    tags: ['operations'],
    summary: description,
    security: [],
    responses: { '200': { description } },
  };
}
