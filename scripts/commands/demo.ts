import { startOnLeash } from '../children.js';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';
import type { Command, Context } from '../command.js';
import { startStack, type Stack } from '../stack/start-stack.js';

const inspectable = ['api', 'worker', 'checkout', 'staff', 'sandbox'] as const;

/** The stack without the demo's tour; stays up until Ctrl-C. `--inspect APP` lets a debugger attach to that app. */
export const start: Command = async (context, words) => {
  const [option, name, ...rest] = words;
  const inspectedApp = inspectable.find((one) => one === name);
  if (option !== undefined && (option !== '--inspect' || inspectedApp === undefined || rest.length > 0))
    throw new Failure(`Unknown arguments "${words.join(' ')}".`, [
      `The only option is --inspect ${inspectable.join('|')}: npm start -- --inspect api`,
    ]);
  return stay(context, await startStack({ ...context, inspectedApp }), 0);
};

/** The stack, and real traffic through it. Then it stays up; with `--exit` it ends with the tour's exit code. */
export const demo: Command = async (context, words) => {
  const unknown = words.find((word) => word !== '--exit');
  if (unknown !== undefined)
    throw new Failure(`Unknown argument "${unknown}".`, [
      'The only option is --exit: npm run demo -- --exit',
    ]);

  const stack = await startStack(context);
  const tour = startOnLeash(process.execPath, [inRepository('dist/tools/demo/tour.js')], {
    environment: stack.environment,
    output: 'inherit',
    leavesFirst: true,
  });
  const ended = await Promise.race([tour.exited, stack.broken]);
  if (typeof ended === 'string') throw new Failure(`The demo cannot go on without ${ended}.`);
  const code = ended.code ?? 1;
  if (code !== 0)
    context.report.fail(`The tour ended with code ${code}: not every outcome was the expected one.`);
  if (!words.includes('--exit')) return stay(context, stack, code);
  await stack.stop();
  return code;
};

/** Prints the addresses and waits until the person ends it, or until an app ends by itself, with exit code 1. */
async function stay({ report, stayUp }: Context, stack: Stack, exitCode: number): Promise<number> {
  const { urls, environment } = stack;
  for (const line of [
    '',
    `  API documentation   ${urls.docs}`,
    `  API                 ${urls.api}`,
    `  Temporal UI         ${environment.TEMPORAL_UI_URL}`,
    `  Sandbox             ${urls.sandbox}`,
    `  Hosted pages        ${urls.checkout}`,
    `  Pages for staff     ${urls.staff}`,
    `  Logs                ${environment.GATEWAY_DATA}/logs`,
    '',
    'Everything is up. Ctrl-C stops it.',
  ])
    report.note(line);
  await Promise.race([stack.broken, stayUp(exitCode)]);
  return 1;
}
