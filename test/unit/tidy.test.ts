import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Goal: the layout stays what `docs/architecture.md` says it is. Method: read every import of every source file and
 * hold it against the table below; measure sizes; look for what is banned.
 */
const node = /^node:/;
const ownRooms: readonly { readonly room: string; readonly mayImport: readonly (string | RegExp)[] }[] = [
  { room: 'libs/domain', mayImport: [] },
  { room: 'libs/countries', mayImport: ['domain', 'libphonenumber-js', 'iso-3166', 'clabe-validator'] },
  { room: 'libs/runtime', mayImport: [node, 'pino', '@temporalio/envconfig'] },
  { room: 'libs/metrics', mayImport: [node, 'domain', 'runtime', 'prom-client', 'fastify'] },
  { room: 'libs/tracing', mayImport: [node, 'runtime', /^@opentelemetry\//] },
  { room: 'libs/contracts', mayImport: ['domain', '@temporalio/common', '@temporalio/workflow'] },
  { room: 'libs/gateway/signature', mayImport: [node] },
  { room: 'libs/client', mayImport: [node, 'gateway/signature'] },
  {
    room: 'libs/gateway/statements',
    mayImport: [node, 'domain', 'csv-parse', 'lossless-json', 'saxes'],
  },
  { room: 'libs/gateway', mayImport: [node, 'domain', 'undici'] },
  { room: 'libs/configuration', mayImport: [node, 'domain', 'yaml', 'ajv'] },
  {
    room: 'libs/persistence',
    mayImport: [node, 'domain', 'runtime/repeat', 'typeorm', 'pg', 'lossless-json', 'uuid'],
  },
  { room: 'apps/worker/src/workflows', mayImport: ['domain', 'contracts', '@temporalio/workflow'] },
  {
    room: 'apps/worker/src/activities',
    mayImport: [
      node,
      'domain',
      'contracts',
      'countries',
      'gateway',
      'persistence',
      'metrics',
      'runtime',
      'tracing',
      '@temporalio/activity',
      '@temporalio/common',
      'uuid',
    ],
  },
  {
    room: 'apps/worker',
    mayImport: [
      node,
      'domain',
      'contracts',
      'gateway',
      'persistence',
      'metrics',
      'runtime',
      'tracing',
      /^@temporalio\//,
    ],
  },
  {
    room: 'apps/api',
    mayImport: [
      node,
      'domain',
      'contracts',
      'countries',
      'gateway',
      'persistence',
      'metrics',
      'runtime',
      'tracing',
      /^@nestjs\//,
      '@temporalio/client',
      'fastify',
      'class-validator',
      'lossless-json',
      'marked',
      'reflect-metadata',
      'rxjs',
      'uuid',
    ],
  },
  {
    room: 'apps/checkout',
    mayImport: [
      node,
      'domain',
      'contracts',
      'persistence',
      'metrics',
      'runtime',
      /^@nestjs\//,
      '@temporalio/client',
      'fastify',
      'reflect-metadata',
      'rxjs',
      'uqr',
    ],
  },
  {
    room: 'apps/staff',
    mayImport: [
      node,
      'domain',
      'contracts',
      'configuration/compare-configurations',
      'persistence',
      'runtime',
      /^@nestjs\//,
      'fastify',
      'reflect-metadata',
    ],
  },
  {
    room: 'apps/cli',
    mayImport: [
      node,
      'domain',
      'contracts',
      'configuration',
      'countries',
      'gateway',
      'persistence',
      'runtime',
      '@temporalio/client',
      '@temporalio/common',
      'commander',
    ],
  },
  // Its orders are the examples of the catalogue.
  { room: 'tools/demo', mayImport: [node, 'client', 'domain/methods', 'runtime', 'undici'] },
  {
    room: 'tools/generate',
    mayImport: [
      node,
      'domain',
      'gateway/connectors',
      'metrics',
      'persistence/entities',
      'scripts',
      'typeorm',
      'yaml',
    ],
  },
  {
    room: 'apps/sandbox',
    mayImport: [
      node,
      'countries',
      'gateway/signature',
      'runtime/html',
      'fastify',
      '@fastify/formbody',
      'undici',
    ],
  },
];

/**
 * A file of at most this many lines has two importers, or is what stands alone by its nature: a controller, a module, an
 * entity, a DTO, a migration, or an entry point, which nothing imports.
 */
const fragmentLinesMax = 25;
const standsAlone = /\.(?:controller|module|entity|dto)\.ts$|^libs\/persistence\/migrations\//;

const sources = ['apps', 'libs', 'tools'].flatMap(filesBelow).filter((path) => path.endsWith('.ts'));
const tests = filesBelow('test').filter((path) => path.endsWith('.ts'));
const code = sources.filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
const importers = countImporters();
const fragments = code.filter(
  (path) => lineCount(path) <= fragmentLinesMax && !standsAlone.test(path) && importers.get(path) === 1,
);

describe('who may import whom', () => {
  it.each(code)('%s', (path) => {
    const room = ownRooms.find((candidate) => path.startsWith(`${candidate.room}/`));
    expect(room, 'every file lives in a room').toBeDefined();
    for (const { target, isType } of importsOf(path)) {
      if (room && isAllowed(path, target, room, isType)) continue;
      expect.fail(`${path} may not import ${target}`);
    }
  });

  it('has no circle, types included', () => {
    const waiting = new Map(
      code.map((path) => [path, new Set(importsOf(path).map(({ target }) => fileOf(path, target)))]),
    );
    // What imports nothing that is left is in no circle: it leaves, until only circles and what leads to them are left.
    for (let before = -1; before !== waiting.size;) {
      before = waiting.size;
      for (const [path, targets] of waiting)
        if (![...targets].some((target) => waiting.has(target))) waiting.delete(path);
    }
    expect([...waiting.keys()]).toEqual([]);
  });

  it('has no barrel but the one that the workflow bundle needs', () => {
    const barrels = code.filter((path) => basename(path) === 'index.ts');
    expect(barrels).toEqual(['apps/worker/src/workflows/index.ts']);
    expect(code.filter((path) => /^export \*/m.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

describe('files', () => {
  it.each([...sources, ...tests].filter((path) => lineCount(path) > 200))(
    '%s is not longer than 300 lines',
    (path) => {
      expect(lineCount(path)).toBeLessThanOrEqual(300);
    },
  );

  it('say enough to stand alone, or are merged with their only user', () => {
    expect(fragments).toEqual([]);
  });

  it('have a median of at most 80 lines', () => {
    const counts = code.map(lineCount).toSorted((left, right) => left - right);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(80);
  });

  it('have names that say what they are about', () => {
    const banned = /(?:^|[-/])(?:util|utils|helper|helpers|common|misc|shared|constants|types)(?:[-./]|$)/;
    expect([...sources, ...tests].filter((path) => banned.test(path))).toEqual([]);
  });

  it('decide nothing by method outside the catalogue', () => {
    const decisions = code.filter(
      (path) =>
        !path.startsWith('libs/domain/methods/') &&
        !path.startsWith('apps/sandbox/') &&
        /\bmethod(?:Code|Name)?\s*[=!]==?\s*'[a-z]/.test(readFileSync(path, 'utf8')),
    );
    expect(decisions).toEqual([]);
  });
});

function isAllowed(
  path: string,
  target: string,
  { room, mayImport }: (typeof ownRooms)[number],
  isType: boolean,
): boolean {
  if (target.startsWith('.')) {
    const resolved = normalize(join(dirname(path), target));
    // Workflows know their activities by type only.
    if (room === 'apps/worker/src/workflows' && resolved.startsWith('apps/worker/src/activities/'))
      return isType;
    if (resolved.startsWith('scripts/')) return mayImport.includes('scripts');
    const top = room.split('/').slice(0, 2).join('/');
    return resolved.startsWith(`${top}/`) && (room !== 'libs/gateway/signature' || resolved.startsWith(room));
  }
  const own = target.startsWith('#') ? target.slice(1) : target;
  if (own.startsWith(`${room.replace(/^libs\//, '')}/`)) return true;
  return mayImport.some((allowed) =>
    typeof allowed === 'string' ? own === allowed || own.startsWith(`${allowed}/`) : allowed.test(own),
  );
}

function importsOf(path: string): { readonly target: string; readonly isType: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^import\s+()'([^']+)'/gms,
  );
  return [...statements].map(([, type, from, , bare]) => ({
    target: from ?? bare ?? '',
    isType: type !== undefined,
  }));
}

/** By how many files each is imported; a unit test beside it does not count. */
function countImporters(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of [...sources, ...tests]) {
    const targets = new Set(importsOf(path).map(({ target }) => fileOf(path, target)));
    targets.delete(path.replace('.test.ts', '.ts'));
    for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

function fileOf(importer: string, target: string): string {
  if (target.startsWith('#')) return `libs/${target.slice(1)}.ts`;
  return normalize(join(dirname(importer), target)).replace(/\.js$/, '.ts');
}

function lineCount(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
