import { describe, expect, it } from 'vitest';
import { advice, adviceFor } from './advice.js';
import { errorCatalogue, errorOf, type ErrorKey } from './error-catalogue.js';

const keys = Object.keys(errorCatalogue) as ErrorKey[];
const having = (isMeant: (key: ErrorKey) => boolean) =>
  new Set(keys.filter(isMeant).map((key) => adviceFor[key]));

describe('advice to a merchant', () => {
  it('never to create again what may go on', () => {
    expect(having((key) => errorOf(key).certainty === 'unknown')).toEqual(new Set(['lookUp']));
    expect(keys.filter((key) => adviceFor[key] === 'lookUp')).toEqual([
      'paymentTimeout',
      'payoutTimeout',
      'refundTimeout',
    ]);
  });

  it('to take a new reference for what has ended, and nowhere else but for a used one', () => {
    const over = having((key) => errorOf(key).httpStatus === 'final');
    expect(over).toEqual(new Set(['createAgain', 'createAgainAskOperators']));
    const refused = having((key) => errorOf(key).httpStatus !== 'final');
    expect([...refused].filter((name) => advice[name].includes('new reference'))).toEqual(['otherReference']);
    expect(keys.filter((key) => adviceFor[key] === 'otherReference')).toEqual(['duplicatedReference']);
  });

  it('to wait as Retry-After says exactly where an answer has it', () => {
    const waits = keys.filter((key) => adviceFor[key] === 'waitAndSendAgain');
    const have = keys.filter((key) => [429, 503].includes(Number(errorOf(key).httpStatus)));
    expect(waits.toSorted()).toEqual(have.toSorted());
  });

  it('no advice that belongs to no condition', () => {
    expect(having(() => true)).toEqual(new Set(Object.keys(advice)));
  });
});
