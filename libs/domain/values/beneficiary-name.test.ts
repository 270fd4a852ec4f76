import { describe, expect, it } from 'vitest';
import { beneficiaryName, compareNames } from './holder-name.js';

describe('the name of a beneficiary', () => {
  const customer = { first_name: 'Grace', last_name: 'Hopper' };

  it.each([
    [{ beneficiary_first_name: 'Ada', beneficiary_last_name: 'Lovelace' }, customer, 'Ada Lovelace'],
    [{ beneficiary_first_name: 'Ada' }, customer, 'Ada Hopper'],
    [{ beneficiary_last_name: 'Lovelace' }, customer, 'Grace Lovelace'],
    [{}, customer, 'Grace Hopper'],
    [{}, { last_name: 'Hopper' }, 'Hopper'],
    [{}, { first_name: 'Grace' }, 'Grace'],
    [{}, {}, ''],
  ])('of requisites %o and customer %o is %j', (requisites, from, name) => {
    expect(beneficiaryName(requisites, from)).toBe(name);
  });
});

describe('letters without a plain form of their own', () => {
  it.each([
    ['Æ', 'AE'],
    ['Œ', 'OE'],
    ['Ø', 'O'],
    ['ß', 'SS'],
    ['Đ', 'D'],
    ['Ð', 'D'],
    ['Ɖ', 'D'],
    ['Ł', 'L'],
    ['Þ', 'TH'],
    ['Ŋ', 'N'],
    ['Ɛ', 'E'],
    ['Ɔ', 'O'],
    ['Ɓ', 'B'],
    ['Ɗ', 'D'],
    ['Ƙ', 'K'],
    ['ı', 'i'],
  ])('%s is compared as %s', (letter, plain) => {
    expect(compareNames(`Ada Ab${letter}ku`, `ADA AB${plain}KU`)).toBe('same');
  });
});

describe('names that are shown in part', () => {
  it.each([
    ['ADA L*******', 'agrees with the beneficiary as far as it can be read'],
    ['ADA B****', 'differs from the beneficiary'],
    ['* *', 'has no word'],
  ])('%s is unclear, although it %s', (masked) => {
    expect(compareNames('Ada Lovelace', masked)).toBe('unclear');
    expect(compareNames(masked, 'Ada Lovelace')).toBe('unclear');
  });
});

describe('words of a name', () => {
  it('with digits do not make it a name in another script', () => {
    expect(compareNames('Asa Trading', 'ASA TRADING 2')).toBe('same');
    expect(compareNames('Ада Лавлейс', 'АДА ЛАВЛЕЙС 2')).toBe('same');
  });

  it('of one letter are not enough in common', () => {
    expect(compareNames('A L', 'A L')).toBe('unclear');
    expect(compareNames('A L', 'A. L. King')).toBe('unclear');
  });

  it('are not initials if they have several letters', () => {
    expect(compareNames('Ad Lovelace', 'ADA LOVELACE')).toBe('other');
  });

  it('without any in both names are unclear', () => {
    expect(compareNames('', '')).toBe('unclear');
    expect(compareNames(' - ', 'Ада Лавлейс')).toBe('unclear');
  });
});
