import type { FastifyReply } from 'fastify';
import type { Html } from '../html/html.js';

export function sendPage(reply: FastifyReply, page: Html, status = 200): void {
  void reply.code(status).type('text/html; charset=utf-8').send(page.markup);
}
