import * as fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { isDocument } from './documents.js';
import type { DocumentKind } from './documents.js';

/**
 * Goal: our check digits are those of the issuers. Method: for any body of a number, exactly the same endings are right
 * by our check and by an independent library. Where the two differ on purpose, the difference is named below.
 */
type Comparison = {
  readonly kind: DocumentKind;
  readonly oracle: readonly [country: string, name: string];
  /** Bodies that both take for well formed. */
  readonly bodies: fc.Arbitrary<string>;
  readonly endings: readonly string[];
};

const digits = '0123456789'.split('');
const pairs = digits.flatMap((first) => digits.map((second) => first + second));
const day = fc
  .date({
    min: new Date('1940-01-01T00:00:00Z'),
    max: new Date('1999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(2, 10).replaceAll('-', ''));
const varied = (text: string) => new Set(text).size > 1;

const comparisons: readonly Comparison[] = [
  { kind: 'BR_CPF', oracle: ['BR', 'cpf'], bodies: matching(/^\d{9}$/).filter(varied), endings: pairs },
  {
    kind: 'BR_CNPJ',
    oracle: ['BR', 'cnpj'],
    bodies: matching(/^[A-Z0-9]{12}$/).filter(varied),
    endings: pairs,
  },
  { kind: 'CL_RUT', oracle: ['CL', 'rut'], bodies: matching(/^[1-9]\d{6,7}$/), endings: [...digits, 'K'] },
  { kind: 'CO_NIT', oracle: ['CO', 'nit'], bodies: matching(/^\d{9}$/), endings: digits },
  {
    kind: 'MX_RFC',
    oracle: ['MX', 'rfc'],
    // Letters that have the same value in the library's second, older alphabet.
    bodies: parts(fc.constantFrom('GAMB', 'ELEM', 'NIDA', 'HEGL'), day, matching(/^[1-9A-N]{2}$/)),
    endings: [...digits, 'A'],
  },
  {
    kind: 'MX_CURP',
    oracle: ['MX', 'curp'],
    bodies: parts(
      fc.constantFrom('GODE', 'BOXW', 'LOSA'),
      day,
      matching(/^[HM](AS|DF|JC|NE|NL|YN)[B-DF-HJ-NP-TV-Z]{3}\d$/),
    ),
    endings: digits,
  },
  { kind: 'PE_RUC', oracle: ['PE', 'ruc'], bodies: matching(/^(10|15|16|17|20)\d{8}$/), endings: digits },
  { kind: 'UY_CI', oracle: ['UY', 'cedula'], bodies: matching(/^\d{7}$/), endings: digits },
  {
    kind: 'UY_RUT',
    oracle: ['UY', 'rut'],
    bodies: matching(/^(0[1-9]|1\d|2[01])[1-9]\d{5}001$/),
    endings: digits,
  },
];

describe('check digits agree with an independent library', () => {
  it.each(comparisons.map((comparison) => [comparison.kind, comparison] as const))(
    '%s',
    (kind, { oracle, bodies, endings }) => {
      fc.assert(
        fc.property(bodies, (body) => {
          const right = (accepts: (text: string) => boolean) =>
            endings.filter((ending) => accepts(body + ending));
          expect(right((text) => isDocument(kind, text))).toEqual(right((text) => isRight(oracle, text)));
        }),
        { numRuns: 100 },
      );
    },
  );
});

it('an RFC has the official check digit, one of the two that the library takes', () => {
  const names = fc.constantFrom('GODE', 'BOXW', 'ÑUÑE', 'A&B', 'XYZ');
  fc.assert(
    fc.property(parts(names, day, matching(/^[1-9A-V][1-9A-Z]$/)), (body) => {
      const right = [...digits, 'A'].filter((ending) => isDocument('MX_RFC', body + ending));
      expect(right).toHaveLength(1);
      expect(isRight(['MX', 'rfc'], body + right.join(''))).toBe(true);
    }),
  );
});

describe('differences from that library, on purpose', () => {
  const differences: readonly (readonly [string, DocumentKind, Comparison['oracle'], string, boolean])[] = [
    [
      'one digit repeated passes every checksum, but was never issued',
      'BR_CPF',
      ['BR', 'cpf'],
      '00000000000',
      false,
    ],
    ['the same of a company', 'BR_CNPJ', ['BR', 'cnpj'], '00000000000000', false],
    ['people write dots', 'CL_RUT', ['CL', 'rut'], '76.086.428-5', true],
    ['people write dots in Uruguay, too', 'UY_CI', ['UY', 'cedula'], '1.234.567-2', true],
    ['old cards have seven digits', 'UY_CI', ['UY', 'cedula'], '1234561', true],
    ['the generic number of the public', 'MX_RFC', ['MX', 'rfc'], 'XAXX010101000', true],
    ['the generic number of foreigners', 'MX_RFC', ['MX', 'rfc'], 'XEXX010101000', true],
  ];

  it.each(differences)('%s: %s', (_why, kind, oracle, text, isOurs) => {
    expect(isDocument(kind, text)).toBe(isOurs);
    expect(isRight(oracle, text)).toBe(!isOurs);
  });

  it('an RFC with an irregular check digit is wrong by both: contract §5 excepts the generic ones only', () => {
    expect(isDocument('MX_RFC', 'VACE460910SX6')).toBe(false);
    expect(isRight(['MX', 'rfc'], 'VACE460910SX6')).toBe(false);
  });
});

function isRight([country, name]: Comparison['oracle'], text: string): boolean {
  const validator = stdnum[country]?.[name];
  if (validator === undefined) throw new Error(`The library knows no ${country} ${name}`);
  return validator.validate(text).isValid;
}

function matching(pattern: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(pattern);
}

function parts(...arbitraries: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...arbitraries).map((texts) => texts.join(''));
}
