import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '#runtime/read-environment';
import { withAuthority } from './temporal/certificates.js';
import { createTokenSigner } from './temporal/tokens.js';

/**
 * Makes all that opens Temporal's door, each in the folder of who may have it: the server's certificates, one client
 * certificate and API key for every process, and the public keys that the server verifies API keys with. Authorities
 * and signing key are forgotten. What is there stays, because those who have it do not read it again while they run;
 * TEMPORAL_KEYS_RENEW=1 makes all anew.
 */
const settings = readEnvironment(process.env, (read) => ({
  folder: read.text('TEMPORAL_KEYS'),
  namespace: read.text('TEMPORAL_NAMESPACE', 'default'),
  days: read.number('TEMPORAL_KEYS_DAYS', 365),
  isRenewed: read.flag('TEMPORAL_KEYS_RENEW'),
}));
const { folder, namespace, days } = settings;
const msPerDay = 86_400_000;
/** A volume is given to one container alone, whatever user its image has. */
const readable = 0o444;
const serverNames = ['DNS:temporal', 'DNS:localhost', 'IP:127.0.0.1'];

/** `temporal-system` is the server as a whole. The UI may look; only the set-up may make and change what all use. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  api: [`${namespace}:write`],
  worker: [`${namespace}:write`],
  checkout: [`${namespace}:write`],
  ui: ['temporal-system:read'],
  operator: [`${namespace}:write`],
  setup: ['temporal-system:admin'],
};

/** Written last: where it is, all is there. */
const publicKeys = join(folder, 'public/keys.json');

if (existsSync(publicKeys) && !settings.isRenewed) {
  const { validTo } = new X509Certificate(readFileSync(join(folder, 'server/frontend.pem')));
  console.log(`Certificates and keys are there, good until ${new Date(validTo).toISOString().slice(0, 10)}.`);
} else {
  await makeAll();
  console.log(`Certificates and keys made, good for ${days} days.`);
}

async function makeAll(): Promise<void> {
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
  // Nobody but the server's own services can speak as one of them: no client's certificate is of this authority.
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
