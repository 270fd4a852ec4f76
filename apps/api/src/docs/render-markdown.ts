import { escapeHtml } from '#runtime/html';
import { plainText, renderInline, type LinkOf } from './markdown-inline.js';

/** A heading below the title, and the anchor by which links name it. */
export type Section = { readonly level: number; readonly title: string; readonly anchor: string };
export type Rendered = {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly html: string;
};

/**
 * The Markdown in which the guides are written, as HTML: headings, paragraphs, lists, tables, and code. Anything else stays text,
 * and all text is escaped. The guides belong to this repository, so hostile input is out of its scope.
 */
export function renderMarkdown(text: string, linkOf: LinkOf): Rendered {
  const sections: Section[] = [];
  const html = renderBlocks(text.split('\n'), { linkOf, sections });
  const [top, ...others] = sections;
  return { title: top?.title ?? '', sections: others, html };
}

type Context = { readonly linkOf: LinkOf; readonly sections: Section[] };
/** Lines that are left, and what became of those before them. */
type Taken = { readonly html: string; readonly count: number };

function renderBlocks(lines: readonly string[], context: Context): string {
  let html = '';
  for (let at = 0; at < lines.length;) {
    const taken = takeBlock(lines.slice(at), context);
    html += taken.html;
    at += taken.count;
  }
  return html;
}

function takeBlock(lines: readonly string[], context: Context): Taken {
  const [line = ''] = lines;
  if (line.trim() === '') return { html: '', count: 1 };
  if (line.startsWith('```')) return takeCode(lines);
  if (headingForm.test(line)) return { html: renderHeading(line, context), count: 1 };
  if (line.startsWith('|') && dividerForm.test(lines[1] ?? '')) return takeTable(lines, context);
  if (itemForm.test(line)) return takeList(lines, context);
  const count = countUntil(lines, (other) => other.trim() === '' || startsBlock(other));
  const words = lines.slice(0, count).join('\n');
  return { html: `<p>${renderInline(words, context.linkOf)}</p>\n`, count };
}

const headingForm = /^(?<marks>#{1,6}) (?<words>.+)$/;
const dividerForm = /^\|[ :|-]+\|$/;
const itemForm = /^(?<marker>[-*]|\d+\.) +/;

function startsBlock(line: string): boolean {
  return line.startsWith('```') || headingForm.test(line) || itemForm.test(line);
}

/** At least one, so that reading goes on. */
function countUntil(lines: readonly string[], isOther: (line: string) => boolean): number {
  const found = lines.findIndex((line, at) => at > 0 && isOther(line));
  return found === -1 ? lines.length : found;
}

function takeCode(lines: readonly string[]): Taken {
  const end = countUntil(lines, (line) => line === '```');
  const code = escapeHtml(lines.slice(1, end).join('\n'));
  return { html: `<pre tabindex="0"><code>${code}</code></pre>\n`, count: end + 1 };
}

function renderHeading(line: string, { linkOf, sections }: Context): string {
  const { marks = '', words = '' } = headingForm.exec(line)?.groups ?? {};
  const level = marks.length;
  const title = plainText(words);
  const anchor = anchorOf(title);
  sections.push({ level, title, anchor });
  return `<h${level} id="${escapeHtml(anchor)}">${renderInline(words, linkOf)}</h${level}>\n`;
}

/** As GitHub makes them, so that a link leads to the same place here and there. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function takeTable(lines: readonly string[], { linkOf }: Context): Taken {
  const count = countUntil(lines, (line) => !line.startsWith('|'));
  const [head = '', , ...rows] = lines.slice(0, count);
  const row = (line: string, tag: string) =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${renderInline(cell, linkOf)}</${tag}>`)
      .join('')}</tr>`;
  const body = rows.map((line) => row(line, 'td')).join('\n');
  const table = `<table><thead>${row(head, 'th')}</thead>\n<tbody>${body}</tbody></table>`;
  return { html: `<div class="table" tabindex="0">${table}</div>\n`, count };
}

/** A bar that belongs to a cell is written `\|`, also in code. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/** What belongs to an item is indented as far as its words are. */
function takeList(lines: readonly string[], context: Context): Taken {
  const isOrdered = /^\d/.test(lines[0] ?? '');
  const items: string[] = [];
  let at = 0;
  while (at < lines.length && itemForm.test(lines[at] ?? '')) {
    const rest = lines.slice(at);
    const indent = itemForm.exec(rest[0] ?? '')?.[0].length ?? 0;
    const count = countUntil(rest, (line) => line.trim() !== '' && !line.startsWith(' '.repeat(indent)));
    items.push(
      renderItem(
        rest.slice(0, count).map((line) => line.slice(indent)),
        context,
      ),
    );
    at += count;
  }
  const tag = isOrdered ? 'ol' : 'ul';
  return { html: `<${tag}>\n${items.join('')}</${tag}>\n`, count: at };
}

function renderItem([first = '', ...others]: readonly string[], context: Context): string {
  const task = first.startsWith('[ ] ') ? '<input type="checkbox" disabled> ' : '';
  const words = task === '' ? first : first.slice('[ ] '.length);
  const html = renderBlocks([words, ...others], context).replace(/^<p>([^]*?)<\/p>/, '$1');
  return `<li${task === '' ? '' : ' class="task"'}>${task}${html.trimEnd()}</li>\n`;
}
