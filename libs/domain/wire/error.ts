import { errorCatalogue } from '../errors/error-catalogue.js';
import type { ErrorCondition } from '../errors/error-condition.js';
import { closedObject, instant, integer, named, oneOf, text, uuid } from './schema.js';

const refusals = Object.values<ErrorCondition>(errorCatalogue).filter(
  ({ httpStatus }) => httpStatus !== 'final',
);

/** The body of every refusal (contract §3). */
export const errorBody = named(
  'Error',
  closedObject(
    {
      error_code: { ...integer, enum: [...new Set(refusals.map(({ code }) => code))] },
      error_reason: oneOf([...new Set(refusals.map(({ reason }) => reason))]),
      description: { ...text, minLength: 1, description: 'What is wrong, every field at fault by its path' },
      request_id: uuid,
      reference: text,
      identifier: uuid,
      status: oneOf(['error']),
      timestamp: instant,
    },
    ['reference', 'identifier'],
  ),
);
