import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#runtime/create-log';
import { html } from '#runtime/html';
import { errorName, whereThrown } from '#runtime/where-thrown';
import { layout } from '../pages/layout.js';
import { LOG } from '../resources/resources.module.js';
import { viewerOf } from './viewer.js';

const sentences: Readonly<Record<number, string>> = {
  403: 'Nobody is signed on. Open this page through the company’s sign-on.',
  404: 'There is nothing here.',
  421: 'These pages have another address than this one.',
};

/** Turns everything that is thrown into a page. Addresses are never logged: they hold what people search for. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const status = statusOf(thrown);
    if (status >= 500) this.log.error({ error: errorName(thrown), at: whereThrown(thrown) }, 'unexpected');
    sendFailure(reply, status, viewerOf(host.switchToHttp().getRequest<FastifyRequest>()));
  }
}

/** For hooks and errors that come before any handler. */
export function sendFailure(reply: FastifyReply, status: number, viewer?: string): void {
  const sentence =
    sentences[status] ??
    (status < 500 ? 'This request cannot be read.' : 'The books are out of reach. Try again in a minute.');
  const page = layout({ title: `Error ${status}`, body: html`<p>${sentence}</p>`, viewer });
  void reply.code(status).header('content-type', 'text/html; charset=utf-8').send(page.markup);
}

/** Nest's exceptions and Fastify's own errors carry their status in different places. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown) {
    return typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
  }
  return 500;
}
