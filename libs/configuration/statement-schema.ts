import { statementSources } from '#domain/configuration/statement-terms';
import {
  amountUnits,
  dateForms,
  decimalSigns,
  delimiters,
  encodings,
  feeSigns,
  headFields,
  mappedFields,
  mappingFormats,
  moneySigns,
  thousandsSigns,
  type MappedField,
  type MappedKind,
} from '#domain/statements/mapping';
import type { Schema, ValueOf } from '#domain/wire/schema';
import {
  amount,
  describing,
  flag,
  form,
  nonEmpty,
  oneOf,
  recordOf,
  section,
  someOf,
  text,
  wholeNumber,
} from './schema-parts.js';

/** One word, or one for each direction of the money. */
const kind = describing<MappedKind>({
  ...section({ in: form('kindOfLine'), out: form('kindOfLine') }, ['in', 'out']),
  type: ['object', 'string'],
  format: 'kindOfLine',
});

const columns: Schema<Readonly<Partial<Record<MappedField, string>>>> = section(
  Object.fromEntries(mappedFields.map((field) => [field, text])),
);
const head: Schema<Readonly<Partial<Record<(typeof headFields)[number], string>>>> = section(
  Object.fromEntries(headFields.map((field) => [field, text])),
);

/** What is not written is as in the mapping that `like` names, else as usual. */
const mappingParts = {
  like: form('mapping'),
  format: oneOf(mappingFormats),
  encoding: oneOf(encodings),
  delimiter: oneOf(delimiters),
  decimal: oneOf(decimalSigns),
  thousands: oneOf(thousandsSigns),
  dates: oneOf(dateForms),
  money: oneOf(moneySigns),
  fees: oneOf(feeSigns),
  units: oneOf(amountUnits),
  skip_lines: wholeNumber,
  list: text,
  head: nonEmpty(head),
  columns: nonEmpty(columns),
  currency: form('currency'),
  currencies: someOf(form('currency')),
  kinds: nonEmpty(recordOf(text, kind)),
};
export const mappingSection = section(mappingParts);

/** The name of a mapping that is shipped, or a mapping. */
const mapping = describing<string | ValueOf<typeof mappingSection>>({
  ...mappingSection,
  type: ['object', 'string'],
  format: 'mapping',
});

const statementParts = {
  source: oneOf(statementSources),
  at: form('timeOfDay'),
  timezone: form('timezone'),
  folder: form('folder'),
};

export const midStatement = section({ ...statementParts, account: text, mapping }, ['source']);

export const bankAccount = section(
  { currency: form('currency'), account: form('iban'), statement: section(statementParts, ['source']) },
  ['currency'],
);

const fee = section({ percent: percentage(), fixed: amount, least: amount, most: amount });
export const fees = nonEmpty(recordOf(form('methodOrAll'), nonEmpty(fee)));

export const reports = section({ timezone: form('timezone'), fees: flag });

function percentage(): typeof amount {
  return { ...amount, format: 'percent', maximum: 100 };
}
