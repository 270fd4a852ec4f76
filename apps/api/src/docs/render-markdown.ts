import { Marked, Renderer } from 'marked';
import { escapeHtml } from '#runtime/html';

/** Where a link leads on the page; undefined leaves its words alone. */
export type LinkOf = (target: string) => string | undefined;
/** A heading below the title, and the anchor by which links name it. */
export type Section = { readonly level: number; readonly title: string; readonly anchor: string };
export type Rendered = {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly html: string;
};

/**
 * The Markdown in which the guides are written, GitHub's, as HTML. HTML in it is not read: it is text, and all text is escaped.
 * So are addresses that are not written as links.
 */
export function renderMarkdown(text: string, linkOf: LinkOf): Rendered {
  const sections: Section[] = [];
  const marked = new Marked({
    tokenizer: { html: () => undefined, tag: () => undefined, url: () => undefined },
    renderer: {
      heading({ depth: level, tokens }) {
        const title = this.parser.parseInline(tokens, this.parser.textRenderer);
        const anchor = anchorOf(title);
        sections.push({ level, title, anchor });
        return `<h${level} id="${escapeHtml(anchor)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const place = linkOf(href);
        const words = this.parser.parseInline(tokens);
        return place === undefined ? words : `<a href="${escapeHtml(place)}">${words}</a>`;
      },
      // Code and tables may be wider than the page: they take the focus, so that the arrow keys scroll them.
      code: (code) => `<pre tabindex="0"><code>${escapeHtml(code.text)}</code></pre>\n`,
      table(table) {
        return `<div class="table" tabindex="0">${Renderer.prototype.table.call(this, table)}</div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  const [top, ...others] = sections;
  return { title: top?.title ?? '', sections: others, html };
}

/** As GitHub makes them, so that a link leads to the same place here and there. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
