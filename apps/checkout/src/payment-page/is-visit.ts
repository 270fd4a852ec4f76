import type { FastifyRequest } from 'fastify';

/** A customer who opens the page; not a look at its headers, nor a browser that fetches it in advance. */
export function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return method === 'GET' && !String(purpose ?? '').startsWith('prefetch');
}
