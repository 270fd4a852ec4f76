import type { FastifyRequest } from 'fastify';
import { findAccount } from '../accounts.js';
import type { Account } from '../accounts.js';
import { accountHeader, isSignedBy, signatureHeader } from '../signature.js';

/** The account of a signed call; undefined if the signature is wrong. */
export function authenticate(request: FastifyRequest): Account | undefined {
  const account = findAccount(headerText(request, accountHeader));
  if (account === undefined) return undefined;
  const subject = `${request.method} ${request.url}`;
  const signature = headerText(request, signatureHeader);
  return isSignedBy(account.secret, subject, rawBody(request), signature) ? account : undefined;
}

/** The raw bytes of the body; empty without a body. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
