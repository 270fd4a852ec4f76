import { boolean, closedObject, oneOf } from './schema.js';

/** The answer of `GET /health/live`. */
export const live = closedObject({ status: oneOf(['ok']) });

const reached = { postgres: boolean, temporal: boolean };
/** The answers of `GET /health/ready`, by HTTP status. */
export const ready = {
  200: closedObject({ status: oneOf(['ok']), ...reached }),
  503: closedObject({ status: oneOf(['unavailable']), ...reached }),
};
