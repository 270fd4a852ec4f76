import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

/** Pages that the description refers to, beside it: documents of this repository. */
const guides = ['integrate.md', 'test-values.md', 'errors.md'];
/** What Swagger serves: the page with what it loads, and the description in both of its forms. */
const pages = ['/docs', '/docs/*', '/openapi.json', '/docs-yaml'];
/** What of a request's headers, and of an answer's, has to do with a page. */
const asked = ['if-none-match', 'if-modified-since', 'range'];
const told = ['content-type', 'etag', 'last-modified', 'cache-control', 'accept-ranges', 'content-range'];
const { resolve } = createRequire(import.meta.url);

/**
 * `/docs`, `/openapi.json` and the guides. What makes the pages is read when the first one is asked for, as it is a third of
 * what there is to read before an api takes payments.
 */
export function serveDocs(fastify: FastifyInstance, isDevelopment: boolean): void {
  for (const guide of guides) {
    fastify.get(`/docs/${guide}`, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readFile(resolve(`#docs/${guide}`))),
    );
  }
  let building: Promise<FastifyInstance> | undefined;
  const build = async () => {
    try {
      return await (await import('./build-docs.js')).buildDocs(isDevelopment);
    } catch (error) {
      // The next one who asks tries again.
      building = undefined;
      throw error;
    }
  };
  for (const page of pages) {
    fastify.get(page, async ({ originalUrl, headers }, reply) => {
      const docs = await (building ??= build());
      const answer = await docs.inject({ url: originalUrl, headers: pick(headers, asked) });
      if (answer.statusCode >= 500) throw new Error(`the pages answer with ${answer.statusCode}`);
      if (answer.statusCode >= 400) return reply.callNotFound();
      return reply.code(answer.statusCode).headers(pick(answer.headers, told)).send(answer.rawPayload);
    });
  }
}

function pick<Value>(
  headers: Readonly<Record<string, Value | undefined>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A browser lets no script set `Date`, which is signed: in development, and nowhere else, `X-Date` is read in its place
 * where there is none and a browser says that a page of ours asks.
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
