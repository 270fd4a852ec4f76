import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.js';
import { signInBrowser } from './sign-in-browser.js';
import { goldenRequest } from './signing-guide.js';

const title = 'Payments and Payouts Gateway';

/** Pages that the description refers to, beside it: documents of this repository. */
const guides = ['integrate.md', 'test-values.md', 'errors.md'];
const { resolve } = createRequire(import.meta.url);

/**
 * `/docs`, `/openapi.json` and the guides. In development "Try it out" signs with the key of the demo project; in
 * production there is neither: a browser has no key to sign with.
 */
export function serveDocs(api: NestFastifyApplication, isDevelopment: boolean): void {
  const fastify = api.getHttpAdapter().getInstance();
  for (const guide of guides) {
    fastify.get(`/docs/${guide}`, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readFile(resolve(`#docs/${guide}`))),
    );
  }
  SwaggerModule.setup('docs', api, openApiDocument(), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: title,
    customCss: isDevelopment ? `${style}${developmentStyle}` : style,
    swaggerOptions: {
      defaultModelsExpandDepth: 0,
      ...(isDevelopment
        ? { requestInterceptor: signInBrowser, developmentKey }
        : { supportedSubmitMethods: [] }),
    },
  });
}

const developmentKey = { keyId: goldenRequest.keyId, secret: goldenRequest.key };

/** Without Swagger's own name, and without a dialog that asks for a signature, which nobody can type. */
const style = `
  .swagger-ui :is(.topbar, .scheme-container, .authorization__btn) { display: none }
  .swagger-ui .info { margin: 20px 0 10px }
  .swagger-ui .info :is(p, li) { margin: 4px 0; line-height: 1.4 }
  .swagger-ui .info details { margin: 6px 0 }
  .swagger-ui .info summary { cursor: pointer; font-weight: bold }`;
const developmentStyle = `
  .swagger-ui .info::after {
    content: '“Try it out” signs with ${developmentKey.keyId}; open /docs?key=mk_test_limits to sign as another project.';
    color: #3b4151; font: italic 14px sans-serif;
  }`;

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
