import type { Language } from '../languages/words.js';
import { html, type Html } from './html.js';
import { stylesheetPath } from './stylesheet.js';

/** Where the browser goes next without the customer's doing; an absolute path or URL. */
export type Refresh = { readonly seconds: number; readonly url: string };

/** One whole page, without a script and without anything from another origin. */
export function layout(page: {
  readonly language: Language;
  readonly title: string;
  readonly refresh?: Refresh | undefined;
  readonly body: Html;
}): Html {
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${page.refresh && refreshTag(page.refresh)}
        <title>${page.title}</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
      </head>
      <body>
        <main>${page.body}</main>
      </body>
    </html> `;
}

function refreshTag({ seconds, url }: Refresh): Html {
  return html`<meta http-equiv="refresh" content="${String(seconds)};url=${url}" />`;
}
