import { listenUsage, readListenArguments } from './command-arguments.js';
import { passCallbacksOn } from './pass-callbacks-on.js';
import { settings } from './settings.js';

/** Shows callbacks as they come, and passes them on, until Ctrl-C. */
try {
  const { sandboxUrl } = settings;
  const forwardTo = readListenArguments(process.argv.slice(2));
  await passCallbacksOn({ sandboxUrl, forwardTo, print: console.log });
  throw new Error('The stack has ended.');
} catch (error) {
  const { code, message } = error as Error & { readonly code?: unknown };
  const isDown = code === 'ECONNREFUSED';
  console.error(
    `✖ ${isDown ? `Nothing listens at ${settings.sandboxUrl}. Start the stack with npm start.` : message}`,
  );
  console.error(`  ${listenUsage}`);
  process.exitCode = 1;
}
