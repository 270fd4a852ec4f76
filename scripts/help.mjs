import { readFileSync } from 'node:fs';

/**
 * @typedef {{ readonly does: string, readonly usage?: readonly string[] }} Described
 */

/**
 * Every npm script by what it is for, except those of operators, which `gateway --help` describes. Plain JavaScript, because
 * help is asked for before anything is installed.
 * @type {Readonly<Record<string, Readonly<Record<string, Described>>>>}
 */
export const scripts = {
  'Try it': {
    demo: {
      does: 'starts everything, drives payments and payouts through it, and stays up',
      usage: ['npm run demo [-- --exit]'],
    },
    start: {
      does: 'starts everything and stays up; --inspect lets a debugger attach to one app',
      usage: ['npm start [-- --inspect api|worker|checkout|staff|sandbox]'],
    },
    observe: {
      does: 'starts Prometheus with our rules beside a running stack, and prints the address of its pages',
    },
    call: {
      does: 'signs and sends one request to the API',
      usage: ['npm run call -- METHOD PATH [body.json|-] [--key mk_test_demo] [--host gw.example.com]'],
    },
    route: {
      does: 'shows which route a payment or payout would take, and why no other',
      usage: [
        'npm run route -- --method pix [--page] [--amount 20] [--currency BRL] [--meta channel=app] [--key mk_test_demo]',
      ],
    },
  },
  'Integrate it': {
    listen: {
      does: "shows the callbacks that the sandbox's shop receives, and forwards them to your service",
      usage: ['npm run listen [-- --forward http://localhost:8080/hooks]'],
    },
    'client:pack': { does: 'builds the package of the client library' },
  },
  'Change it': {
    test: {
      does: 'checks format, types, lint and unused code, and runs the tests of a change; --all: every test; or runs a part',
      usage: ['npm test [-- --all|unit|workflows|browser|system|release|chaos|FILE]'],
    },
    check: {
      does: 'checks format, types, lint and unused code, and runs the unit tests: what needs no server',
    },
    build: { does: 'compiles the sources and bundles the workflows' },
    generate: { does: 'writes the documents that are generated from the code' },
    format: { does: 'formats all files' },
    'format:check': { does: 'lists files that are not formatted' },
    typecheck: { does: 'checks the types' },
    lint: { does: 'runs the linter' },
    unused: { does: 'lists files, exports and dependencies that are not used' },
    'test:unit': { does: 'runs the unit tests' },
    'test:system': { does: 'runs the system tests' },
    'provider:new': {
      does: 'makes the connector of a new provider, with its simulation and tests',
      usage: ['npm run provider:new -- NAME'],
    },
    'replay:record': { does: 'records the histories of workflows that later versions must replay' },
    'scripts:write': { does: "writes the inventory of the hosted page's scripts" },
  },
  'Measure and break it': {
    bench: {
      does: 'measures a whole payment beside a bare workflow (docs/benchmarks.md)',
      usage: [
        'npm run bench [-- --quick] [--only throughput,growth,memory,ledger,recovery,observability,retention,reconcile]',
      ],
    },
    chaos: {
      does: 'sends traffic while processes are killed, and checks that no money was lost (docs/chaos.md)',
      usage: ['npm run chaos -- --seed 7 --minutes 5'],
    },
    gate: {
      does: 'checks that this build can follow a release and be rolled back (docs/chaos.md)',
      usage: ['npm run gate -- [--from RELEASE] [--transactions 1000] [--seed 1]'],
    },
    containers: {
      does: 'builds the image and runs docker-compose.yml: start, kills, upgrades, backups (docs/containers.md)',
    },
    fuzz: {
      does: 'sends mutated requests to every endpoint (docs/fuzz.md)',
      usage: [
        'npm run fuzz -- --seed 7 --requests 20000',
        'npm run fuzz -- --seed 7 --request 812 --path 0:2:1',
      ],
    },
    mutate: {
      does: 'changes the code of the rooms that decide about money, and lists what no unit test notices',
      usage: ["npm run mutate [-- --mutate 'libs/domain/limits/*.ts']"],
    },
    schemathesis: {
      does: "checks the API's answers against its OpenAPI document",
      usage: ['npm run schemathesis [-- --seed 7] [--max-examples 50]'],
    },
    screenshots: { does: 'writes pictures of the hosted page in every state' },
  },
};

/**
 * What to print if the words ask for help; nothing if they do not.
 * @param {readonly string[]} words the command and what comes after it
 * @returns {string | undefined}
 */
export function helpFor([name = '', ...words]) {
  if (name === 'help') return describeAll();
  if (!words.includes('--help') && !words.includes('-h')) return undefined;
  const described = Object.values(scripts).flatMap((group) =>
    Object.hasOwn(group, name) ? [group[name]] : [],
  );
  const [found] = described;
  if (!found) return undefined;
  const usage = found.usage ?? [`npm run ${name}`];
  return [`npm run ${name}: ${found.does}`, '', ...usage.map((line) => `  ${line}`)].join('\n');
}

/**
 * The short names of operators' commands, and the words of `gateway` that each stands for.
 * @returns {Readonly<Record<string, string>>}
 */
export function operatorScripts() {
  const file = new URL('../package.json', import.meta.url);
  const { scripts: all } = /** @type {{ scripts: Record<string, string> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  );
  const call = 'node scripts/run.mjs gateway';
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, command]) =>
      command.startsWith(call) ? [[name, command.slice(call.length).trim()]] : [],
    ),
  );
}

function describeAll() {
  const ofOperators = operatorScripts();
  const operators = Object.entries(ofOperators);
  const names = [...Object.values(scripts), ofOperators].flatMap((group) => Object.keys(group));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const groups = Object.entries(scripts).map(([title, group]) =>
    [title, ...Object.entries(group).map(([name, { does }]) => `  ${name.padEnd(width)}${does}`)].join('\n'),
  );
  return [
    ...groups,
    [
      'Operate it (npm run gateway -- --help)',
      ...operators.map(([name, words]) => `  ${name.padEnd(width)}gateway ${words || '<noun> <verb>'}`),
    ].join('\n'),
    'Run one by "npm run NAME"; "npm run NAME -- --help" lists its options. How operators use them: docs/operations.md.',
  ].join('\n\n');
}
