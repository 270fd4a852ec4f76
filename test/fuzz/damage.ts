import type * as fc from 'fast-check';
import { endpointNamed } from './endpoints.js';
import type { Expected, FuzzRequest } from './fuzz-request.js';

/** One change of a request. Damages are applied in the order of their stages. */
export type Damage = {
  readonly stage: 'a tree' | 'b bytes' | 'c target' | 'd method' | 'e signing' | 'f lines' | 'g wire';
  readonly apply: (request: FuzzRequest) => FuzzRequest;
};

export type Damages = fc.Arbitrary<Damage>;

export const invalid: Expected = { status: 400, code: 30 };
export const forbidden: Expected = { status: 401, code: 5 };

/** What a damage changes, its name for a person, and what must be answered if nothing else is wrong. */
export type Change = Partial<Pick<FuzzRequest, 'toSign' | 'tree' | 'changeLines' | 'wire'>> & {
  readonly name: string;
  readonly expected?: Expected | undefined;
  readonly changedPath?: string | undefined;
};

export function damage(stage: Damage['stage'], change: (request: FuzzRequest) => Change): Damage {
  return {
    stage,
    apply: (request) => {
      const { name, expected, changedPath, ...changed } = change(request);
      return {
        ...request,
        ...changed,
        isMeantValid: false,
        mutations: [...request.mutations, name],
        ...(expected && isWhereExpectationsHold(request) && { expected }),
        ...(changedPath !== undefined && { changedPath }),
      };
    },
  };
}

/** Other endpoints read neither body nor signature, and other projects are refused for another reason before. */
function isWhereExpectationsHold({ endpoint, toSign }: FuzzRequest): boolean {
  return endpointNamed(endpoint).registers !== undefined && toSign.keyId === 'mk_test_demo';
}

/** The request after all damages; after several it is not known what must be answered. */
export function damaged(request: FuzzRequest, damages: readonly Damage[]): FuzzRequest {
  const result = damages
    .toSorted((left, right) => left.stage.localeCompare(right.stage))
    .reduce((before, { apply }) => apply(before), request);
  if (damages.length <= 1) return result;
  const { expected: _expected, changedPath: _path, ...several } = result;
  return several;
}
