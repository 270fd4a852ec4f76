import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Html } from '#runtime/html';
import { stylesheet } from './stylesheet.js';

/** No `form-action`: browsers apply it to the redirect after the form as well, and that one leads to the shop. */
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends one whole page. */
export function sendPage(reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .send(page.markup);
}

/** The one stylesheet of all pages. */
export function addStylesheet(server: FastifyInstance): void {
  server.get('/page.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('x-content-type-options', 'nosniff').send(stylesheet),
  );
}
