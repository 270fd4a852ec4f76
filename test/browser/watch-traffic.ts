import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core';
import { pageHeaders } from '../../apps/checkout/src/http/page-headers.js';
import { heldAnswer } from './hold-still.js';

/**
 * Watches what pages of our origin ask for and what they come with, as the browser sees it (PCI DSS 6.4.3, 11.6.1).
 * Returns what was seen amiss so far. Pages of others, where the customer is led to, are their own business.
 */
export function watchTraffic(context: BrowserContext, origin: string): () => Promise<readonly string[]> {
  const faults = new Set<string>();
  const looks: Promise<unknown>[] = [];
  const isOurs = (url: string) => url.startsWith(`${origin}/`);

  context.on('request', (request) => {
    if (request.isNavigationRequest() || !isOurs(pageOf(request))) return;
    const url = request.url();
    if (!isOurs(url) && !url.startsWith('data:')) faults.add(`a page asked for ${url}`);
  });
  context.on('response', (response) => {
    if (!isOurs(response.url()) || isHeld(response)) return;
    for (const fault of headerFaults(response)) faults.add(fault);
    if (response.request().resourceType() === 'script') {
      looks.push(scriptFault(response).then((fault) => fault && faults.add(fault)));
    }
  });
  context.on('console', (message) => {
    if (isOurs(message.location().url) && isComplaint(message)) faults.add(message.text());
  });
  context.on('weberror', (error) => void faults.add(error.error().message));
  return async () => {
    await Promise.all(looks);
    return [...faults];
  };
}

const expectedHeaders = pageHeaders({ isSecure: false });

/** Every answer is to be taken as what it says it is; every page has the headers of a page, to the letter. */
function headerFaults(response: Response): readonly string[] {
  const isPage = response.request().isNavigationRequest();
  const headers = response.headers();
  return Object.entries(isPage ? expectedHeaders : { 'x-content-type-options': 'nosniff' })
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${response.url()} came with ${name}: ${headers[name]}`);
}

function isHeld(response: Response): boolean {
  return response.status() === heldAnswer.status && 'x-held' in response.headers();
}

const inventory = JSON.parse(
  readFileSync('apps/checkout/assets/scripts.inventory.json', 'utf8'),
) as readonly { readonly integrity: string }[];

async function scriptFault(response: Response): Promise<string | undefined> {
  // A page that is left takes the body of what it loaded along.
  const body = await response.body().catch(() => undefined);
  if (body === undefined) return undefined;
  const hashes = ['sha256', 'sha384', 'sha512'].map(
    (name) => `${name}-${createHash(name).update(body).digest('base64')}`,
  );
  const isKnown = inventory.some(({ integrity }) => hashes.includes(integrity));
  return isKnown ? undefined : `${response.url()} is not in the inventory`;
}

function pageOf(request: Request): string {
  return request.serviceWorker() === null ? request.frame().url() : '';
}

/** A missing page, or one that does not take a form, shows in its status, which the tests check. */
function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource');
}
