import type { FastifyInstance, FastifyReply } from 'fastify';
import { stylesheet } from './stylesheet.js';

/** Markup that is safe to put into a page as it is. */
export type Html = { readonly markup: string };

/** Template tag: everything interpolated is escaped, unless it is markup already. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  return { markup: parts.reduce((page, part, index) => page + toMarkup(values[index - 1] ?? '') + part) };
}

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

function toMarkup(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escape(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
