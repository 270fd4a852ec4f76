import { transactionTypes } from '../transaction/status.js';
import { amount, currency, errorCode } from './record-parts.js';
import { boolean, closedObject, count, instant, listOf, named, oneOf, text, type Schema } from './schema.js';

const fromOne: Schema<number> = { type: 'integer', minimum: 1 };

/** A route as routing judged it; also stored with a transaction. */
export const routeCandidate = named(
  'RouteCandidate',
  closedObject(
    {
      route: text,
      provider: { ...text, description: 'Absent where the configuration names none that is there' },
      mid: text,
      taken: boolean,
      position: { ...fromOne, description: 'Of a route that is taken: when it is tried' },
      reason: { ...text, description: '`error_reason` of the condition that left the route out' },
      error_code: errorCode,
      description: text,
    },
    ['provider', 'position', 'error_code', 'description'],
  ),
);

/** The limits of MIDs are not shown, because other merchants share them. */
export const countedLimit = named(
  'CountedLimit',
  closedObject(
    {
      whose: oneOf(['project', 'customer']),
      per: { ...oneOf(['day', 'month']), description: 'Of UTC' },
      amount: closedObject({ used: text, max: text }),
      count: closedObject({ used: count, max: fromOne }),
      ends: { ...instant, description: 'When it is counted anew' },
    },
    ['amount', 'count'],
  ),
);

/** The answer of `POST /v2/routing/explain`. */
export const explanation = named(
  'Explanation',
  closedObject(
    {
      direction: oneOf(transactionTypes),
      method: { ...text, description: 'Canonical method code' },
      currency,
      amount,
      decision: oneOf(['accepted', 'refused']),
      error_code: errorCode,
      error_reason: text,
      description: text,
      candidates: listOf(routeCandidate, { description: 'Every route of the project, preferred first' }),
      limits: listOf(countedLimit, {
        description:
          'Counted limits that the request meets, in its direction and currency. Absent: there are none.',
      }),
      timestamp: instant,
    },
    ['error_code', 'error_reason', 'description', 'limits'],
  ),
);
