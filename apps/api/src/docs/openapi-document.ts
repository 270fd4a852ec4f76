import type { OpenAPIObject } from '@nestjs/swagger';
import { endpoints } from './endpoints.js';
import { introduction } from './introduction.js';
import { challengeSchema } from './schemas/challenge-schema.js';
import { errorSchema } from './schemas/error-schema.js';

/** The description of the api, made of the tables that decide what it does: catalogue, forms and errors. */
export function openApiDocument(): OpenAPIObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments and Payouts Gateway',
      version: '2',
      description: introduction,
      contact: { name: 'The team that runs this gateway' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ signature: [] }],
    tags: [
      { name: 'payments', description: 'Money collected from a customer' },
      { name: 'payouts', description: 'Money sent to a beneficiary, and the balance that it comes from' },
      { name: 'methods', description: 'The catalogue, as your project can use it' },
      { name: 'events', description: 'Results, beside the callbacks' },
      { name: 'operations', description: 'Not signed by merchants: for probes and providers' },
    ],
    paths: pathsOf(),
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`Signature keyId="mk_...",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="<base64>"`; see *Signing a request*.',
        },
      },
      schemas: {
        ...Object.assign({}, ...endpoints.map(({ schemas = {} }) => schemas)),
        Challenge: challengeSchema,
        Error: errorSchema,
      },
    },
  };
}

function pathsOf(): OpenAPIObject['paths'] {
  const paths: OpenAPIObject['paths'] = {};
  for (const { path, method, operation } of endpoints) {
    paths[path] = { ...paths[path], [method]: operation };
  }
  return paths;
}
