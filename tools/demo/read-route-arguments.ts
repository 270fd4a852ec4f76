import { parseArgs } from 'node:util';
import { developmentKeyId } from './development-key.js';

export type RouteArguments = {
  readonly keyId: string;
  /** As in `method`, or in `widget.method` when it is for the hosted page. */
  readonly method: string;
  readonly isHosted: boolean;
  /** Decimal string in major units; absent: that of the example. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
};

export const routeUsage =
  'npm run route -- --method pix [--page] [--amount 20] [--currency BRL] [--key mk_test_demo]';

/** Reads the words after `npm run route --`. Throws a sentence that says what is wrong with them. */
export function readRouteArguments(words: readonly string[]): RouteArguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      key: { type: 'string', default: developmentKeyId },
      method: { type: 'string' },
      page: { type: 'boolean', default: false },
      amount: { type: 'string' },
      currency: { type: 'string' },
    },
  });
  const { key, method, page, amount, currency } = values;
  if (method === undefined) throw new Error('A method is needed.');
  if (amount !== undefined && !/^\d+(\.\d+)?$/.test(amount)) throw new Error(`This is no amount: ${amount}`);
  return { keyId: key, method, isHosted: page, amount, currency };
}
