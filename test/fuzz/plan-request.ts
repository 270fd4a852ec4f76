import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { damageBytes } from './damage-bytes.js';
import { damageLines } from './damage-lines.js';
import { damageMethod, damageSigning } from './damage-signing.js';
import { damageTarget } from './damage-target.js';
import { damageTree } from './damage-tree.js';
import { damageWire } from './damage-wire.js';
import { damaged, type Damage, type Damages } from './damage.js';
import { endpoints, type Endpoint } from './endpoints.js';
import type { FuzzContext, Place } from './fuzz-context.js';
import type { FuzzRequest } from './fuzz-request.js';
import { toTree, writeTree } from './json-tree.js';
import { wordOf } from './odd-values.js';
import { plainWire } from './wire.js';

/** A request but for its place in the run, on which its references depend. */
export type Plan = (place: Place) => FuzzRequest;

/** All requests of a run. They shrink to fewer damages, the first of their values and a body without optional fields. */
export function plansOf(context: FuzzContext): fc.Arbitrary<Plan> {
  return fc.oneof(
    ...endpoints.map((endpoint) => ({ weight: endpoint.weight, arbitrary: plansFor(endpoint, context) })),
  );
}

/** How `fc.check` and `fc.sample` repeat the plan of an index, and with the path of a counterexample a shrunk one. */
export function parametersAt({ seed }: Pick<FuzzContext, 'seed'>, index: number, path = '') {
  const hash = createHash('sha256').update(`${seed} ${index}`).digest();
  return { seed: hash.readInt32BE(), path, numRuns: 1, unbiased: true };
}

/** The request of this index and path: the same each time. */
export function planRequest(context: FuzzContext, index: number, path?: string): FuzzRequest {
  const [plan] = fc.sample(plansOf(context), parametersAt(context, index, path));
  if (!plan) throw new Error(`there is no request ${index} with the path ${path}`);
  return plan({ index, attempt: 0 });
}

function plansFor(endpoint: Endpoint, context: FuzzContext): fc.Arbitrary<Plan> {
  const { method, target, body } = endpoint.valid(context);
  return fc
    .record({
      target,
      body: body ?? fc.constant(undefined),
      keyId: keyIds,
      damages: body ? someOf(damagesOfBody) : someOf(damagesOfHead),
    })
    .map((parts) => (place) => {
      const content = parts.body?.(place);
      const tree = content && toTree(content);
      const valid: FuzzRequest = {
        place,
        endpoint: endpoint.name,
        mutations: [],
        isMeantValid: true,
        isSigned: endpoint.isSigned,
        toSign: {
          method,
          target: parts.target(place),
          body: Buffer.from(tree ? writeTree(tree) : ''),
          keyId: parts.keyId,
        },
        ...(tree && { tree }),
        changeLines: (lines) => lines,
        wire: plainWire,
      };
      return damaged(valid, parts.damages);
    });
}

const keyIds = fc.oneof(
  { weight: 4, arbitrary: fc.constant('mk_test_demo') },
  {
    weight: 1,
    arbitrary: wordOf(`mk_test_demo_b mk_test_merchant_off mk_test_project_off mk_test_card_only
      mk_test_payin_only mk_test_limits mk_test_poor mk_test_mid_off mk_test_mid_broken mk_test_provider_off
      mk_test_no_route mk_test_challenge_none mk_test_fx mk_test_strict mk_test_cascade`),
  },
);

const damagesOfBody = fc.oneof(
  { weight: 5, arbitrary: damageTree() },
  damageBytes(),
  damageTarget(),
  damageMethod(),
  damageSigning(),
  damageLines(),
  damageWire(),
);
const damagesOfHead = fc.oneof(
  { weight: 2, arbitrary: damageTarget() },
  damageMethod(),
  damageSigning(),
  damageLines(),
  damageWire(),
);

/** Mostly one; about 15 of a hundred requests stay as they are, so that payments are registered and go on. */
function someOf(damage: Damages): fc.Arbitrary<readonly Damage[]> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant([]) },
    { weight: 60, arbitrary: damage.map((one) => [one]) },
    { weight: 33, arbitrary: fc.array(damage, { maxLength: 3 }) },
  );
}
