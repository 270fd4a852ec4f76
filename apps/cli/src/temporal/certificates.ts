import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modeOfKeys = 0o077;

/** An authority that exists for the duration of `work`: its key is deleted afterwards, so it never signs again. */
export async function withAuthority(
  name: string,
  certificate: string,
  days: number,
  work: (authority: Authority) => Promise<void>,
): Promise<void> {
  const before = process.umask(modeOfKeys);
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  try {
    const key = join(folder, 'key.pem');
    const config = join(folder, 'openssl.cnf');
    await writeFile(config, '[req]\ndistinguished_name = name\nprompt = no\n[name]\n');
    await request(config, name, { key, certificate, days }, [
      ['-addext', 'basicConstraints=critical,CA:TRUE,pathlen:0'],
      ['-addext', 'keyUsage=critical,keyCertSign'],
    ]);
    await work({
      issue: (subject, { names, ...files }) =>
        request(config, subject, { ...files, days }, [
          ['-CA', certificate, '-CAkey', key],
          ['-addext', 'basicConstraints=critical,CA:FALSE'],
          ['-addext', 'keyUsage=critical,digitalSignature'],
          ['-addext', `extendedKeyUsage=${names ? 'serverAuth,clientAuth' : 'clientAuth'}`],
          names ? ['-addext', `subjectAltName=${names.join(',')}`] : [],
        ]),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.umask(before);
  }
}

export type Authority = {
  /** Issues a key and its certificate: for a server if `names` are given (`DNS:temporal`), else for a client only. */
  readonly issue: (
    subject: string,
    files: { readonly key: string; readonly certificate: string; readonly names?: readonly string[] },
  ) => Promise<void>;
};

async function request(
  config: string,
  subject: string,
  { key, certificate, days }: { readonly key: string; readonly certificate: string; readonly days: number },
  extensions: readonly (readonly string[])[],
): Promise<void> {
  const words = [
    ['req', '-x509', '-config', config, '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'],
    ['-sha256', '-days', String(days), '-subj', `/CN=${subject}`, '-keyout', key, '-out', certificate],
    ...extensions,
  ];
  await run('openssl', words.flat());
}
