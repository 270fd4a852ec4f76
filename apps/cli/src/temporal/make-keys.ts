import {
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';
import { withAuthority } from './certificates.js';

const msPerDay = 86_400_000;
/** Each folder is a volume of one container, whatever user its image runs as. */
const readable = 0o444;
const serverNames = ['DNS:temporal', 'DNS:localhost', 'IP:127.0.0.1'];

/** By the client's name. `temporal-system` is the whole server; the UI may only read, and only the set-up may administer. */
const permissionsIn = (namespace: string): Readonly<Record<string, readonly string[]>> => ({
  api: [`${namespace}:write`],
  worker: [`${namespace}:write`],
  checkout: [`${namespace}:write`],
  ui: ['temporal-system:read'],
  operator: [`${namespace}:write`],
  setup: ['temporal-system:admin'],
});

/**
 * Creates everything that gives access to Temporal, in one folder per owner: the server's certificates, a client
 * certificate and an API key for every process, and the public keys with which the server verifies API keys. The keys of
 * the authorities and the signing key are not kept. Existing files stay, because running processes do not read them
 * again; TEMPORAL_KEYS_RENEW=1 creates all of them anew.
 */
export async function makeTemporalKeys({ settings, say }: Session): Promise<Outcome> {
  const { folder, namespace, days, isRenewed } = settings((read) => ({
    folder: read.text('TEMPORAL_KEYS'),
    namespace: read.text('TEMPORAL_NAMESPACE', 'default'),
    days: read.number('TEMPORAL_KEYS_DAYS', 365),
    isRenewed: read.flag('TEMPORAL_KEYS_RENEW'),
  }));
  // Written last: if it exists, everything does.
  const publicKeys = join(folder, 'public/keys.json');
  if (existsSync(publicKeys) && !isRenewed) {
    const { validTo } = new X509Certificate(readFileSync(join(folder, 'server/frontend.pem')));
    const validUntil = new Date(validTo).toISOString().slice(0, 10);
    say(`Certificates and keys exist, valid until ${validUntil}.`);
    return { data: { isNew: false, validUntil } };
  }
  await makeAll(folder, days, permissionsIn(namespace), publicKeys);
  say(`Certificates and keys created, valid for ${days} days.`);
  return { data: { isNew: true, days } };
}

async function makeAll(
  folder: string,
  days: number,
  permissions: ReturnType<typeof permissionsIn>,
  publicKeys: string,
): Promise<void> {
  const clients = Object.keys(permissions);
  for (const name of ['public', 'server', ...clients]) {
    await mkdir(join(folder, name), { recursive: true });
    for (const file of await readdir(join(folder, name))) await rm(join(folder, name, file));
  }
  const server = (file: string) => join(folder, 'server', file);
  await withAuthority('Temporal clients', server('authority.pem'), days, async (authorityOfClients) => {
    const authority = readFileSync(server('authority.pem'));
    await authorityOfClients.issue('temporal', {
      key: server('frontend.key'),
      certificate: server('frontend.pem'),
      names: serverNames,
    });
    for (const name of clients) {
      const own = (file: string) => join(folder, name, file);
      await authorityOfClients.issue(name, { key: own('client.key'), certificate: own('client.pem') });
      await writeFile(own('authority.pem'), authority);
    }
  });
  // Only the server's own services can act as one of them: no client certificate is from this authority.
  await withAuthority('Temporal services', server('internode-authority.pem'), days, (services) =>
    services.issue('temporal-internode', {
      key: server('internode.key'),
      certificate: server('internode.pem'),
      names: ['DNS:temporal-internode'],
    }),
  );
  const signer = createTokenSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  const expires = new Date(Date.now() + days * msPerDay);
  for (const [name, granted] of Object.entries(permissions)) {
    await writeFile(join(folder, name, 'api-key'), signer.token(name, granted, expires));
  }
  await writeFile(publicKeys, JSON.stringify(signer.publicKeys()));
  for (const name of ['server', 'public', ...clients]) {
    for (const file of await readdir(join(folder, name))) await chmod(join(folder, name, file), readable);
  }
}

/** Signs API keys for Temporal's default claim mapper: JWT, ES256, with a claim `permissions`. */
function createTokenSigner(privateKey: KeyObject) {
  const keyId = randomUUID();
  return {
    /** The JSON Web Key Set with which the server verifies them. */
    publicKeys: () => ({
      keys: [
        { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' },
      ],
    }),
    /** `granted`: `<namespace>:<read|write|admin>`; the namespace `temporal-system` stands for the whole server. */
    token(subject: string, granted: readonly string[], expires: Date): string {
      const text = [
        base64url({ alg: 'ES256', typ: 'JWT', kid: keyId }),
        base64url({ sub: subject, permissions: granted, exp: Math.floor(expires.getTime() / 1_000) }),
      ].join('.');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
