import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import type { ConnectorTerms, TextConstraint } from '#domain/configuration/connector-terms';
import { lineKinds } from '#domain/statements/line';
import { rowKinds, shippedMappings } from '#domain/statements/mapping';
import { isTimezone } from '#domain/values/calendar';
import { cardBrands } from '#domain/values/card-brands';
import { isCountry } from '#domain/values/countries';
import { isCurrency } from '#domain/values/currencies';
import { isPlainName } from '#domain/configuration/operators';
import { parseUrl } from '#domain/values/parse-url';
import { parseDuration } from './durations.js';

/** What only the caller knows: codes of methods, and connectors by name with what they can do. */
export type Known = {
  readonly methods: readonly string[];
  readonly connectors: Readonly<Record<string, ConnectorTerms>>;
};

/** The formats that `configuration-schema.ts` names. */
export function textForms(known: Known): Readonly<Record<FormName, TextConstraint>> {
  const isMethod = (text: string) => known.methods.includes(text);
  return {
    name: {
      holds: (text) => /^[a-z][a-z0-9_]{0,63}$/.test(text),
      says: 'must be a lower-case snake_case name',
    },
    keyId: {
      holds: (text) => /^[A-Za-z0-9_-]{3,64}$/.test(text),
      says: 'must be 3 to 64 of A-Z a-z 0-9 _ -',
    },
    duration: {
      holds: (text) => parseDuration(text) !== undefined,
      says: 'must be a duration such as 250ms, 30s, 5m, 12h or 7d',
    },
    decimal: {
      holds: (text) => /^(0|[1-9]\d{0,14})(\.\d{1,12})?$/.test(text),
      says: 'must be a decimal number',
    },
    all: { holds: (text) => text === 'all', says: 'must be a list, or the word all' },
    none: {
      holds: (text) => text === 'none',
      says: 'must be { failures: ..., cooldown: ... }, or the word none',
    },
    operator: {
      holds: isPlainName,
      says: 'must be a name of letters A-Z, digits, blanks and . _ @ -',
    },
    proxy: { holds: (text) => text === 'proxy', says: 'must be a list of names, or the word proxy' },
    method: { holds: isMethod, says: 'there is no such method' },
    brandOrMethod: {
      holds: (text) => cardBrands.includes(text) || isMethod(text),
      says: 'there is no such card brand or method',
    },
    methodOrAll: { holds: (text) => text === 'all' || isMethod(text), says: 'there is no such method' },
    windowName: {
      holds: (text) => text === 'default' || text === 'hosted_page' || isMethod(text),
      says: 'there is no such method (other names here: default, hosted_page)',
    },
    connector: {
      holds: (text) => Object.hasOwn(known.connectors, text),
      says: `there is no such connector (${Object.keys(known.connectors).join(', ')})`,
    },
    currency: { holds: isCurrency, says: 'must be an ISO 4217 code in upper case' },
    amountName: {
      holds: (text) => text === 'min' || text === 'max' || isCurrency(text),
      says: 'must be min, max or an ISO 4217 code in upper case',
    },
    country: { holds: isCountry, says: 'must be an ISO 3166-1 alpha-2 code in upper case' },
    cardPrefix: { holds: (text) => /^\d{4,8}$/.test(text), says: 'must be 4 to 8 digits in quotes' },
    currencyOrAll: {
      holds: (text) => text === 'all' || isCurrency(text),
      says: 'must be an ISO 4217 code in upper case, or the word all',
    },
    color: { holds: (text) => /^#[0-9a-f]{6}$/i.test(text), says: "must be a colour such as '#0a5c4f'" },
    url: { holds: isHttpUrl, says: 'must be an http or https URL without user name or password' },
    httpsUrl: {
      holds: (text) => isHttpUrl(text) && /^https:/i.test(text),
      says: 'must be an https URL without user name or password',
    },
    host: {
      holds: (text) => /^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/.test(text),
      says: 'must be a lower-case host name, an address, *.suffix or *',
    },
    signedHost: {
      holds: (text) => /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text),
      says: 'must be a host name or an address, with a port or without',
    },
    cidr: { holds: isCidr, says: 'must be an address range such as 10.20.0.0/16, or the word public' },
    requestSecret: { holds: (text) => bytesOfBase64(text) === 32, says: 'must be base64 of 32 bytes' },
    callbackSecret: {
      holds: isCallbackSecret,
      says: 'must be whsec_ and base64 of 24 to 64 bytes',
    },
    fieldPath: {
      holds: (text) => /^[a-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/.test(text),
      says: 'must be a field by its path, such as customer.email',
    },
    instant: {
      holds: (text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
      says: 'must be an instant in UTC such as 2026-01-31T00:00:00Z',
    },
    cardNumber: { holds: (text) => /^\d{12,19}$/.test(text), says: 'must be 12 to 19 digits in quotes' },
    bin: { holds: (text) => /^\d{6,8}$/.test(text), says: 'must be 6 to 8 digits in quotes' },
    email: {
      holds: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
      says: 'must be an e-mail address',
    },
    phone: {
      holds: (text) => /^\+?[0-9 ()-]{5,24}$/.test(text),
      says: 'must be a phone number in quotes, such as +34 600 000 000',
    },
    document: {
      holds: (text) => /[A-Za-z0-9]{4}/.test(text.replaceAll(/[\s./-]/g, '')),
      says: 'must be the number of a document in quotes',
    },
    fingerprint: { holds: (text) => /^[0-9a-f]{64}$/.test(text), says: 'must be 64 hexadecimal digits' },
    timeOfDay: {
      holds: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
      says: 'must be a time of the day in quotes, such as 06:30',
    },
    timezone: { holds: isTimezone, says: 'must be an IANA time zone such as Europe/Lisbon' },
    folder: { holds: (text) => isAbsolute(text), says: 'must be the absolute path of a folder' },
    iban: {
      holds: (text) => /^[A-Z0-9]{4,34}$/.test(text),
      says: 'must be an IBAN or account number in capitals, without blanks',
    },
    mapping: {
      holds: (text) => Object.hasOwn(shippedMappings, text),
      says: `there is no such mapping (${Object.keys(shippedMappings).join(', ')})`,
    },
    percent: {
      holds: (text) => /^(\d{1,2}(\.\d{1,6})?|100)$/.test(text),
      says: 'must be a percentage in quotes, such as 1.4',
    },
    kindOfLine: {
      holds: (text) => lineWords.has(text),
      says: `must be one of ${[...lineWords].join(', ')}, or { in: ..., out: ... }`,
    },
  };
}

export type FormName =
  | 'operator'
  | 'proxy'
  | 'name'
  | 'keyId'
  | 'duration'
  | 'decimal'
  | 'all'
  | 'none'
  | 'method'
  | 'brandOrMethod'
  | 'methodOrAll'
  | 'windowName'
  | 'connector'
  | 'currency'
  | 'amountName'
  | 'country'
  | 'cardPrefix'
  | 'currencyOrAll'
  | 'color'
  | 'url'
  | 'httpsUrl'
  | 'host'
  | 'signedHost'
  | 'cidr'
  | 'requestSecret'
  | 'callbackSecret'
  | 'fieldPath'
  | 'instant'
  | 'cardNumber'
  | 'bin'
  | 'email'
  | 'phone'
  | 'document'
  | 'fingerprint'
  | 'timeOfDay'
  | 'timezone'
  | 'folder'
  | 'iban'
  | 'mapping'
  | 'percent'
  | 'kindOfLine';

const lineWords: ReadonlySet<string> = new Set([...lineKinds, ...rowKinds]);

function isHttpUrl(text: string): boolean {
  const url = text.length > 2048 ? undefined : parseUrl(text);
  if (!url) return false;
  const { protocol, username, password } = url;
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function isCidr(text: string): boolean {
  if (text === 'public') return true;
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

function isCallbackSecret(text: string): boolean {
  const bytes = text.startsWith('whsec_') ? bytesOfBase64(text.slice('whsec_'.length)) : -1;
  return bytes >= 24 && bytes <= 64;
}

/** -1 for what is not base64 as we write it. */
function bytesOfBase64(text: string): number {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes.length : -1;
}
