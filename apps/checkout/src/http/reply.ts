import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Html } from '#runtime/html';

type Headers = Readonly<Record<string, string>>;

/** Returned by a handler whose answer is more than a JSON body with status 200. */
export class Reply {
  constructor(
    readonly body: string | Buffer | object | undefined,
    readonly status: number,
    readonly headers: Headers = {},
  ) {}

  /** Sets status and headers, and returns the body that is left to send. */
  writeHead(reply: FastifyReply): Reply['body'] {
    void reply.code(this.status).headers(this.headers);
    return this.body;
  }
}

export function pageReply(page: Html, status = 200, headers: Headers = {}): Reply {
  return new Reply(page.markup, status, { ...headers, 'content-type': 'text/html; charset=utf-8' });
}

/** A file whose path changes with its content, so that browsers cache it forever. */
export function fileReply(content: Buffer, mediaType: string, headers: Headers = {}): Reply {
  const lasting = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': mediaType };
  return new Reply(content, 200, { ...lasting, ...headers });
}

/** After a form: the browser requests the page again, which is safe to reload. */
export function seeOther(path: string, headers: Headers = {}): Reply {
  return new Reply(undefined, 303, { ...headers, location: path });
}

@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next
      .handle()
      .pipe(map((answer: unknown) => (answer instanceof Reply ? answer.writeHead(reply) : answer)));
  }
}
