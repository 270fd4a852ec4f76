import { closedObject, instant, named, oneOf, orNull, text, type Schema } from '../wire-schema.js';
import { transferOutcomes } from './transfer-details.js';

/** Objects that stand in the record. */
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
