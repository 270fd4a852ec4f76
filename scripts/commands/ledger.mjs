import { bootstrap } from '../bootstrap.mjs';
import { runToEnd } from '../children.mjs';
import { inRepository } from '../paths.mjs';
import { reachAsAdmin } from '../stack/reach-database.mjs';

/** Posts money to a merchant: --merchant demo --currency NGN --amount 1000 --reason "transfer 4711". */
export const topUp = runOnBooks('dist/apps/admin/src/top-up-balance.js');

/** Proves the books; the exit code is 1 when anything does not agree. */
export const check = runOnBooks('dist/apps/admin/src/check-books.js');

/**
 * @param {string} program
 * @returns {import('../run-command.mjs').Command}
 */
function runOnBooks(program) {
  return async ({ report, environment }, commandArguments) => {
    await bootstrap(report, environment);
    return reachAsAdmin({ report, environment }, async (variables) => {
      const { code, output } = await runToEnd(
        process.execPath,
        [inRepository(program), ...commandArguments],
        { environment: variables },
      );
      report.note(output.trim());
      return code;
    });
  };
}
