import { findChromium } from '../chromium.js';
import { Failure } from '../failure.mjs';
import { inRepository, shown } from '../paths.js';
import type { Command } from '../command.js';
import { startStack } from '../stack/start-stack.js';

/** Pictures of the hosted page in every state, language, size and colour scheme: screenshots [word of a state's name …] */
export const screenshots: Command = async ({ report, environment }, words) => {
  const found = await findChromium(environment, report);
  if ('missing' in found) throw new Failure('Found no Chromium to take pictures with.', [found.missing]);
  const { takeScreenshots } = await import('../../test/browser/take-screenshots.js');
  const folder = inRepository('screenshots');
  const count = await takeScreenshots({ report, startStack, executablePath: found.file, folder }, words);
  report.note(`${count} pictures: ${shown(inRepository('screenshots/index.html'))}`);
  return count > 0 ? 0 : 1;
};
