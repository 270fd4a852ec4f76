import { transactionStatuses } from '#domain/transaction/status';

/** Forms that several answers share. */
export const text = { type: 'string' };
export const instant = { type: 'string', format: 'date-time' };
export const uuid = { type: 'string', format: 'uuid' };
export const url = { type: 'string', format: 'uri' };
export const status = { type: 'string', enum: [...transactionStatuses] };
export const errorCode = {
  type: 'integer',
  description: '0 is success, anything else a row of the error table',
};
export const amount = {
  type: 'string',
  pattern: String.raw`^\d+(\.\d+)?$`,
  description: 'Major units, exact, as it was sent',
};
export const mode = { type: 'string', enum: ['initial'] };
