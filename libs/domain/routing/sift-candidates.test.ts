import { describe, expect, it } from 'vitest';
import type { Candidates } from './choose-route.js';
import { siftCandidates } from './sift-candidates.js';

const candidate = (route: string) => ({ route, mid: route, provider: 'bank' });
const [a, b, c] = [candidate('a'), candidate('b'), candidate('c')];
const candidates: Candidates = [a, b, c];
const refusal = { kind: 'refused', error: 'limitExceeded', description: 'why' } as const;
const left = (route: string) => ({ route, error: 'limitExceeded', description: 'why' });
const refusing =
  (...names: readonly string[]) =>
  ({ route }: { readonly route: string }) =>
    names.includes(route) ? refusal : undefined;

describe('siftCandidates', () => {
  it('leaves out further candidates', () => {
    expect(siftCandidates(candidates, 1, refusing('b'))).toEqual({
      kind: 'sifted',
      candidates: [a, c],
      left: [left('b')],
    });
  });

  it('the first one speaks for the request, and the others are not heard', () => {
    expect(siftCandidates(candidates, 1, refusing('a', 'c'))).toEqual({ ...refusal, left: [left('a')] });
  });

  it('unless another one of the same priority takes it', () => {
    expect(siftCandidates(candidates, 2, refusing('a'))).toEqual({
      kind: 'sifted',
      candidates: [b, c],
      left: [left('a')],
    });
    expect(siftCandidates(candidates, 2, refusing('a', 'b'))).toEqual({
      ...refusal,
      left: [left('a'), left('b')],
    });
  });
});
