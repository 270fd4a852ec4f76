import { createRandom, type Random } from '../fakes/seeded-random.js';
import type { ToSign } from '../fakes/signed-request.js';
import { endpointNamed, endpoints, type Endpoint } from './endpoints.js';
import type { FuzzContext } from './fuzz-context.js';
import type { Expected, FuzzRequest } from './fuzz-request.js';
import { toTree, writeTree } from './json-tree.js';
import { mutateBytes } from './mutate-bytes.js';
import { mutateLines } from './mutate-lines.js';
import { mutateTarget } from './mutate-target.js';
import { mutateTree } from './mutate-tree.js';
import { oddWire } from './odd-wires.js';
import { plainWire } from './wire.js';

/** How many of a hundred stay as they are, so that payments are registered and go on. */
const validShare = 0.15;

/** The request of this place in the run: a pure function of seed and index. */
export function planRequest(context: FuzzContext, index: number): FuzzRequest {
  const random = createRandom(context.seed, `request ${index}`);
  const endpoint = pickEndpoint(random);
  const { method, target, body } = endpoint.valid(random, context, index);
  const valid: FuzzRequest = {
    index,
    endpoint: endpoint.name,
    mutations: [],
    isMeantValid: true,
    isSigned: endpoint.isSigned,
    toSign: {
      method,
      target,
      body: Buffer.from(body ? JSON.stringify(body) : ''),
      keyId: random.chance(0.8) ? 'mk_test_demo' : random.pick(otherKeys),
    },
    changeLines: (lines) => lines,
    wire: plainWire,
  };
  if (random.chance(validShare)) return valid;
  let request = valid;
  const count = random.pick([1, 1, 1, 1, 2, 3]);
  // Bytes come after trees, and whatever comes later sees what was done before.
  const stages = Array.from({ length: count }, () => pickStage(random, body !== undefined)).toSorted();
  if (body) request = damageBody(random, request, body, stages);
  for (const stage of stages) request = damageRest(random, request, stage);
  const [only, ...others] = request.mutations;
  if (only !== undefined && others.length === 0) return request;
  const { expected: _expected, changedPath: _path, ...several } = request;
  return several;
}

/** In the order in which they are applied. */
type Stage = '1 tree' | '2 bytes' | '3 target' | '4 method' | '5 signing' | '6 lines' | '7 wire';

const otherKeys = [
  'mk_test_demo_b',
  'mk_test_merchant_off',
  'mk_test_project_off',
  'mk_test_card_only',
  'mk_test_payin_only',
  'mk_test_limits',
  'mk_test_poor',
  'mk_test_mid_off',
  'mk_test_mid_broken',
  'mk_test_provider_off',
  'mk_test_no_route',
  'mk_test_challenge_none',
  'mk_test_fx',
  'mk_test_strict',
  'mk_test_cascade',
];

function pickEndpoint(random: Random): Endpoint {
  const total = endpoints.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.next() * total;
  const found = endpoints.find(({ weight }) => (left -= weight) < 0);
  return found ?? random.pick(endpoints);
}

function pickStage(random: Random, hasBody: boolean): Stage {
  return hasBody
    ? random.pick([
        '1 tree',
        '1 tree',
        '1 tree',
        '1 tree',
        '1 tree',
        '2 bytes',
        '3 target',
        '4 method',
        '5 signing',
        '6 lines',
        '7 wire',
      ])
    : random.pick(['3 target', '3 target', '4 method', '5 signing', '6 lines', '7 wire']);
}

function damageBody(
  random: Random,
  request: FuzzRequest,
  body: object,
  stages: readonly Stage[],
): FuzzRequest {
  let tree = toTree(body);
  let damaged = request;
  for (const stage of stages) {
    if (stage !== '1 tree') continue;
    const { tree: changed, name, path, expected } = mutateTree(random, tree);
    tree = changed;
    damaged = noted(damaged, name, expected, path);
  }
  return { ...damaged, toSign: { ...damaged.toSign, body: Buffer.from(writeTree(tree)) } };
}

function damageRest(random: Random, request: FuzzRequest, stage: Stage): FuzzRequest {
  const { toSign } = request;
  switch (stage) {
    case '1 tree':
      return request;
    case '2 bytes': {
      const { bytes, name, expected } = mutateBytes(random, toSign.body);
      return noted({ ...request, toSign: { ...toSign, body: bytes } }, name, expected);
    }
    case '3 target': {
      const target = mutateTarget(random, toSign.target);
      return noted({ ...request, toSign: { ...toSign, target } }, `target ${target.slice(0, 60)}`);
    }
    case '4 method': {
      const method = random.pick([
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'LINK',
        'M-SEARCH',
      ]);
      return noted({ ...request, toSign: { ...toSign, method } }, `method ${method}`);
    }
    case '5 signing': {
      const { name, change, expected } = random.pick(signings);
      return noted({ ...request, toSign: { ...toSign, ...change } }, name, expected);
    }
    case '6 lines': {
      const { name, change, expected } = mutateLines(random);
      return noted(
        { ...request, changeLines: (lines) => change(request.changeLines(lines)) },
        name,
        expected,
      );
    }
    case '7 wire': {
      const wire = oddWire(random, toSign.method === 'HEAD');
      return noted({ ...request, wire }, `wire ${wire.name}`);
    }
  }
}

function noted(request: FuzzRequest, name: string, expected?: Expected, changedPath?: string): FuzzRequest {
  const isTold = expected && isWhereExpectationsHold(request);
  return {
    ...request,
    isMeantValid: false,
    mutations: [...request.mutations, name],
    ...(isTold && { expected }),
    ...(changedPath !== undefined && { changedPath }),
  };
}

/** Elsewhere the body or the signature is not read, or another check refuses the request first. */
function isWhereExpectationsHold({ endpoint, toSign }: FuzzRequest): boolean {
  return endpointNamed(endpoint).registers !== undefined && toSign.keyId === 'mk_test_demo';
}

const forbidden: Expected = { status: 401, code: 5 };
type Signing = {
  readonly name: string;
  readonly change: Omit<ToSign, 'method' | 'target' | 'body'>;
  readonly expected?: Expected;
};
const signings: readonly Signing[] = [
  { name: 'another key', change: { key: Buffer.alloc(32, 7).toString('base64') }, expected: forbidden },
  { name: 'empty key', change: { key: '' }, expected: forbidden },
  { name: 'unknown key id', change: { keyId: 'mk_test_nobody' }, expected: forbidden },
  { name: 'another host', change: { host: 'evil.example' }, expected: forbidden },
  { name: 'host with user', change: { host: 'x@localhost' }, expected: forbidden },
  { name: 'hs2019', change: { algorithm: 'hs2019' }, expected: forbidden },
  { name: 'date covered alone', change: { covered: ['date'] }, expected: forbidden },
  {
    name: 'digest not covered',
    change: { covered: ['(request-target)', 'host', 'date'] },
    expected: forbidden,
  },
  { name: 'nothing covered', change: { covered: [] }, expected: forbidden },
  { name: 'another order', change: { covered: ['digest', 'date', 'host', '(request-target)'] } },
  {
    name: 'Content-Type covered',
    change: { covered: ['(request-target)', 'host', 'date', 'digest', 'content-type'] },
  },
  { name: 'covered in upper case', change: { covered: ['(request-target)', 'HOST', 'date', 'digest'] } },
  {
    name: 'a covered header twice',
    change: { covered: ['(request-target)', 'host', 'host', 'date', 'digest'] },
  },
  {
    name: 'authorization covered',
    change: { covered: ['(request-target)', 'host', 'date', 'digest', 'authorization'] },
  },
  {
    name: 'a covered header on two lines',
    change: {
      covered: ['(request-target)', 'host', 'date', 'digest', 'x-a'],
      further: [
        ['X-A', '1'],
        ['X-A', 'ü'],
      ],
    },
  },
];
