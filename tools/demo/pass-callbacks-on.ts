import { createInterface } from 'node:readline';
import { request } from 'undici';

export type Listening = {
  readonly sandboxUrl: string;
  /** Where each callback is sent again; undefined: they are shown only. */
  readonly forwardTo: URL | undefined;
  readonly print: (line: string) => void;
  readonly signal?: AbortSignal;
};

/** As long as the gateway waits for a merchant (contract §8). */
const answerLimitMs = 15_000;

/** They belong to a connection, or name its ends. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

type Callback = { readonly rawHeaders: readonly string[]; readonly rawBody: string };

/**
 * Shows the callbacks that the sandbox's shop gets from now on, and posts each with the same bytes and headers to
 * `forwardTo`, one after the other. Returns when the sandbox ends the connection; throws when it cannot be reached, or when
 * the signal ends it.
 */
export async function passCallbacksOn({ sandboxUrl, forwardTo, print, signal }: Listening): Promise<void> {
  const { statusCode, body } = await request(`${sandboxUrl}/merchant/callbacks/stream`, {
    bodyTimeout: 0,
    ...(signal && { signal }),
  });
  if (statusCode !== 200) throw new Error(`There is no sandbox at ${sandboxUrl} that streams callbacks.`);
  print(forwardTo ? `Forwarding callbacks to ${forwardTo.href}` : 'Waiting for callbacks');
  for await (const line of createInterface({ input: body })) {
    const callback = JSON.parse(line) as Callback;
    const rawBody = Buffer.from(callback.rawBody, 'base64');
    const outcome = forwardTo ? ` → ${await forward(callback.rawHeaders, rawBody, forwardTo)}` : '';
    print(`${new Date().toLocaleTimeString('en-GB')}  ${describe(rawBody)}${outcome}`);
  }
}

async function forward(rawHeaders: readonly string[], body: Buffer, to: URL): Promise<string> {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !ownHeaders.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  );
  const started = performance.now();
  try {
    const limit = AbortSignal.timeout(answerLimitMs);
    const answer = await request(to, { method: 'POST', headers: pairs, body, signal: limit });
    await answer.body.dump();
    return `${answer.statusCode} (${Math.round(performance.now() - started)} ms)`;
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
    return `no answer (${String(code ?? name)})`;
  }
}

/** The callback in words; a test callback has no reference. */
function describe(rawBody: Buffer): string {
  const event = JSON.parse(rawBody.toString('utf8')) as Readonly<Record<string, unknown>>;
  const words = ['type', 'reference', 'status', 'event_id'].map((name) => event[name]);
  return words.filter((word) => typeof word === 'string').join(' ');
}
