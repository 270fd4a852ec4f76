import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { quote } from '#domain/values/text';
import type { Logger } from '#runtime/create-log';
import { whereThrown } from '#runtime/where-thrown';
import { renderError } from './render-error.js';
import { noteAnswer } from './note-answer.js';

/** Turns everything that is thrown into the error body (contract §3). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly log: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, headers, body } = renderError(this.read(thrown, request), request.requestId);
    noteAnswer(request, body);
    if (!reply.sent) void reply.code(status).headers(headers).send(body);
  }

  private read(thrown: unknown, request: FastifyRequest): GatewayError {
    if (thrown instanceof GatewayError) return thrown;
    const status = statusOf(thrown);
    if (status === 413) return new GatewayError('bodyTooLarge');
    if (status === 404) {
      const allow = this.routes.methodsOf(request.raw.url ?? '');
      if (allow.length === 0) return pathNotFound(request);
      return methodNotAllowed(request, allow.join(', '));
    }
    if (status !== undefined && status < 500) return new GatewayError('invalidParams');
    const name = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'unknown';
    this.log.error({ requestId: request.requestId, error: name, at: whereThrown(thrown) }, 'unexpected');
    return new GatewayError('unexpected');
  }
}

/** If the path ends with a slash, the answer says so: without it the path would have methods. */
function methodNotAllowed({ originalUrl }: FastifyRequest, allow: string): GatewayError {
  const endsWithSlash = originalUrl.split('?')[0]?.endsWith('/');
  const description = endsWithSlash ? 'Leave out the slash at the end of the path' : undefined;
  return new GatewayError('methodNotAllowed', { allow, ...(description !== undefined && { description }) });
}

/** Without the query, which may be long and is not part of the resource. */
function pathNotFound({ originalUrl }: FastifyRequest): GatewayError {
  const [path = ''] = originalUrl.split('?');
  const description = `There is no path ${quote(path)}; the paths of this service are listed in /openapi.json`;
  return new GatewayError('resourceNotFound', { description });
}

/** Nest's exceptions and Fastify's own errors carry their status in different places. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown) {
    return typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
  }
  return undefined;
}

/** The HTTP methods of a path, for the `Allow` header of a 405. */
export type RouteTable = { methodsOf(target: string): readonly string[] };

/** Collects routes as they are registered; call it before the first one is. */
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
