import { findMethod } from '#domain/methods/find-method';
import { describeFields } from '../../methods/describe-fields.js';
import { describeMethod } from '../../methods/describe-method.js';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { exampleInstant } from '../response-examples.js';
import { closedObject } from '../schemas/closed-object.js';
import { methodSchema } from '../schemas/method-schema.js';
import { instant } from '../schemas/plain-forms.js';

export const listMethods: Endpoint = {
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
        content: jsonContent(
          closedObject({ methods: { type: 'array', items: ref('Method') }, timestamp: instant }),
          { mbway: { methods: [exampleMethod('mbway')], timestamp: exampleInstant } },
        ),
      },
      ...errorResponses(signedErrors.filter((key) => key !== 'unavailable')),
    },
  },
  schemas: { Method: methodSchema },
};

/** Through JSON, so that what is undefined is absent. */
function exampleMethod(code: string): unknown {
  const search = findMethod('payment', 'h2h', code);
  if (search.kind !== 'found') throw new Error(`The catalogue has no ${code}`);
  const { row } = search;
  const described = describeMethod({
    row,
    currencies: row.currencies === 'any' ? [] : row.currencies,
    challenges: row.challenges,
    windowMs: row.windowMs,
    fields: describeFields(row),
  });
  return JSON.parse(JSON.stringify(described));
}
