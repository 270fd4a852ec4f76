import type { IncomingHttpHeaders } from 'node:http';
import { verifyCallback } from '#gateway/signature/callback-signature';
import type { AppendOnlyFile } from '../append-only-file.js';

/** A callback as the merchant received it. `valid` only when both of its signatures are right (contract §8). */
export type ReceivedCallback = {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly valid: boolean;
  readonly date: string;
};

export type MerchantInbox = {
  /** Verifies and keeps the callback; it is on the disk when this returns. */
  receive(message: IncomingMessage): ReceivedCallback;
  /** Oldest first. */
  ofReference(reference: string): readonly ReceivedCallback[];
  /** The latest of all references, oldest first; at most `callbacksListed`. */
  latest(): readonly ReceivedCallback[];
};

type IncomingMessage = {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly rawBody: Buffer;
};

const skewSeconds = 300;

/** Maximum length of the list: the file of a long-lived stack holds thousands. */
export const callbacksListed = 100;

/** The inbox of the merchant who is played here, with the secret of its callbacks. */
export function openMerchantInbox(file: AppendOnlyFile<ReceivedCallback>, secret: string): MerchantInbox {
  const byReference = new Map<string, ReceivedCallback[]>();
  const latest: ReceivedCallback[] = [];

  function keep(callback: ReceivedCallback): void {
    latest.push(callback);
    if (latest.length > callbacksListed) latest.shift();
    const reference = referenceOf(callback.body);
    byReference.set(reference, [...(byReference.get(reference) ?? []), callback]);
  }

  file.lines.forEach(keep);
  return {
    receive(message) {
      const callback: ReceivedCallback = {
        headers: message.headers,
        body: parseBody(message.rawBody),
        valid: isValid(message, secret),
        date: new Date().toISOString(),
      };
      file.append(callback);
      keep(callback);
      return callback;
    },
    ofReference: (reference) => byReference.get(reference) ?? [],
    latest: () => [...latest],
  };
}

/** This merchant has a single secret, so it accepts any key id. */
function isValid(message: IncomingMessage, secret: string): boolean {
  const id = /keyId="([^"]*)"/.exec(String(message.headers.signature))?.[1] ?? '';
  const received = {
    method: 'POST',
    target: message.target,
    rawHeaders: message.rawHeaders,
    rawBody: message.rawBody,
  };
  const verification = verifyCallback(received, [{ id, secret }], { now: new Date(), skewSeconds });
  return verification.kind === 'verified' && verification.by.length === 2;
}

function parseBody(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return rawBody.toString('utf8');
  }
}

function referenceOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('reference' in body)) return '';
  return typeof body.reference === 'string' ? body.reference : '';
}
