import { ref, type Schema } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { amount, errorCode, instant, text } from './plain-forms.js';

const candidate = closedObject(
  {
    route: text,
    provider: { ...text, description: 'Absent where the configuration names none that is there' },
    mid: text,
    taken: { type: 'boolean' },
    position: { type: 'integer', minimum: 1, description: 'Of a route that is taken: when it is tried' },
    reason: { ...text, description: '`error_reason` of the condition that left the route out' },
    error_code: errorCode,
    description: text,
  },
  ['provider', 'position', 'error_code', 'description'],
);

const limit = closedObject(
  {
    whose: { type: 'string', enum: ['project', 'customer'] },
    per: { type: 'string', enum: ['day', 'month'], description: 'Of UTC' },
    amount: closedObject({ used: text, max: text }),
    count: closedObject({ used: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 1 } }),
    ends: { ...instant, description: 'When it is counted anew' },
  },
  ['amount', 'count'],
);

/** The answer of `POST /v2/routing/explain`. */
export const explanationSchema: Schema = closedObject(
  {
    direction: { type: 'string', enum: ['payment', 'payout'] },
    method: { ...text, description: 'Canonical method code' },
    currency: ref('Currency'),
    amount,
    decision: { type: 'string', enum: ['accepted', 'refused'] },
    error_code: errorCode,
    error_reason: text,
    description: text,
    candidates: {
      type: 'array',
      description: 'Every route of the project, preferred first',
      items: candidate,
    },
    limits: {
      type: 'array',
      description:
        'Counted limits that the request meets, in its direction and currency. Absent: there are none.',
      items: limit,
    },
    timestamp: instant,
  },
  ['error_code', 'error_reason', 'description', 'limits'],
);
