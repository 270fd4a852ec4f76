import { isIP } from 'node:net';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { parseUrl } from '#domain/values/parse-url';
import { isAllowedAddress } from './address-policy.js';

/**
 * Whether a `callback_url` is accepted (contract §8): it is well-formed, and matches scheme, host and port of one target. An
 * address as host must also be in that target's ranges; a name is checked when the callback is sent.
 */
export function isAllowedTarget(url: string, targets: readonly CallbackTarget[]): boolean {
  return matchTargets(url, targets).length > 0;
}

/** The targets that match this URL; empty for a malformed one. The resolved address must match one of them. */
export function matchTargets(url: string, targets: readonly CallbackTarget[]): readonly CallbackTarget[] {
  const parsed = parseTargetUrl(url);
  if (!parsed) return [];
  const host = targetHost(parsed);
  return targets.filter((target) => {
    if (parsed.protocol !== `${target.scheme}:`) return false;
    if (!matchesHost(host, target.host)) return false;
    if (target.ports.length > 0 && !target.ports.includes(portOf(parsed))) return false;
    return isIP(host) === 0 || isAllowedAddress(host, target.cidrs);
  });
}

/** Host of a URL as it is resolved: in lower case, an IPv6 address without brackets. */
function targetHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function parseTargetUrl(url: string): URL | undefined {
  if (url.length > urlLengthMax) return undefined;
  // The parser drops tabs and newlines, trims, and turns \ into /; the checked URL must be the one that is called.
  if (!plainForm.test(url)) return undefined;
  const parsed = parseUrl(url);
  if (!parsed) return undefined;
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  return parsed;
}

function matchesHost(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*.')) return isIP(host) === 0 && host.endsWith(pattern.slice(1).toLowerCase());
  return host === pattern.toLowerCase().replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

const urlLengthMax = 2048;
const plainForm = /^https?:\/\/[^\s\p{Cc}\\#]+$/iu;
