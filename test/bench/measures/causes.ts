import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What the time of a thread goes into. */
export const causes = [
  'ours',
  'SDK',
  'calls into the sandbox',
  'stacks of promises',
  'Node: net, http, streams',
  'Node: other',
  'V8 and system',
  'garbage',
  'Postgres client',
  'undici',
  'framework and schema',
  'log, figures, traces',
  'other packages',
] as const;
type Cause = (typeof causes)[number];

/** By the path of the source; the first that fits. */
const places: readonly (readonly [RegExp, Cause])[] = [
  [/worker\/(lib|src)\/workflow\/vm-shared|\/source-map\/|failure-converter/, 'stacks of promises'],
  [/^node:vm/, 'calls into the sandbox'],
  [/@temporalio\/|protobufjs|\/long\/|@grpc\/|^evalmachine|^wasm:/, 'SDK'],
  [/node_modules\/(pg|pg-pool|pg-protocol|pg-types|postgres-.*|typeorm|dedent)\//, 'Postgres client'],
  [/node_modules\/undici\/|^node:internal\/deps\/undici/, 'undici'],
  [
    /node_modules\/(fastify|@fastify|@nestjs|find-my-way|rxjs|ajv|class-validator|light-my-request|avvio|lossless-json|fast-json-stringify|secure-json-parse|reflect-metadata)/,
    'framework and schema',
  ],
  [
    /node_modules\/(@opentelemetry|prom-client|pino|@pinojs|sonic-boom|thread-stream|tdigest)/,
    'log, figures, traces',
  ],
  [/node_modules\//, 'other packages'],
  [
    /^node:(net|http|tls|stream|events|_http|_stream|dns|buffer|internal\/(stream|net|http|dns|tls|js_stream|timers))/,
    'Node: net, http, streams',
  ],
  [/^node:/, 'Node: other'],
  [/(^|\/)(apps|libs)\//, 'ours'],
];

const named: ReadonlyMap<string, Cause> = new Map([
  ['(garbage collector)', 'garbage'],
  ['(program)', 'V8 and system'],
]);

/** Share of each cause, from 0 to 1, in the time in which the thread did not wait. */
export type Shares = Readonly<Record<Cause, number>>;

/** A function's own time counts, and what is built into V8 counts for its caller. Bundled code is led back to its sources. */
export function sharesOf(profile: Profiler.Profile): Shares {
  const sourceOf = openSources();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const causeOf = (id: number | undefined): Cause | undefined => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (!node) return 'V8 and system';
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    if (functionName === '(idle)') return undefined;
    if (named.has(functionName) || url === '')
      return named.get(functionName) ?? causeOf(parents.get(node.id));
    const source = sourceOf(url, lineNumber, columnNumber);
    return places.find(([pattern]) => pattern.test(source))?.[1] ?? 'other packages';
  };
  const ms = Object.fromEntries(causes.map((cause) => [cause, 0])) as Record<Cause, number>;
  const known = new Map(profile.nodes.map(({ id }) => [id, causeOf(id)]));
  const { samples = [], timeDeltas = [] } = profile;
  for (const [index, id] of samples.entries()) {
    const cause = known.get(id);
    if (cause) ms[cause] += timeDeltas[index + 1] ?? 0;
  }
  const all = Object.values(ms).reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(causes.map((cause) => [cause, ms[cause] / Math.max(1, all)])) as Shares;
}

/** The source of a place in one of our bundles, as its source map has it; of any other file the file itself. */
function openSources() {
  const maps = new Map<string, SourceMap | undefined>();
  return (url: string, line: number, column: number): string => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (/node_modules|^node:/.test(file)) return file;
    if (!maps.has(file)) maps.set(file, readMap(file));
    const entry = maps.get(file)?.findEntry(line, column);
    return entry && 'originalSource' in entry ? entry.originalSource : file;
  };
}

function readMap(file: string): SourceMap | undefined {
  if (existsSync(`${file}.map`)) return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  if (!existsSync(file)) return undefined;
  const inline = /\/\/# sourceMappingURL=data:[^,]*base64,([\w+/=]+)\s*$/.exec(
    readFileSync(file, 'utf8'),
  )?.[1];
  if (inline === undefined) return undefined;
  return new SourceMap(JSON.parse(Buffer.from(inline, 'base64').toString('utf8')));
}
