import { eventStates } from '../delivery/event-states.js';
import { currencyCodes } from '../values/currencies.js';
import { finalStatuses, statusSources, transactionStatuses } from '../transaction/status.js';
import { transferOutcomes } from '../transaction/transfer-details.js';
import { RawJson } from '../values/write-json.js';
import {
  boolean,
  closedObject,
  count,
  instant,
  integer,
  named,
  number,
  oneOf,
  orNull,
  text,
  type Schema,
  type ValueOf,
} from './schema.js';

export const requisites: Schema<Readonly<Record<string, string>>> = named('Requisites', {
  type: 'object',
  additionalProperties: text,
  description: 'As given, account number and PIX key masked to their last four',
});

export const card = named('MaskedCard', closedObject({ first6: text, last4: text, brand: text }));
export const exampleCard = { first6: '424242', last4: '4242', brand: 'visa' };
export const bank = named(
  'BankOfPayout',
  closedObject({ code: text, name: { ...orNull(text), description: '`null`: not known' } }),
);
export const transferDetails = named(
  'TransferDetails',
  closedObject({
    submitted_date: instant,
    outcome: {
      ...orNull(oneOf(transferOutcomes)),
      description: 'What the provider said to them; `null`: nothing',
    },
  }),
);

export const status = named('Status', oneOf(transactionStatuses));
export const finalStatus = named('FinalStatus', oneOf(finalStatuses));
export const currency: Schema<string> = named('Currency', {
  ...text,
  enum: currencyCodes,
  description: 'ISO 4217',
  examples: ['EUR'],
});
export const mode = oneOf(['initial']);
export const errorCode: Schema<number> = {
  ...integer,
  description: '0 is success, anything else a row of the error table',
};
export const amount: Schema<string> = {
  type: 'string',
  pattern: String.raw`^\d+(\.\d+)?$`,
  description: 'Major units, exact, as it was sent',
};
/** Numbers as the merchant wrote them. */
export const metaValue: Schema = { oneOf: [text, number, boolean] };
export const meta: Schema<RawJson> = named('Meta', { type: 'object', additionalProperties: metaValue });
export const extra = named('Extra', closedObject({ meta }));
export const statusChange = named(
  'StatusChange',
  closedObject({ status, date: instant, source: oneOf(statusSources) }),
);
export type StatusChange = ValueOf<typeof statusChange>;
export const eventState = named('DeliveryState', oneOf(eventStates));
export const callbackState = named(
  'CallbackProgress',
  closedObject(
    {
      event_id: text,
      state: eventState,
      attempts: count,
      next_attempt: orNull(instant),
    },
    ['event_id'],
  ),
);
/** How far the callback of a transaction has come. */
export type CallbackState = ValueOf<typeof callbackState>;
export const noCallback: CallbackState = {
  event_id: undefined,
  state: 'none',
  attempts: 0,
  next_attempt: null,
};

export const exampleChange = (reached: string, source: string, second: string) => ({
  status: reached,
  date: `2026-01-31T11:59:${second}.000Z`,
  source,
});
