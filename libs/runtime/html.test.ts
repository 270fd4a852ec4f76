import { describe, expect, it } from 'vitest';
import { html } from './html.js';

describe('html', () => {
  it('escapes what a merchant wrote, in text and in attributes', () => {
    const text = `"><script>'&`;
    expect(html`<a href="${text}">${text}</a>`.markup).toBe(
      '<a href="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</a>',
    );
  });

  it('puts markup in as it is, one piece or several, and nothing for nothing', () => {
    const item = html`<b>${'<'}</b>`;
    expect(html`${item}|${[item, item]}|${undefined}|`.markup).toBe('<b>&lt;</b>|<b>&lt;</b><b>&lt;</b>||');
  });
});
