import { bootstrap } from '../bootstrap.mjs';
import { startOnLeash } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';
import { startStack } from '../stack/start-stack.mjs';
import { stayUntilBroken, urlLines } from './stay.mjs';

const tour = 'dist/tools/demo/tour.js';

/**
 * The stack, and real traffic through it. Then it stays up; with `--exit` it ends with the tour's exit code.
 * @type {import('../run-command.mjs').Command}
 */
export async function demo({ report, environment, stayUp }, commandArguments) {
  const unknown = commandArguments.find((argument) => argument !== '--exit');
  if (unknown !== undefined)
    throw new Failure(`demo does not know "${unknown}".`, ['Only --exit: npm run demo -- --exit']);

  await bootstrap(report, environment);
  const stack = await startStack({ environment, report });
  report.clear();
  const child = startOnLeash(process.execPath, [inRepository(tour)], {
    environment: stack.environment,
    output: 'inherit',
    leavesFirst: true,
  });
  const ended = await Promise.race([child.exited, stack.broken]);
  if (typeof ended === 'string') throw new Failure(`The demo cannot go on without ${ended}.`);
  const code = ended.code ?? 1;
  if (code !== 0) report.fail(`The tour ended with code ${code}: not every outcome was the expected one.`);
  if (commandArguments.includes('--exit')) {
    await stack.stop();
    return code;
  }
  for (const line of urlLines(stack)) report.note(line);
  return stayUntilBroken(stack, stayUp(code));
}
