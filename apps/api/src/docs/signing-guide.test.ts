import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { signRequest, verifyRequest } from '#gateway/signature/request-signature';
import { goldenRequest, goldenText, signingGuide, signingProgram } from './signing-guide.js';

describe('the signing guide', () => {
  it('shows the golden vector of contract §2', () => {
    const { key, keyId, body, host, path, date } = goldenRequest;
    const signed = signRequest({
      method: 'POST',
      path,
      host,
      date: new Date(date),
      body,
      keyId,
      secret: key,
    });
    expect(signed.digest).toBe(goldenRequest.digest);
    expect(signingGuide).toContain(`Authorization: ${signed.authorization}\n`);
    expect(signingGuide).toContain(`\n${goldenText}\n`);
  });

  it('has a program whose signature the gateway accepts', async () => {
    const verifications: string[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: target = '', rawHeaders, headers } = request;
        const rules = { now: new Date(), hosts: [headers.host ?? ''], skewSeconds: 300 };
        const received = { method, target, rawHeaders, rawBody: Buffer.concat(chunks) };
        const verification = verifyRequest(received, () => ({ secret: goldenRequest.key }), rules);
        verifications.push(verification.kind === 'refused' ? verification.description : verification.kind);
        response.end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      expect(await run(`http://127.0.0.1:${port}/v2/payment?a=b`, goldenRequest.body)).toBe('200 {}\n');
    } finally {
      server.close();
    }
    expect(verifications).toEqual(['verified']);
  });
});

async function run(...programArguments: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signing-guide-'));
  const file = join(folder, 'sign.mjs');
  await writeFile(file, signingProgram);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...programArguments]);
  await rm(folder, { recursive: true });
  return stdout;
}
