import { assetFiles, scriptInventory, type ScriptName } from '../assets/asset-files.js';
import type { Brand } from '../brand/brand-of.js';
import type { Language } from '../languages/words.js';
import { html, type Html } from '#runtime/html';

/** Where the browser goes by itself; an absolute path or URL. */
export type Refresh = { readonly seconds: number; readonly url: string };

/** A complete page, with nothing inline and nothing from another origin. */
export function layout(page: {
  readonly language: Language;
  readonly title: string;
  /** Names what the page shows, for the stylesheet, the script and tests. */
  readonly state: string;
  readonly brand?: Brand | undefined;
  readonly refresh?: Refresh | undefined;
  /** Further data attributes of `main`, for the script. */
  readonly data?: Readonly<Record<string, string | undefined>>;
  /** In the order they run. */
  readonly scripts?: readonly ScriptName[];
  readonly body: Html;
}): Html {
  const { language, title, state, brand, refresh, data = {}, scripts = [], body } = page;
  return html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        ${refresh && refreshTag(refresh)}
        <title>${title}</title>
        <link rel="icon" href="${brand?.logoPath ?? assetFiles['icon.svg'].path}" />
        <link rel="stylesheet" href="${assetFiles['checkout.css'].path}" />
        ${brand?.stylesheetPath && html`<link rel="stylesheet" href="${brand.stylesheetPath}" />`}
        ${scripts.map(scriptTag)}
      </head>
      <body>
        <main data-state="${state}" ${Object.entries(data).map(attribute)}>${body}</main>
      </body>
    </html> `;
}

/** Only without scripts: the script moves on by itself, and lets people stay. */
function refreshTag({ seconds, url }: Refresh): Html {
  return html`<noscript><meta http-equiv="refresh" content="${String(seconds)};url=${url}" /></noscript>`;
}

/** With the reviewed integrity, so that browsers run nothing else. Throws for a script that is not in the inventory. */
function scriptTag(file: ScriptName): Html {
  const script = scriptInventory.find((candidate) => candidate.file === file);
  if (script === undefined) throw new Error(`the inventory has no script ${file}`);
  return html`<script type="module" src="${assetFiles[file].path}" integrity="${script.integrity}"></script>`;
}

function attribute([name, value]: readonly [string, string | undefined]): Html {
  if (value === undefined) return html``;
  return { markup: html`data-${name}="${value}" `.markup };
}
