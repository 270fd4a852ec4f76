import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { expectError } from '../witnesses/expect-error.js';
import { sharedStack } from '../stack/stack.js';

/** Contract §7: what is open to probes and to readers, without a signature. */
const { api } = sharedStack.urls;

async function read(path: string, method = 'GET') {
  const answer = await fetch(`${api}${path}`, { method });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('health', () => {
  it.each([
    ['/health/live', { status: 'ok' }],
    ['/health/ready', { status: 'ok', postgres: true, temporal: true }],
  ])('%s answers 200 without a signature', async (path, body) => {
    const answer = await read(path);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, body]);
  });

  it('takes GET only', async () => {
    const answer = await read('/health/live', 'POST');
    expectError(answer, { status: 405, code: 30, reason: 'Invalid params' });
    expect(answer.headers.get('allow')).toContain('GET');
  });

  it('is all there is outside /v2: another path gets the one error body', async () => {
    const expected = { status: 404, code: 35, reason: 'Resource not found' };
    for (const path of ['/', '/health', '/health/other', '/v1/payment']) {
      const description = `There is no path "${path}"; the paths of this service are listed in /openapi.json`;
      expectError(await read(`${path}?a=b`), { ...expected, description });
    }
  });
});

describe('the documentation', () => {
  it('is a page, and everything it loads is there', async () => {
    const page = await read('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
    const loaded = [...page.text.matchAll(/(?:src|href)="(\.?\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(loaded.length).toBeGreaterThan(2);
    for (const path of loaded) {
      const answer = await fetch(new URL(path, `${api}/docs`));
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});

type Schema = {
  readonly title?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
};
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

describe('/openapi.json', async () => {
  const answer = await read('/openapi.json');
  const document = JSON.parse(answer.text) as Document;
  const { schemas } = document.components;

  it('is JSON, of a version that readers know', () => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('json'),
    ]);
    expect(document.openapi).toMatch(/^3\./);
  });

  it('describes every endpoint', () => {
    const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(endpoints).toEqual(
      expect.arrayContaining([
        'post /v2/payment',
        'get /v2/payment/{reference}',
        'get /health/live',
        'get /health/ready',
      ]),
    );
  });

  it('refers to nothing that is not there', () => {
    const references = [...answer.text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((name) => !(name in schemas))).toEqual([]);
  });

  const payins = catalogue
    .filter(({ type }) => type === 'payment')
    .map((row) => [row.code, row.style, row] as const);
  it.each(payins)('has a schema for %s (%s)', (code, style, row) => {
    const schema = Object.values(schemas).find((candidate) => {
      const fields = style === 'hpp' ? candidate.properties?.['widget']?.properties : candidate.properties;
      return fields?.['method']?.enum?.includes(code);
    });
    const top = row.required
      .map((path) => path.split('.')[0] ?? path)
      .filter((name) => !row.optionalObjects?.includes(name));
    const method = style === 'hpp' ? 'widget' : 'method';
    expect(schema?.required).toEqual(
      expect.arrayContaining([method, 'reference', 'currency', 'amount', ...top]),
    );
  });
});
