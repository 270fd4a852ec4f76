import { findMethod } from '#domain/methods/find-method';
import { combineTerms } from '#domain/refunds/refund-terms';
import { methodList, type method } from '#domain/wire/methods';
import type { ValueOf } from '#domain/wire/schema';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { describeFields } from './describe-fields.js';
import { describeMethod } from './describe-method.js';

const listMethods: Endpoint = {
  method: 'get',
  path: '/v2/methods',
  operation: {
    operationId: 'listMethods',
    tags: ['methods'],
    summary: 'What your project can use',
    description:
      'Payins and payouts that are enabled for the project and lead somewhere, each with its fields as this project must send them.',
    responses: {
      '200': {
        description: 'The catalogue as data',
        content: jsonContent(methodList, {
          mbway: { methods: [exampleMethod('mbway')], timestamp: exampleInstant },
        }),
      },
      ...errorResponses(signedErrors.filter((key) => key !== 'unavailable')),
    },
  },
};

/** Through JSON, which leaves out undefined members. */
function exampleMethod(code: string): ValueOf<typeof method> {
  const search = findMethod('payment', 'h2h', code);
  if (search.kind !== 'found') throw new Error(`The catalogue has no ${code}`);
  const { row } = search;
  const described = describeMethod({
    method: row,
    currencies: row.currencies === 'any' ? [] : row.currencies,
    challenges: row.challenges,
    windowMs: row.windowMs,
    refund: row.refund && combineTerms({ rail: row.refund }),
    fields: describeFields(row),
  });
  return JSON.parse(JSON.stringify(described)) as typeof described;
}

export const methodEndpoints: readonly Endpoint[] = [listMethods];
