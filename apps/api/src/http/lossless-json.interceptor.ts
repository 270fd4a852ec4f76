import type { Readable } from 'node:stream';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { writeJson } from '#domain/values/write-json';
import { CsvAnswer } from './csv-answer.js';
import { noteAnswer } from './note-answer.js';

/** Returned by a handler whose HTTP status depends on the result. */
export class Answer<Body> {
  constructor(
    readonly status: number,
    readonly body: Body,
  ) {}
}

/**
 * Writes the result of a handler as JSON, numbers exactly as they were sent. `undefined` becomes an empty body; CSV is sent as it
 * is.
 */
export class LosslessJsonInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<string | Readable | undefined> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((returned: unknown) => {
        if (returned instanceof CsvAnswer) {
          void reply.headers({
            'content-type': 'text/csv; charset=utf-8; header=present',
            'content-disposition': `attachment; filename="${returned.fileName}"`,
          });
          return returned.content;
        }
        if (returned instanceof Answer) void reply.code(returned.status);
        const body = returned instanceof Answer ? returned.body : returned;
        if (body === undefined) return undefined;
        noteAnswer(context.switchToHttp().getRequest<FastifyRequest>(), body);
        void reply.header('content-type', 'application/json; charset=utf-8');
        return writeJson(body);
      }),
    );
  }
}
