import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findVerb } from '../../apps/cli/src/command/declare.js';
import { nouns } from '../../apps/cli/src/gateway.js';

type Service = {
  readonly image: string;
  readonly user?: string;
  readonly restart?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly (string | { readonly read_only?: boolean })[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(`${root}docker-compose.yml`, 'utf8');
const compose = parse(text, { merge: true }) as { readonly services: Readonly<Record<string, Service>> };
const services = Object.entries(compose.services);
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8');
const ours = services.filter(([, { image }]) => image.startsWith('payments-gateway:'));

function awaitedBy(condition: string): ReadonlySet<string> {
  const awaited = services.flatMap(([, { depends_on }]) => Object.entries(depends_on ?? {}));
  return new Set(awaited.filter(([, wanted]) => wanted.condition === condition).map(([name]) => name));
}
const jobs = awaitedBy('service_completed_successfully');

it('holds every part of the production shape, with the sandbox and the observers as profiles', () => {
  expect(services.map(([name]) => name).toSorted()).toEqual([
    'admin',
    'alertmanager',
    'api',
    'checkout',
    'collector',
    'configuration',
    'grafana',
    'migration',
    'operator',
    'postgres',
    'prometheus',
    'sandbox',
    'staff',
    'temporal',
    'temporal-keys',
    'temporal-public-keys',
    'temporal-schema',
    'temporal-setup',
    'temporal-ui',
    'temporal-ui-door',
    'worker',
  ]);
  const profiled = services.filter(([, { profiles }]) => profiles !== undefined);
  expect(profiled.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['operator', ['operator']],
    ['admin', ['operator']],
    ['sandbox', ['sandbox']],
    ['prometheus', ['observe']],
    ['alertmanager', ['observe']],
    ['grafana', ['observe']],
    ['collector', ['observe']],
  ]);
});

/** Jobs of people, and a service whose image has no program for a health check. */
const unasked = ['operator', 'admin', 'collector'];

it.each(services.filter(([name]) => jobs.has(name)))('%s is a job that ends, awaited by others', (_, job) => {
  expect(job.restart).toBe('no');
  expect(job.healthcheck).toBeUndefined();
});

it.each(services.filter(([name]) => !jobs.has(name) && !unasked.includes(name)))(
  '%s has a health check and comes back',
  (_, service) => {
    expect(service.restart).toBe('unless-stopped');
    expect(service.healthcheck?.test[0]).toMatch(/^CMD(-SHELL)?$/);
  },
);

it.each([
  ['worker', ['SECRET', 'ENCRYPTION_KEYS', 'FINGERPRINT_KEYS', 'VAULT_KEYS']],
  ['api', ['SECRET', 'ENCRYPTION_KEYS', 'FINGERPRINT_KEYS']],
  ['configuration', ['SECRET', 'ENCRYPTION_KEYS', 'FINGERPRINT_KEYS']],
  ['admin', ['SECRET', 'ENCRYPTION_KEYS', 'FINGERPRINT_KEYS']],
  ['checkout', ['SECRET']],
  ['staff', []],
  ['migration', []],
])('%s has the keys that it needs, and no other', (name, keys) => {
  const held = Object.keys(compose.services[name]?.environment ?? {});
  expect(held.filter((key) => /^GATEWAY_.*(SECRET|KEYS)$/.test(key)).toSorted()).toEqual(
    keys.map((key) => `GATEWAY_${key}`).toSorted(),
  );
});

describe.each(services)('%s', (_, service) => {
  it('does not run as root', () => {
    expect(service.user).toMatch(/^(node|postgres|temporal|nobody|[1-9]\d+)$/);
  });

  it("has an image of one version, by its digest unless it is the gateway's or Temporal's", () => {
    const version = /^[a-z/-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+(\.\d+)?)?(@sha256:[0-9a-f]{64})?$/;
    expect(service.image.replace(/\$\{GATEWAY_RELEASE:-(.+)\}/, '$1')).toMatch(version);
    const isByTag = /^(payments-gateway:|temporalio\/)/.test(service.image);
    expect(service.image.includes('@sha256:')).toBe(!isByTag);
  });

  it('takes every secret from the environment, and does not start without it', () => {
    const secrets = Object.entries(service.environment ?? {}).filter(
      // Compose looks up a profile's variables even when it is off, so the sandbox's cannot be demanded here; Grafana's
      // entry point demands its own (observers.test.ts). TEMPORAL_KEYS and TEMPORAL_PUBLIC_KEYS are places, and a sign-on
      // is optional.
      ([name]) =>
        /PASSWORD|PWD|SECRET|_KEYS$|DATABASE_URL/.test(name) &&
        ![
          'SANDBOX_CALLBACK_SECRET',
          'GF_SECURITY_ADMIN_PASSWORD',
          'TEMPORAL_AUTH_CLIENT_SECRET',
          'TEMPORAL_KEYS',
          'TEMPORAL_PUBLIC_KEYS',
          // Statements are optional (statements-in-compose.test.ts).
          'FINANCE_DATABASE_PASSWORD',
          'FINANCE_DATABASE_URL',
        ].includes(name),
    );
    expect(secrets.filter(([, value]) => !/\$\{\w+:\?[^}]+\}/.test(String(value)))).toEqual([]);
  });

  it('cannot gain rights, write to its root, or take more than its share of the machine', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
      cpus: expect.any(Number) as number,
      pids_limit: expect.any(Number) as number,
    });
  });

  it('mounts read-only what is in the repository, or what the environment names', () => {
    const isReadOnly = (volume: string | { readonly read_only?: boolean }) =>
      typeof volume === 'string'
        ? !volume.startsWith('./') || (volume.endsWith(':ro') && existsSync(root + volume.split(':')[0]))
        : volume.read_only === true;
    expect((service.volumes ?? []).filter((volume) => !isReadOnly(volume))).toEqual([]);
  });
});

const processes = ours.filter(([, { entrypoint }]) => entrypoint === undefined);
const operations = ours.filter(([, { entrypoint }]) => entrypoint !== undefined);

it('runs every part of the gateway in production mode', () => {
  for (const [, service] of ours) expect(service.environment?.['NODE_ENV']).toBe('production');
});

describe.each(processes)('%s, a process of the gateway', (_, service) => {
  // A bundle is made of the app of its name (rolldown.config.ts).
  const [, app = ''] = /^dist\/bundles\/(\w+)\.js$/.exec(service.command?.[0] ?? '') ?? [];
  const folder = `${root}apps/${app}/src`;

  it('gets every variable that it demands, or whose default is this machine', () => {
    const settings = existsSync(`${folder}/settings.ts`) ? 'settings.ts' : 'main.ts';
    const demanded = demandedVariables(readFileSync(`${folder}/${settings}`, 'utf8'));
    expect(demanded).not.toEqual([]);
    expect(variablesOf(service)).toEqual(expect.arrayContaining([...demanded]));
  });
});

/** The variables that each command of a container demands. */
const demandedBy: Readonly<Record<string, readonly string[]>> = {
  'config apply': ['DATABASE_URL', 'GATEWAY_SECRET', 'GATEWAY_ENCRYPTION_KEYS', 'GATEWAY_FINGERPRINT_KEYS'],
  'schema migrate': ['DATABASE_URL'],
  'temporal make-keys': ['TEMPORAL_KEYS'],
  'temporal open-ui': ['TEMPORAL_API_KEY', 'TEMPORAL_UI_UPSTREAM', 'TEMPORAL_UI_HOSTS'],
  'temporal prepare': ['TEMPORAL_ADDRESS', 'TEMPORAL_API_KEY'],
  'temporal serve-keys': ['TEMPORAL_PUBLIC_KEYS', 'PUBLIC_KEYS_PORT'],
};

describe.each(operations)('%s, a command of operators', (name, service) => {
  const words = service.command ?? [];

  it('is a command of the command line, and gets every variable that it demands', () => {
    expect(service.entrypoint).toEqual(['tini', '--', 'gateway']);
    if (name === 'admin') return;
    expect(findVerb(nouns, words)?.name).toBe(words[1]);
    expect(variablesOf(service)).toEqual(expect.arrayContaining([...(demandedBy[words.join(' ')] ?? ['?'])]));
  });
});

it('lets operators run every command without a further setting', () => {
  const demanded = [
    ...(demandedBy['config apply'] ?? []),
    'TEMPORAL_ADDRESS',
    'WORKER_DEPLOYMENT',
    'GATEWAY_CONFIG',
  ];
  expect(variablesOf(compose.services['admin'])).toEqual(expect.arrayContaining(demanded));
});

function variablesOf(service: Service | undefined): readonly string[] {
  return Object.keys(service?.environment ?? {}).map((name) => name.replace(/_FILE$/, ''));
}

it('finds in code the variables that have no default, or one that is this machine', () => {
  const code = `read.text('A'), read.text('B', 'info'), read.text('C', 'http://localhost:1'), read.port('D', 3000),
    environment.E ?? '.data', wholeNumber(environment, 'F', 1), read.strict('G', keyProblem), read.flag('H'),
    read.strict('I', urlProblem, 'http://localhost:1'), read.strict('J', urlProblem, 'none')`;
  expect(demandedVariables(code)).toEqual(['A', 'C', 'D', 'G', 'I', 'E']);
});

function demandedVariables(code: string): readonly string[] {
  const read =
    /read\.(text|port|number|strict)\(\s*'([A-Z_]+)'\s*(?:(?<=strict.*),\s*\w+Problem)?(?:,\s*([^)]+))?\)/g;
  const demanded = [...code.matchAll(read)].flatMap(([, kind, variable = '', fallback]) =>
    kind === 'port' || fallback === undefined || /localhost|127\.0\.0\.1/.test(fallback) ? [variable] : [],
  );
  const sandboxStyle = [...code.matchAll(/environment\.([A-Z_]+) \?\? (?!'info')/g)].map(
    ([, name = '']) => name,
  );
  const temporal = code.includes('readTemporalConnection(') ? ['TEMPORAL_ADDRESS'] : [];
  return [...demanded, ...sandboxStyle, ...temporal];
}

it('publishes on this machine only, and API and hosted page as the environment says', () => {
  const published = services.flatMap(([name, { ports }]) => (ports ?? []).map((port) => [name, port]));
  expect(published).toEqual([
    ['temporal-ui-door', '127.0.0.1:8233:8233'],
    ['api', '${API_PUBLISH:-127.0.0.1:3000}:3000'],
    ['checkout', '${CHECKOUT_PUBLISH:-127.0.0.1:3001}:3001'],
    ['staff', '127.0.0.1:3008:3008'],
    ['sandbox', '127.0.0.1:3002:3002'],
    ['prometheus', '127.0.0.1:9090:9090'],
    ['alertmanager', '127.0.0.1:9093:9093'],
    ['grafana', '127.0.0.1:3009:3000'],
  ]);
});

it('keeps operators from cancelling, ending, resetting, starting or mass-changing workflows in the UI', () => {
  expect(compose.services['temporal-ui']?.environment).toMatchObject({
    TEMPORAL_WORKFLOW_CANCEL_DISABLED: 'true',
    TEMPORAL_WORKFLOW_TERMINATE_DISABLED: 'true',
    TEMPORAL_WORKFLOW_RESET_DISABLED: 'true',
    TEMPORAL_BATCH_ACTIONS_DISABLED: 'true',
    TEMPORAL_START_WORKFLOW_DISABLED: 'true',
  });
});

it('starts the gateway only after the schema, the configuration and the namespace are there', () => {
  for (const name of ['api', 'worker', 'checkout']) {
    expect(compose.services[name]?.depends_on).toEqual({
      configuration: { condition: 'service_completed_successfully' },
      'temporal-setup': { condition: 'service_completed_successfully' },
      temporal: { condition: 'service_healthy' },
    });
  }
  expect(compose.services['configuration']?.depends_on).toEqual({
    migration: { condition: 'service_completed_successfully' },
  });
});

it('holds no key or secret of development', () => {
  const development =
    /AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8|whsec_|mk_test|sandbox_secret|config\/gateway\.yaml/;
  for (const file of [text, dockerfile]) expect(file).not.toMatch(development);
});

it('builds an image of the bundles and of what they load, on glibc, for a user without rights', () => {
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(new Set(stages).size).toBe(1);
  expect(stages[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  expect(dockerfile).toMatch(/^RUN npm ci --ignore-scripts$/m);
  expect([...dockerfile.matchAll(/^COPY --from=build \/app\/(dist\S*)/gm)].map(([, path]) => path)).toEqual([
    'dist/workflows.js',
    'dist/bundles',
  ]);
  expect(dockerfile).toMatch(/^RUN node docker\/keep-packages\.mjs/m);
  const [, guides = '?'] =
    /guides = \[(.+)\]/.exec(readFileSync(`${root}apps/api/src/docs/guides.ts`, 'utf8')) ?? [];
  const copied = /^COPY (docs\/.+) docs\/$/m.exec(dockerfile)?.[1];
  expect(copied?.split(' ')).toEqual(guides.split(', ').map((guide) => `docs/${guide.slice(1, -1)}.md`));
  // Kubernetes runs an image as "not root" only if its user is a number.
  expect([...dockerfile.matchAll(/^USER (\S+)/gm)].map(([, user]) => user)).toEqual(['1000']);
});
