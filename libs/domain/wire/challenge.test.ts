import { expect, it } from 'vitest';
import type { Challenge } from '../transaction/challenge.js';
import { challengeSchemas, writeChallenge } from './challenge.js';
import type { Schema } from './schema.js';

const challenges: readonly Challenge[] = [
  { type: 'redirect', url: 'https://bank.example.com' },
  { type: 'ussd', code: '*737#', instructionsUrl: 'https://bank.example.com' },
  { type: 'bank_transfer_mexico', clabe: '032180000118359719' },
  { type: 'bank_code', banks: [{ name: 'Access Bank', code: '044', country: 'NG' }] },
  { type: 'qr', payload: '00020126' },
  { type: 'multibanco', entity: '11249', reference: '123456789' },
  { type: 'voucher', number: '4711', payBy: '2026-02-01', places: ['Oxxo'] },
];
type Properties = Readonly<Record<string, Schema>>;

const choices = Object.values(challengeSchemas).flatMap(({ oneOf }) => oneOf as readonly Schema[]);
const namesOf = ({ properties }: Schema) => Object.keys(properties as Properties).toSorted();

it('there is a schema for each type', () => {
  const types = choices.flatMap(
    ({ properties }) => (properties as Properties)['challenge_type']?.['enum'] as readonly string[],
  );
  expect(types.toSorted()).toEqual(challenges.map(({ type }) => type).toSorted());
});

it.each(challenges)('$type is written with exactly the members of its schema', (challenge) => {
  const written: Readonly<Record<string, unknown>> = { ...writeChallenge(challenge, true) };
  const schema = choices.find(({ properties }) => {
    const values = (properties as Properties)['challenge_type']?.['enum'];
    return Array.isArray(values) && values.includes(challenge.type);
  });
  if (!schema) throw new Error(`${challenge.type} has no schema`);
  expect(Object.keys(written).toSorted()).toEqual(namesOf(schema));
  const objects = Object.entries(schema['properties'] as Properties).filter(
    ([, { type }]) => type === 'object',
  );
  for (const [name, content] of objects) {
    expect(Object.keys(written[name] as object).toSorted()).toEqual(namesOf(content));
  }
});
