import { escapeHtml } from '#runtime/html';
import { guidePath, guides } from './guides.js';
import { renderMarkdown, type Section } from './render-markdown.js';

/** A guide as a page: its sections at the side, and links to the other guides and the reference. */
export function guidePage(markdown: string): string {
  const { title, sections, html } = renderMarkdown(markdown, placeOf);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<style>${style}</style>
</head>
<body>
<header><nav aria-label="Documents"><a href="/docs">Reference</a>
${guides.map((guide) => `<a href="${guidePath(guide)}">${guideTitles[guide]}</a>`).join('\n')}</nav></header>
<div class="page">
<nav class="sections" aria-label="Sections">${sections
    .filter(({ level }) => level === 2)
    .map(sectionLink)
    .join('')}</nav>
<main>
${html}</main>
</div>
</body>
</html>
`;
}

const guideTitles: Readonly<Record<(typeof guides)[number], string>> = {
  integrate: 'Integration guide',
  programs: 'Complete programs',
  errors: 'Errors',
  'test-values': 'Test values',
};

function sectionLink({ title, anchor }: Section): string {
  return `<a href="#${escapeHtml(anchor)}">${escapeHtml(title)}</a>`;
}

/** Guides, sections, pages of this api and of the web; a document that is only in the repository is named without a link. */
function placeOf(target: string): string | undefined {
  if (/^(?:https?:\/\/|#|\/)/.test(target)) return target;
  const [file = '', section] = target.split('#');
  const guide = guides.find((name) => file === `${name}.md`);
  if (guide === undefined) return undefined;
  return section === undefined ? guidePath(guide) : `${guidePath(guide)}#${section}`;
}

const style = `
  :root { color-scheme: light dark; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --back: #fff; --box: #f6f8fa; --link: #0757ba }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --back: #0d1117; --box: #151b23; --link: #79b8ff }
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
  header { border-bottom: 1px solid var(--line); padding: 12px 24px }
  header a { margin-right: 20px }
  a { color: var(--link) }
  .page { display: flex; max-width: 1200px; margin: 0 auto }
  .sections { flex: 0 0 240px; padding: 24px; font-size: 14px; position: sticky; top: 0; align-self: flex-start; max-height: 100vh; overflow: auto }
  .sections a { display: block; padding: 3px 0; text-decoration: none }
  main { flex: 1; min-width: 0; padding: 8px 24px 80px }
  h1, h2, h3, h4 { line-height: 1.25; scroll-margin-top: 16px }
  h2 { margin-top: 40px; padding-bottom: 6px; border-bottom: 1px solid var(--line) }
  code { font: 0.875em ui-monospace, monospace; background: var(--box); padding: 2px 4px; border-radius: 4px; overflow-wrap: anywhere }
  pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: 12px 16px; overflow: auto }
  pre code { padding: 0; overflow-wrap: normal }
  .table { overflow-x: auto }
  table { border-collapse: collapse; font-size: 15px }
  th, td { border: 1px solid var(--line); padding: 6px 10px; text-align: left; vertical-align: top; min-width: 60px }
  th { background: var(--box) }
  li:has(> [type=checkbox]) { list-style: none; margin-left: -1.4em }
  @media (max-width: 800px) { .page { display: block } .sections { position: static; max-height: none } }`;
