import { errorCatalogue } from '#domain/errors/error-catalogue';
import type { ErrorRow } from '#domain/errors/error-row';
import type { Schema } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { instant, text, uuid } from './plain-forms.js';

const rows: readonly ErrorRow[] = Object.values(errorCatalogue);
const refusals = rows.filter(({ httpStatus }) => httpStatus !== 'final');

/** The one error body (contract §3). */
export const errorSchema: Schema = closedObject(
  {
    error_code: { type: 'integer', enum: [...new Set(refusals.map(({ code }) => code))] },
    error_reason: { type: 'string', enum: [...new Set(refusals.map(({ reason }) => reason))] },
    description: { ...text, description: 'What is wrong, every field at fault by its path' },
    request_id: uuid,
    reference: text,
    identifier: uuid,
    status: { type: 'string', enum: ['error'] },
    timestamp: instant,
  },
  ['reference', 'identifier'],
);
