import { escapeHtml } from '#runtime/html';

/** Where a link leads on the page; undefined leaves its words alone. */
export type LinkOf = (target: string) => string | undefined;

const spans = [
  /`(?<code>[^`]+)`/,
  /\[(?<words>(?:[^[\]`]|`[^`]*`)+)\]\((?<target>[^\s()]+)\)/,
  /\*\*(?<strong>[^]+?)\*\*/,
  /(?<!\w)_(?<emphasis>[^_]+)_(?!\w)/,
  /\\(?<escaped>[^\w\s])/,
];
const span = new RegExp(spans.map(({ source }) => source).join('|'), 'g');

/** Code, links, bold, italics and escapes of one paragraph or cell, as HTML. */
export function renderInline(text: string, linkOf: LinkOf): string {
  let html = '';
  let end = 0;
  for (const found of text.matchAll(span)) {
    html += escapeHtml(text.slice(end, found.index)) + renderSpan(found.groups ?? {}, linkOf);
    end = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(end));
}

function renderSpan(groups: Readonly<Record<string, string | undefined>>, linkOf: LinkOf): string {
  const { code, words, target, strong, emphasis, escaped } = groups;
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
  if (strong !== undefined) return `<strong>${renderInline(strong, linkOf)}</strong>`;
  if (emphasis !== undefined) return `<em>${renderInline(emphasis, linkOf)}</em>`;
  if (words === undefined || target === undefined) return escapeHtml(escaped ?? '');
  const place = linkOf(target);
  const shown = renderInline(words, linkOf);
  return place === undefined ? shown : `<a href="${escapeHtml(place)}">${shown}</a>`;
}

/** What a reader sees of it. */
export function plainText(text: string): string {
  return text.replaceAll(span, (...found) => {
    const { code, words, strong, emphasis, escaped } = found.at(-1) as Record<string, string | undefined>;
    return code ?? escaped ?? plainText(words ?? strong ?? emphasis ?? '');
  });
}
