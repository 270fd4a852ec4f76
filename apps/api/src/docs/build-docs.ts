import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.js';
import { signInBrowser } from './sign-in-browser.js';
import { goldenRequest } from './signing-guide.js';

const title = 'Payments and Payouts Gateway';

@Module({})
class DocsModule {}

/**
 * `/docs` and `/openapi.json`, as an application of their own that listens nowhere and is asked by the api's. In development
 * "Try it out" signs with the key of the demo project; in production there is neither: a browser has no key to sign with.
 */
export async function buildDocs(isDevelopment: boolean): Promise<FastifyInstance> {
  const docs = await NestFactory.create<NestFastifyApplication>(DocsModule, new FastifyAdapter(), {
    logger: ['error', 'fatal'],
  });
  SwaggerModule.setup('docs', docs, openApiDocument(), {
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
  await docs.init();
  return docs.getHttpAdapter().getInstance();
}

const developmentKey = { keyId: goldenRequest.keyId, secret: goldenRequest.key };

/** Without Swagger's own name, and without its dialog for a signature, which cannot be typed by hand. */
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
