import { bootstrap } from '../bootstrap.mjs';
import { startStack } from '../stack/start-stack.mjs';
import { stayUntilBroken, urlLines } from './stay.mjs';

/**
 * The stack without the demo's tour; stays up until Ctrl-C.
 * @type {import('../run-command.mjs').Command}
 */
export async function start({ report, environment, stayUp }) {
  await bootstrap(report, environment);
  const stack = await startStack({ environment, report });
  for (const line of urlLines(stack)) report.note(line);
  return stayUntilBroken(stack, stayUp(0));
}
