import { resolve } from 'node:path';
import ts from 'typescript';
import type { SeenExchange } from '../../apps/admin/src/certify/record-exchanges.js';

/** What a body is by the published client's types. They have no word for what is null: it may be anywhere. */
const options: ts.CompilerOptions = {
  strict: true,
  strictNullChecks: false,
  skipLibCheck: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: [],
};
const imports = `import type { PaymentCreateRequest } from 'mercadopago/dist/clients/payment/create/types';
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { PaymentSearch } from 'mercadopago/dist/clients/payment/search/types';
type Payment = Omit<PaymentResponse, 'api_response'>;
`;

/** What the types have against the bodies of these requests and of their good answers; empty: nothing. */
export function deviations(exchanges: readonly SeenExchange[]): readonly string[] {
  const said = exchanges.flatMap(bodiesOf);
  const lines = said.map(({ type, body }, n) => `export const said${n}: ${type} = ${JSON.stringify(body)};`);
  const name = resolve('test/support/what-was-said.ts');
  const text = `${imports}${lines.join('\n')}\n`;
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === name || disk.fileExists(path),
    readFile: (path) => (path === name ? text : disk.readFile(path)),
    getSourceFile: (path, ...rest) =>
      path === name
        ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
        : disk.getSourceFile(path, ...rest),
  };
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    const where = said[line - imports.split('\n').length + 1]?.where ?? file?.fileName;
    return `${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function bodiesOf({ method, path, request, status, answer }: SeenExchange) {
  const where = `${method} ${path.replace(/\d{6,}/, '{id}')}`;
  const asked = method === 'POST' ? 'PaymentCreateRequest' : "{ status: 'cancelled' }";
  const told = path.endsWith('/search') ? 'PaymentSearch' : 'Payment';
  return [
    ...(request === undefined ? [] : [{ where: `${where} asks`, type: asked, body: request }]),
    ...(status < 300 && answer !== undefined ? [{ where: `${where} tells`, type: told, body: answer }] : []),
  ];
}
