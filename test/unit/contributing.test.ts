import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Goal: `.github` is valid, because a hosting service ignores its mistakes in silence. */
const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');

it('names only paths that exist', () => {
  const lines = readFileSync('.github/CODEOWNERS', 'utf8').split('\n');
  const paths = lines.flatMap((line) => /^\/[^\s]+/.exec(line)?.[0] ?? []);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(`.${path}`))).toEqual([]);
});

it.each(forms)(
  'the form %s has a name, fields with names of their own, and at least one that is required',
  (name) => {
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
  },
);
