import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SeenExchange } from '../../apps/cli/src/certify/record-exchanges.js';

/** What a body is by the published client's types. They have no word for what is null: it may be anywhere. */
const options = ['--noEmit', '--ignoreConfig', '--strict', '--strictNullChecks', 'false', '--skipLibCheck'];
const dialect = ['--module', 'NodeNext', '--target', 'ES2022', '--pretty', 'false'];
const imports = `import type { PaymentCreateRequest } from 'mercadopago/dist/clients/payment/create/types';
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { PaymentSearch } from 'mercadopago/dist/clients/payment/search/types';
import type { CreateRefundBody } from 'mercadopago/dist/clients/paymentRefund/create/types';
import type { RefundResponse } from 'mercadopago/dist/clients/paymentRefund/commonTypes';
type Refund = Omit<RefundResponse, 'api_response'>;
type Payment = Omit<PaymentResponse, 'api_response'>;
`;

/** What the types have against the bodies of these requests and of their good answers; empty: nothing. */
export function deviations(exchanges: readonly SeenExchange[]): readonly string[] {
  const said = exchanges.flatMap(bodiesOf);
  const lines = said.map(({ type, body }, n) => `export const said${n}: ${type} = ${JSON.stringify(body)};`);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-said-'));
  try {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'said.ts'), `${imports}${lines.join('\n')}\n`);
    const compiler = resolve('node_modules/typescript-7/bin/tsc');
    const words = [compiler, ...options, ...dialect, 'said.ts'];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => /^\S/.test(line));
    return complaints.map((complaint) => {
      const line = Number(/^said\.ts\((\d+),/.exec(complaint)?.[1]);
      const { where = 'unknown' } = said[line - imports.split('\n').length] ?? {};
      return `${where}: ${complaint.replace(/^.*?error TS\d+: /, '')}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bodiesOf({ method, path, request, status, answer }: SeenExchange) {
  const where = `${method} ${path.replaceAll(/\d{6,}/g, '{id}')}`;
  // Charge-backs have fields in the description that the client's types do not have, and the other way round.
  if (path.includes('/chargebacks/')) return [];
  const [asked, told] = typesOf(method, path);
  return [
    ...(request === undefined ? [] : [{ where: `${where} asks`, type: asked, body: request }]),
    ...(status < 300 && answer !== undefined ? [{ where: `${where} tells`, type: told, body: answer }] : []),
  ];
}

function typesOf(method: string, path: string): readonly [asked: string, told: string] {
  const isPost = method === 'POST';
  if (path.endsWith('/refunds')) return ['CreateRefundBody', isPost ? 'Refund' : 'Refund[]'];
  if (path.includes('/refunds/')) return ['never', 'Refund'];
  if (path.endsWith('/search')) return ['never', 'PaymentSearch'];
  return [isPost ? 'PaymentCreateRequest' : "{ status: 'cancelled' }", 'Payment'];
}
