import { isIP } from 'node:net';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { parseUrl } from '#domain/values/parse-url';
import { isAllowedAddress } from './address-policy.js';

/**
 * Whether a `callback_url` may be accepted (contract §8): well-formed, and scheme, host and port of one target. An
 * address in place of a name must lie in that target's ranges as well; a name is checked when it is dialled.
 */
export function isAllowedTarget(url: string, targets: readonly CallbackTarget[]): boolean {
  return matchTargets(url, targets).length > 0;
}

/** The targets that allow this URL; none for a malformed one. The resolved address must satisfy one of them. */
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

/** Host of a URL as it is resolved: lower-case, and an IPv6 address without its brackets. */
function targetHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function parseTargetUrl(url: string): URL | undefined {
  if (url.length > urlLengthMax) return undefined;
  // The parser drops tabs and newlines, trims, and turns \ into /; what was signed off must be what is dialled.
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
