import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guidePage } from './guide-page.js';
import { guides } from './guides.js';
import { renderMarkdown } from './render-markdown.js';

const html = (text: string) => renderMarkdown(text, (target) => target).html.trim();

describe('Markdown', () => {
  it.each([
    ['## `GET` _it_', '<h2 id="get-it"><code>GET</code> <em>it</em></h2>'],
    ['one\ntwo **bold** snake_case_name', '<p>one\ntwo <strong>bold</strong> snake_case_name</p>'],
    [
      '[`a`](b.md#c) \\* <b> & "q"',
      '<p><a href="b.md#c"><code>a</code></a> * &lt;b&gt; &amp; &quot;q&quot;</p>',
    ],
    ['```js\na <b>\n\n# c\n```', '<pre tabindex="0"><code>a &lt;b&gt;\n\n# c</code></pre>'],
    ['- a\n  b\n- c', '<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>'],
    [
      '1. a\n\n   ```\n   x\n   ```\n\n2. c\n\nd',
      '<ol>\n<li><p>a</p>\n<pre tabindex="0"><code>x</code></pre>\n</li>\n<li><p>c</p>\n</li>\n</ol>\n<p>d</p>',
    ],
    ['- [ ] a', '<ul>\n<li><input disabled="" type="checkbox"> a</li>\n</ul>'],
  ])('%j', (text, wanted) => expect(html(text)).toBe(wanted));

  it('has tables, with bars in their cells', () => {
    const table = html('| a | b |\n| - | - |\n| `x \\| y` | [z](#z) |\n\nend');
    expect(table).toMatch(/^<div class="table" tabindex="0"><table>/);
    expect(table).toContain('<th>a</th>\n<th>b</th>\n</tr>');
    expect(table).toContain('<td><code>x | y</code></td>\n<td><a href="#z">z</a></td>\n</tr>');
    expect(table).toContain('</div>\n<p>end</p>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<div onclick="alert(1)">\n\n</div>',
    'a <img src=x onerror=alert(1)> b <!-- c --> <pre><b>d</b></pre>',
    '| <b>a |\n| - |\n| <i>b</i> |',
    '[a](javascript:alert(1)) <javascript:alert(1)> [b]\n\n[b]: javascript:alert(1)',
    '[a](data:text/html,x) [b](secret.md) https://a.example',
    '[a](</"onclick="alert(1)>)',
  ])('%j brings neither markup nor an address of its own', (text) => {
    const main = /<main>\n([^]*)<\/main>/.exec(guidePage(text))?.[1] ?? '';
    const tags =
      /<\/?(?:p|div class="table" tabindex="0"|div|table|thead|tbody|tr|th|td|a(?: href="\/&quot;onclick=&quot;alert\(1\)")?)>/g;
    expect(main.replaceAll(tags, '')).not.toMatch(/[<>]/);
  });
});

describe.each(guides)('the guide %s', (guide) => {
  const source = readFileSync(`docs/${guide}.md`, 'utf8');
  const page = guidePage(source);

  it('is a page without a trace of Markdown', () => {
    const shown = page
      .replace(/<style>[^]*?<\/style>/, '')
      .replaceAll(/<code>[^]*?<\/code>/g, '')
      .replaceAll(/<[^>]+>/g, '');
    expect(shown.split('\n').filter((line) => /\*\*|`|\]\(|^#|^\||^ *- /.test(line))).toEqual([]);
    expect(page.match(/<h1 /g)).toHaveLength(1);
    expect(page.match(/<table>/g)?.length ?? 0).toBe(source.match(/^\| -/gm)?.length ?? 0);
  });

  it('has every word of its code', () => {
    const code = [...source.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, text = '']) => text.trimEnd());
    const shown = [...page.matchAll(/<pre tabindex="0"><code>([^]*?)<\/code>/g)].map(([, text = '']) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&'),
    );
    expect(shown).toEqual(code);
  });

  it('links to places that are there', () => {
    const links = [...page.matchAll(/href="(?:\/docs\/([a-z-]+))?#([^"]+)"/g)];
    const lost = links.filter(([, other = guide, anchor]) => {
      const target = other === guide ? page : guidePage(readFileSync(`docs/${other}.md`, 'utf8'));
      return !target.includes(`id="${anchor}"`);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
    expect(page).not.toMatch(/href="[^"]*\.md/);
  });
});
