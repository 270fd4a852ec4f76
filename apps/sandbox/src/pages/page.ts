import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Html } from '#runtime/html';

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

const stylesheet = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --edge: #8a94a3; --accent: #0b5d52; --back: #eef1f4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --paper: #1a2029; --edge: #77818f; --accent: #6fd3c3; --back: #10141a }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 2rem auto; padding: 1.5rem 2rem 2rem; background: var(--paper); border-radius: .75rem }
h1 { font-size: 1.4rem; margin: 0 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0 0 1.5rem }
dt { color: var(--edge) }
dd { margin: 0; overflow-wrap: anywhere }
code { font-size: 1.05rem; overflow-wrap: anywhere }
td code { overflow-wrap: break-word }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--edge) }
form { display: flex; flex-wrap: wrap; gap: .75rem }
button { font: inherit; padding: .6rem 1.4rem; border: 1px solid var(--edge); border-radius: .5rem; background: none;
  color: var(--ink); cursor: pointer }
button[value=approve] { background: var(--accent); border-color: var(--accent); color: var(--paper) }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;
