import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#runtime/create-log';
import { errorName, whereThrown } from '#runtime/where-thrown';
import { failurePage } from '../html/failure-page.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { languages } from '../languages/languages.js';
import type { Failure } from '../languages/words.js';
import { InjectService } from '../services.module.js';
import { pageReply } from './reply.js';

/** What a link may do is full again by then, for whoever just went beyond it. */
const retryAfterSeconds = 5;

/** Turns everything that was thrown into a page. URLs are never logged: they hold the link's token. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@InjectService('log') private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const status = statusOf(thrown);
    if (status >= 500) this.log.error({ error: errorName(thrown), at: whereThrown(thrown) }, 'unexpected');
    if (status === 429) void reply.header('retry-after', String(retryAfterSeconds));
    sendFailure(request, reply, status);
  }
}

/** Sends the page of a failure at once, also from where there is no handler yet whose answer could be rendered. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const language = chooseLanguage(undefined, request.headers['accept-language']);
  const page = failurePage(languages[language], failureOf(status));
  void reply.send(pageReply(page, status).writeHead(reply));
}

function failureOf(status: number): Failure {
  if (status === 404) return 'unknownLink';
  if (status === 410) return 'expiredLink';
  if (status === 429) return 'tooMany';
  return status < 500 ? 'refused' : 'unavailable';
}

/** Nest's exceptions and Fastify's own errors carry their status in different places. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown) {
    return typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
  }
  return 500;
}
