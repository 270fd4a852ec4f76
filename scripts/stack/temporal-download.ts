import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Agent, interceptors, request } from 'undici';

import { runToEnd } from '../children.js';
import { errorCode } from '../failure.mjs';

/** Limits silence of the server, and not the whole download. */
const patience = { connectTimeout: 6_000, headersTimeout: 6_000, bodyTimeout: 15_000 };
/** Node's names of processors and their names in the address of the archive. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Downloads the official archive and unpacks the command, `temporal`, into the folder. Returns the reason when it did
 * not work.
 */
export async function downloadArchive(
  version: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const architecture = architectures[process.arch];
  if (architecture === undefined) return `no download for ${process.arch}`;
  const archive = join(folder, 'archive.tar.gz');
  try {
    await save(
      `https://temporal.download/cli/archive/v${version}?platform=${process.platform}&arch=${architecture}`,
      archive,
    );
  } catch (error) {
    return `temporal.download cannot be reached (${errorCode(error) ?? String(error)})`;
  }
  const { code } = await runToEnd('tar', ['-xzf', archive, '-C', folder, 'temporal'], { environment });
  return code === 0 ? undefined : 'the downloaded archive does not contain the command';
}

async function save(address: string, file: string): Promise<void> {
  const dispatcher = new Agent(patience).compose(interceptors.redirect({ maxRedirections: 5 }));
  const { statusCode, body } = await request(address, { dispatcher });
  if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
  await pipeline(body, createWriteStream(file));
}
