import type { Endpoint } from '../endpoint.js';

export const metrics: Endpoint = {
  method: 'get',
  path: '/metrics',
  operation: {
    operationId: 'metrics',
    tags: ['operations'],
    summary: 'Figures for a monitoring system',
    description:
      'The exposition format of Prometheus: requests and their durations by route and status, open transactions, ' +
      'open reviews, callbacks under way, and the process itself.',
    security: [],
    responses: {
      '200': {
        description: 'The figures of this process, and what the books say is open',
        content: {
          'text/plain': {
            schema: { type: 'string' },
            example: 'gateway_open_transactions{type="payout",status="pending"} 3',
          },
        },
      },
    },
  },
};
