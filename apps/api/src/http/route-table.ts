import type { FastifyInstance } from 'fastify';

/** Which HTTP methods a path has, for the `Allow` header of a 405. */
export type RouteTable = { methodsOf(target: string): readonly string[] };

/** Collects routes as they are registered; must be called before any is. */
export function collectRoutes(fastify: FastifyInstance): RouteTable {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  fastify.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', String.raw`\.`).replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
    routes.push({ pattern, methods: Array.isArray(method) ? method : [method] });
  });
  return {
    methodsOf(target) {
      const [path = ''] = target.split('?');
      const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
      return [...new Set(found)];
    },
  };
}
