import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Goal: what a hosting service reads of `.github` is right, since it says nothing when it is not. */
const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');

it('asks for a look at paths that are there', () => {
  const lines = readFileSync('.github/CODEOWNERS', 'utf8').split('\n');
  const paths = lines.flatMap((line) => /^\/[^\s]+/.exec(line)?.[0] ?? []);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(`.${path}`))).toEqual([]);
});

it.each(forms)('the form %s has a name, fields of their own names, and asks for one at least', (name) => {
  const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8')) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id?: string;
      readonly attributes: { readonly label?: string };
      readonly validations?: { readonly required: boolean };
    }[];
  };
  expect([form.name, form.description].every((text) => text.length > 10)).toBe(true);
  const fields = form.body.filter(({ type }) => type !== 'markdown');
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  expect(fields.filter(({ id, attributes }) => id === undefined || !attributes.label)).toEqual([]);
  expect(fields.some(({ validations }) => validations?.required)).toBe(true);
});
