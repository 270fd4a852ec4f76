import { expect, it } from 'vitest';
import { readForm, readLinks } from './read-form.js';

it('reads where a form goes, its hidden fields and what its buttons offer', () => {
  const page = `<p>Pay</p><form class="x" method="post" action="/p/a?b=1&amp;c=2">
    <input type="hidden" name="csrf" value="a&quot;&#x27;b"><input name=pan>
    <button type="submit" name="action" value="pay">Pay</button>
    <button name="action" value='cancel'>Cancel</button></form>`;
  expect(readForm(page)).toEqual({
    action: '/p/a?b=1&c=2',
    fields: { csrf: `a"'b`, pan: '' },
    actions: ['pay', 'cancel'],
  });
});

it('knows a form without an address of its own, and a page without a form', () => {
  expect(readForm('<form method="post"><button name="action" value="approve">A</button></form>')).toEqual({
    action: '',
    fields: {},
    actions: ['approve'],
  });
  expect(readForm('<p>Thank you</p>')).toBeUndefined();
});

it('lists links as written', () => {
  expect(
    readLinks(`<a href="/a?x=1&amp;y=2">A</a> <a class=b href='http://b/'>B</a> <a name="c">C</a>`),
  ).toEqual(['/a?x=1&y=2', 'http://b/']);
});
