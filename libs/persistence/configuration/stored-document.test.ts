import { expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { readText, sound } from '#configuration/testing/sound-file';
import { readDocument, writeDocument, type StoredDocument } from './stored-document.js';

const reading = readText(sound);
if (reading.kind === 'refused') throw new Error('the sound file is refused');
const { configuration } = reading;

/** As the release before 1.0 stores it. */
function before(document: StoredDocument): StoredDocument {
  const withoutNew = (timing: StoredDocument['timing']): StoredDocument['timing'] => {
    const {
      recoveryMs: _,
      lateRefundLookupsMs: _late,
      refundApprovalMs: _approval,
      reconcileLagMs: _lag,
      settlementDueMs: _due,
      periodGraceMs: _grace,
      ...rest
    } = timing;
    const { payment, payout } = timing.submitMaxAgeMs;
    return { ...rest, submitMaxAgeMs: { payment, payout } };
  };
  const projects = Object.entries(document.projects).map(
    ([name, { refunds: _refunds, timing, ...project }]) => {
      return [name, { ...project, timing: withoutNew(timing) }] as const;
    },
  );
  return {
    ...document,
    timing: withoutNew(document.timing),
    projects: Object.fromEntries(projects),
    providers: withoutRefunds(document.providers),
  };
}

/** That release applied no provider that makes refunds. */
function withoutRefunds(providers: Configuration['providers']): Configuration['providers'] {
  return Object.fromEntries(
    Object.entries(providers).map(([name, { refundTerms: _terms, types, ...provider }]) => [
      name,
      { ...provider, types: types.filter((type) => type !== 'refund') },
    ]),
  );
}

it('reads what it has written, and has the name that the release before reads', () => {
  const written = writeDocument(configuration);
  expect(written.timing.sweepMs).toEqual([5_000]);
  expect(written.projects['shop']?.timing.sweepMs).toEqual([5_000]);
  expect(readDocument(written)).toEqual(configuration);
});

it('a document that the release before has stored is read with the usual terms of refunds', () => {
  const stored = before(writeDocument(configuration));
  expect(JSON.stringify(stored)).not.toMatch(/refund/i);
  const providers = withoutRefunds(configuration.providers);
  expect(readDocument(stored)).toEqual({ ...configuration, providers });
});
