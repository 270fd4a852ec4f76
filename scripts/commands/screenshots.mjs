import { pathToFileURL } from 'node:url';

import { bootstrap } from '../bootstrap.mjs';
import { findChromium } from '../browser/find-chromium.mjs';
import { Failure } from '../failure.mjs';
import { inRepository, shown } from '../paths.mjs';
import { startStack } from '../stack/start-stack.mjs';

const program = 'dist/test/browser/take-screenshots.js';

/**
 * Pictures of the hosted page in every state, language, size and colour scheme: screenshots [word of a state's name …]
 * @type {import('../run-command.mjs').Command}
 */
export async function screenshots({ report, environment }, words) {
  await bootstrap(report, environment);
  const found = await findChromium(environment, report);
  if ('missing' in found) throw new Failure('There is no Chromium to take pictures with.', [found.missing]);
  /** @type {import('../../test/browser/take-screenshots.js')} */
  const { takeScreenshots } = await import(pathToFileURL(inRepository(program)).href);
  const folder = inRepository('screenshots');
  const count = await takeScreenshots({ report, startStack, executablePath: found.file, folder }, words);
  report.note(`${count} pictures: ${shown(inRepository('screenshots/index.html'))}`);
  return count > 0 ? 0 : 1;
}
