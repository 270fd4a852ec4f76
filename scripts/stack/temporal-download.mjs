import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { runToEnd } from '../children.mjs';
import { errorCode } from '../failure.mjs';

const answerMilliseconds = 6_000;
const stallMilliseconds = 15_000;
/** Node's names of processors, as the archive's address calls them. */
const architectures = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'amd64', arm64: 'arm64' });

/**
 * Downloads the official archive and unpacks the command into `draft`.
 * @param {string} version
 * @param {string} draft
 * @param {string} folder for the archive; the caller deletes it
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>} undefined when it worked, else the reason
 */
export async function downloadArchive(version, draft, folder, environment) {
  const architecture = architectures[process.arch];
  if (architecture === undefined) return `there is none for ${process.arch}`;
  const address = `https://temporal.download/cli/archive/v${version}?platform=${process.platform}&arch=${architecture}`;
  const archive = join(folder, 'archive.tar.gz');
  try {
    await save(address, archive);
  } catch (error) {
    return `temporal.download cannot be reached (${reasonOf(error)})`;
  }
  const { code } = await runToEnd('tar', ['-xzf', archive, '-C', folder, 'temporal'], { environment });
  return code === 0 ? undefined : `${draft} is not in the archive that came`;
}

/**
 * Saves what an address answers; gives up when it stays silent for too long, however long the whole takes.
 * @param {string} address
 * @param {string} file
 */
async function save(address, file) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new Error('no answer in time'));
  let timer = setTimeout(giveUp, answerMilliseconds);
  try {
    const response = await fetch(address, { signal: controller.signal });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    await pipeline(
      response.body,
      async function* (chunks) {
        for await (const chunk of chunks) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, stallMilliseconds);
          yield chunk;
        }
      },
      createWriteStream(file),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return errorCode(error.cause) ?? (error.cause instanceof Error ? error.cause.message : error.message);
}
