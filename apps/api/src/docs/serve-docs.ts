import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { guidePath, guides } from './guides.js';

/** The description, the page that shows it, and what that page loads: nothing else of Swagger's folder is served. */
const pages = [
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui-standalone-preset.js',
  '/docs/swagger-ui-init.js',
  '/docs/favicon-16x16.png',
  '/docs/favicon-32x32.png',
];
/** The page writes styles of its own, and needs nothing of another origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;
const { resolve } = createRequire(import.meta.url);

/** Bytes that are made once, when the process starts. */
type Page = { readonly mediaType: string; readonly content: Buffer; readonly etag: string };

/**
 * `/docs`, `/openapi.json` and the guides. What makes the pages is read when the first one is asked for, as it is a third of
 * what there is to read before an api takes payments; they are made once.
 */
export function serveDocs(fastify: FastifyInstance, isDevelopment: boolean): void {
  let making: Promise<ReadonlyMap<string, Page>> | undefined;
  const make = () =>
    makePages(isDevelopment).catch((error: unknown) => {
      // The next request tries again.
      making = undefined;
      throw error;
    });
  for (const path of [...pages, ...guides.flatMap((guide) => [guidePath(guide), sourcePath(guide)])]) {
    fastify.get(path, async ({ headers }, reply) => {
      const page = (await (making ??= make())).get(path);
      if (!page) return reply.callNotFound();
      void reply.headers({ ...pageHeaders, etag: page.etag });
      if (headers['if-none-match'] === page.etag) return reply.code(304).send();
      return reply.type(page.mediaType).send(page.content);
    });
  }
}

async function makePages(isDevelopment: boolean): Promise<ReadonlyMap<string, Page>> {
  const [{ buildDocs }, { guidePage }] = await Promise.all([
    import('./build-docs.js'),
    import('./guide-page.js'),
  ]);
  const docs = await buildDocs(isDevelopment);
  const made = pages.map(async (path) => {
    const { statusCode, headers, rawPayload } = await docs.inject(path);
    if (statusCode !== 200) throw new Error(`${path} is answered with ${statusCode}`);
    return [path, pageOf(String(headers['content-type']), rawPayload)] as const;
  });
  const read = guides.map(async (guide) => {
    const source = await readFile(resolve(`#docs/${guide}.md`));
    const page = Buffer.from(guidePage(source.toString()));
    return [
      [guidePath(guide), pageOf('text/html; charset=utf-8', page)],
      [sourcePath(guide), pageOf('text/plain; charset=utf-8', source)],
    ] as const;
  });
  const all = new Map([...(await Promise.all(made)), ...(await Promise.all(read)).flat()]);
  await docs.close();
  return all;
}

function pageOf(mediaType: string, content: Buffer): Page {
  return { mediaType, content, etag: `"${createHash('sha256').update(content).digest('base64url')}"` };
}

/** The Markdown of a guide, for programs that read it. */
function sourcePath(guide: string): string {
  return `${guidePath(guide)}.md`;
}

/**
 * Scripts in a browser cannot set `Date`, which is signed. In development only, `X-Date` replaces an absent `Date` if the
 * browser marks the request as one of the same origin.
 */
export function takeDateOfPage(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const { 'x-date': given, date, 'sec-fetch-site': asking } = raw.headers;
    if (date === undefined && asking === 'same-origin' && typeof given === 'string') {
      raw.rawHeaders.push('Date', given);
    }
    done();
  });
}
