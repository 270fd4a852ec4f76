import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { usualTiming } from '#configuration/timing-schema';
import { parseDuration } from '#configuration/durations';

/** Goal: the samples in deploy/proxy fit docker-compose.yml, keep what a signature covers, and repeat no create call. */
type Service = {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
};
type Compose = { readonly services: Readonly<Record<string, Service>> };

const read = (path: string) => readFileSync(path, 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const overlay = parse(read('deploy/proxy/caddy.yml')) as Compose;
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*$/gm, '');
const caddy = withoutComments(read('deploy/proxy/Caddyfile'));
const nginx = withoutComments(read('deploy/proxy/nginx.conf'));
const upstreams = [
  ['api', compose.services['api']?.environment?.['API_PORT']],
  ['checkout', compose.services['checkout']?.environment?.['CHECKOUT_PORT']],
] as const;
/** A create call is answered within this, so a proxy must wait for longer. */
const deadlineMs = parseDuration(usualTiming.response_deadline) ?? Infinity;

it.each(upstreams)('both lead to every container of %s, at its port', (service, port) => {
  expect(port).toEqual(expect.any(Number));
  expect(caddy).toContain(`import every_process ${service} ${port}`);
  expect(nginx).toMatch(new RegExp(`server ${service}:${port} resolve\\b`));
  expect(nginx).toContain(`proxy_pass http://${service};`);
});

it('both wait for longer than a create call takes', () => {
  const [, ofCaddy] = /response_header_timeout (\w+)/.exec(caddy) ?? [];
  const [, ofNginx] = /proxy_read_timeout (\w+);/.exec(nginx) ?? [];
  for (const wait of [ofCaddy, ofNginx]) expect(parseDuration(wait ?? '')).toBeGreaterThan(deadlineMs);
});

describe('Caddy', () => {
  it('is on the networks of API and hosted page, and on no other', () => {
    const proxy = overlay.services['proxy'];
    expect(proxy?.networks).toEqual(['outside-api', 'outside-checkout']);
    expect(compose.services['api']?.networks).toContain('outside-api');
    expect(compose.services['checkout']?.networks).toContain('outside-checkout');
    expect(proxy?.volumes).toContain('./deploy/proxy/Caddyfile:/etc/caddy/Caddyfile:ro');
  });

  it('rewrites neither host nor path, and repeats only what it could not send', () => {
    // `lb_retry_match` would let it repeat a POST; without it only an attempt that did not connect is repeated.
    expect(caddy).not.toMatch(/header_up\s+Host|rewrite|uri\s|handle_path|lb_retry_match/);
    expect(caddy).toMatch(/keepalive off/);
  });
});

describe('nginx', () => {
  it('passes on host and path as they came, and names the client itself', () => {
    expect(nginx).toMatch(/proxy_set_header Host \$http_host;/);
    expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
    expect(nginx).toMatch(/merge_slashes off;/);
    // A path, even "/", would make nginx send the path in its own spelling.
    expect([...nginx.matchAll(/proxy_pass http:\/\/\w+(\S*);/g)].map(([, path]) => path)).toEqual(['', '']);
  });

  it('repeats no POST that it has sent', () => {
    const [, repeated = ''] = /proxy_next_upstream ([^;]+);/.exec(nginx) ?? [];
    expect(repeated.split(' ').toSorted()).toEqual(['error', 'timeout']);
  });
});
