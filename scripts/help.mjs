/**
 * @typedef {{ readonly does: string, readonly usage?: readonly string[] }} Described
 */

/**
 * Every npm script by what it is for. Plain JavaScript: it is asked for before anything is installed.
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
    observe: { does: 'starts Prometheus and a page with metrics and alerts, beside a running stack' },
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
  'Operate it': {
    'config:apply': {
      does: 'checks the configuration file and applies it',
      usage: ['npm run config:apply [-- gateway.yaml]'],
    },
    'config:diff': {
      does: 'shows what applying the file would change',
      usage: ['npm run config:diff [-- gateway.yaml]'],
    },
    'config:history': { does: 'lists the applied versions, with who applied them and when' },
    keys: {
      does: 'makes, rotates, revokes and lists API keys',
      usage: [
        'npm run keys -- create --project shop [--callback] [--not-before 2h]',
        'npm run keys -- rotate --project shop [--callback] [--not-before 2h] [--overlap 24h] [--key mk_live_...]',
        'npm run keys -- revoke --project shop --key mk_live_...',
        'npm run keys -- list [--project shop]',
      ],
    },
    blocklist: {
      does: 'blocks customers and cards, removes blocks and lists them',
      usage: [
        "npm run blocklist -- add email --scope system --reason 'ticket 4711' < emails.txt",
        'npm run blocklist -- list email [--all] [--find < emails.txt]',
        "npm run blocklist -- remove 12 --reason 'mixed up'",
      ],
    },
    switch: {
      does: 'stops a provider, MID or method within a second, and starts it again',
      usage: [
        'npm run switch -- provider|mid|method NAME off|on --reason "is down" [--operator ada]',
        'npm run switch -- list',
      ],
    },
    'callbacks:redeliver': {
      does: "sends a project's callbacks of a period again, after an outage of its merchant",
      usage: [
        'npm run callbacks:redeliver -- --project demo --from 2026-01-31T00:00:00Z --reason "was down" [--to ...] [--states exhausted,stopped] [--operator ada]',
      ],
    },
    release: {
      does: 'moves payments from one build of the worker to another (docs/operations.md)',
      usage: [
        'npm run release',
        'npm run release -- --ramp BUILD --percent 10',
        'npm run release -- --set-current BUILD',
        'npm run release -- --unversioned',
        'npm run release -- --drain',
      ],
    },
    'ledger:top-up': {
      does: 'posts money that a merchant has paid in; every call posts again',
      usage: [
        'npm run ledger:top-up -- --merchant demo --currency NGN --amount 1000 --reason "transfer 4711" [--author ada]',
      ],
    },
    certify: {
      does: 'checks what we assume about a provider against its test mode (docs/providers)',
      usage: [
        'npm run certify -- --provider NAME [--url URL] [--to FILE], with its test key in the environment',
      ],
    },
    'ledger:check': { does: 'proves that the ledger adds up; changes nothing' },
    'statement:check': {
      does: "compares a provider's own list of a period with what is recorded; changes nothing",
      usage: ['npm run statement:check -- --mid main --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z'],
    },
    'audit:check': {
      does: 'proves that nobody changed the audit log since it was sealed',
      usage: ['npm run audit:check [-- --seal 12:9f86d0...]'],
    },
    retention: {
      does: 'exports and drops the months of history that are older than the configuration keeps',
      usage: ['npm run retention -- --to FOLDER [--dry-run] [--operator NAME]'],
    },
    'audit:export': {
      does: 'prints the audit log (who did what, who viewed whom) as JSON lines',
      usage: ['npm run -s audit:export -- [--from 2026-01-31T00:00:00Z] [--to ...]'],
    },
  },
  'Change it': {
    test: {
      does: 'checks format, types and lint, and runs the tests of a change; --all: every test; or runs a part',
      usage: ['npm test [-- --all|unit|workflows|browser|system|release|chaos|FILE]'],
    },
    check: { does: 'checks format, types and lint, and runs the unit tests: what needs no server' },
    build: { does: 'compiles the sources and bundles the workflows' },
    generate: { does: 'writes the documents that are generated from the code' },
    format: { does: 'formats all files' },
    'format:check': { does: 'lists files that are not formatted' },
    typecheck: { does: 'checks the types' },
    lint: { does: 'runs the linter' },
    'test:unit': { does: 'runs the unit tests' },
    'test:system': { does: 'runs the system tests' },
    'replay:record': { does: 'records the histories of workflows that later versions must replay' },
    'scripts:write': { does: "writes the inventory of the hosted page's scripts" },
  },
  'Measure and break it': {
    bench: {
      does: 'measures a whole payment beside a bare workflow (docs/benchmarks.md)',
      usage: [
        'npm run bench [-- --quick] [--only throughput,growth,memory,ledger,recovery,observability,retention]',
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
    fuzz: {
      does: 'sends mutated requests to every endpoint (docs/fuzz.md)',
      usage: ['npm run fuzz -- --seed 7 --requests 20000'],
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

function describeAll() {
  const names = Object.values(scripts).flatMap((group) => Object.keys(group));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const groups = Object.entries(scripts).map(([title, group]) =>
    [title, ...Object.entries(group).map(([name, { does }]) => `  ${name.padEnd(width)}${does}`)].join('\n'),
  );
  return [
    ...groups,
    'Run one by "npm run NAME"; "npm run NAME -- --help" lists its options. How operators use them: docs/operations.md.',
  ].join('\n\n');
}
