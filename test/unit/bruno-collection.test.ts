import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { verifyRequest } from '#gateway/signature/request-signature';
import { developmentKeyId, developmentSecret } from '../../tools/demo/development-key.js';

/**
 * Goal: the Bruno collection asks for what there is, and signs it rightly. Method: its requests are held against
 * docs/openapi.json; its script runs on stand-ins of Bruno and of crypto-js, which Bruno has, and our own verifier
 * reads what it signs.
 */
const folder = 'bruno';
const requests = readdirSync(folder)
  .filter((name) => name.endsWith('.bru') && name !== 'collection.bru')
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, object>>;
};
const environment = readFileSync(join(folder, 'environments/development.bru'), 'utf8');
const script = blockOf(readFileSync(join(folder, 'collection.bru'), 'utf8'), 'script:pre-request');
const host = 'localhost:3000';

describe.each(requests)('$name', ({ text }) => {
  const [, method = '', url = ''] = /^(get|post) \{\n {2}url: \{\{baseUrl\}\}(\S+)/m.exec(text) ?? [];

  it('is a request of the API', () => {
    const [path = ''] = url.split('?');
    const described = Object.entries(paths).find(([one]) => one.replace(/\{\w+\}/, '{{reference}}') === path);
    expect(Object.keys(described?.[1] ?? {})).toContain(method);
    const body = blockOf(text, 'body:json');
    expect(body === '' ? {} : JSON.parse(body)).toBeTypeOf('object');
  });

  it('is signed over what is sent', () => {
    const sent = runScript(method.toUpperCase(), `{{baseUrl}}${url}`, blockOf(text, 'body:json'));
    expect(sent.url).not.toContain('{{');
    const rawHeaders = ['Host', host, ...Object.entries(sent.headers).flat()];
    const target = sent.url.slice(`http://${host}`.length);
    const message = { method: method.toUpperCase(), target, rawHeaders, rawBody: Buffer.from(sent.body) };
    const findKey = (id: string) => (id === developmentKeyId ? { id, secret: developmentSecret } : undefined);
    const rules = { now: new Date(), hosts: [host], skewSeconds: 300 };
    expect(verifyRequest(message, findKey, rules).kind).toBe('verified');
    const other = { ...message, rawBody: Buffer.from(`${sent.body} `) };
    expect(verifyRequest(other, findKey, rules).kind).toBe('refused');
  });
});

it('has the development key', () => {
  expect(environment).toContain(`keyId: ${developmentKeyId}\n`);
  expect(environment).toContain(`secret: ${developmentSecret}\n`);
});

/** What stands between the braces of a block; empty without one. */
function blockOf(text: string, name: string): string {
  return new RegExp(`^${name} \\{\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
}

/** Runs the script as Bruno does before a request, and returns what would be sent. */
function runScript(method: string, url: string, body: string) {
  const variables: Record<string, string> = {
    baseUrl: `http://${host}`,
    keyId: developmentKeyId,
    secret: developmentSecret,
    reference: 'ord-1',
  };
  const sent = { url, body, headers: {} as Record<string, string> };
  const words = (bytes: Buffer) => ({ bytes, toString: () => bytes.toString('base64') });
  const cryptoJs = {
    enc: { Base64: { parse: (text: string) => words(Buffer.from(text, 'base64')) } },
    SHA256: (text: string) => words(createHash('sha256').update(text).digest()),
    HmacSHA256: (text: string, key: { bytes: Buffer }) =>
      words(createHmac('sha256', key.bytes).update(text).digest()),
  };
  runInNewContext(`(() => {${script}})()`, {
    require: () => cryptoJs,
    bru: {
      interpolate: (text: string) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? ''),
      setVar: (name: string, value: string) => void (variables[name] = value),
      getVar: (name: string) => variables[name],
      getEnvVar: (name: string) => variables[name],
    },
    req: {
      getName: () => 'Create',
      getMethod: () => method,
      getUrl: () => sent.url,
      getBody: () => (body === '' ? undefined : (JSON.parse(body) as object)),
      setUrl: (changed: string) => void (sent.url = changed),
      setBody: (changed: string) => void (sent.body = changed),
      setHeader: (name: string, value: string) => void (sent.headers[name] = value),
    },
  });
  return sent;
}
