import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#runtime/create-log';
import { errorName, whereThrown } from '#runtime/where-thrown';
import { failurePage, languageQuery } from '../html/failure-page.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { chosenLanguage, isLanguageChoice } from '../languages/language-choice.js';
import { languages } from '../languages/languages.js';
import type { Failure } from '../languages/words.js';
import { LOG } from '../resources/resources.module.js';
import { pageReply } from './reply.js';

/** A link that just exceeded its limit may be used again by then. */
const retryAfterSeconds = 5;

/** Turns everything that is thrown into a page. URLs are never logged: they contain the link's token. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Logger) {}

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

/** Sends the page of a failure directly, for hooks and errors that come before any handler. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const language = chooseLanguage(
    askedLanguage(request) ?? chosenLanguage(request.headers.cookie),
    request.headers['accept-language'],
  );
  const page = failurePage(languages[language], failureOf(status));
  void reply.send(pageReply(page, status).writeHead(reply));
}

/** Read from the address itself: a URL that cannot be decoded has no query. */
function askedLanguage({ url }: FastifyRequest): string | undefined {
  const choice = new URLSearchParams(url.split('?')[1]).get(languageQuery);
  return isLanguageChoice(choice) ? choice : undefined;
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
