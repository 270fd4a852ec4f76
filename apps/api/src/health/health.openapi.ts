import { live, ready } from '#domain/wire/health';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';

const healthLive: Endpoint = {
  method: 'get',
  path: '/health/live',
  operation: {
    operationId: 'healthLive',
    tags: ['operations'],
    summary: 'The process answers',
    description: 'For a probe that restarts what no longer answers.',
    security: [],
    responses: {
      '200': { description: 'It does', content: jsonContent(live, { live: { status: 'ok' } }) },
    },
  },
};

const healthReady: Endpoint = {
  method: 'get',
  path: '/health/ready',
  operation: {
    operationId: 'healthReady',
    tags: ['operations'],
    summary: 'Postgres and Temporal are within reach',
    description: 'For a load balancer that sends requests only where they can be served.',
    security: [],
    responses: {
      '200': {
        description: 'Both are',
        content: jsonContent(ready[200], { ready: { status: 'ok', postgres: true, temporal: true } }),
      },
      '503': {
        description: 'One is not',
        content: jsonContent(ready[503], {
          withoutTemporal: { status: 'unavailable', postgres: true, temporal: false },
        }),
      },
    },
  },
};

export const healthEndpoints: readonly Endpoint[] = [healthLive, healthReady];
