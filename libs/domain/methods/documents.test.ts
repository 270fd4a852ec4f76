import { describe, expect, it } from 'vitest';
import { documentProblem, isDocument } from './documents.js';
import type { DocumentKind } from './documents.js';

const right: readonly (readonly [DocumentKind, string])[] = [
  ['BR_CPF', '52998224725'],
  ['BR_CPF', '529.982.247-25'],
  ['BR_CNPJ', '11222333000181'],
  ['BR_CNPJ', '12ABC34501DE35'],
  ['CL_RUT', '76.086.428-5'],
  ['CL_RUT', '12345678-5'],
  ['CL_RUT', '10.000.013-k'],
  ['CO_CC', '1020304050'],
  ['CO_CE', '123456'],
  ['CO_NIT', '213123432-1'],
  ['EG_ID', '29001011234567'],
  ['MX_CURP', 'BOXW310820HNERXN09'],
  ['MX_RFC', 'GODE561231GR8'],
  ['MX_RFC', 'XAXX010101000'],
  ['MX_RFC', 'XEXX010101000'],
  ['PE_CE', '001234567'],
  ['PE_CE', 'CE 12345'],
  ['PE_DNI', '12345678'],
  ['PE_DNI', '12345678-9'],
  ['PE_RUC', '20512333797'],
  ['UY_CI', '1.234.567-2'],
  ['UY_RUT', '211003420017'],
];

const wrong: readonly (readonly [DocumentKind, string])[] = [
  ['BR_CPF', '52998224726'],
  ['BR_CPF', '11111111111'],
  ['BR_CNPJ', '11222333000182'],
  ['BR_CNPJ', '00000000000000'],
  ['CL_RUT', '76.086.428-6'],
  ['CO_CC', '12345'],
  ['CO_CE', '12345678901'],
  ['CO_NIT', '213123432-2'],
  ['EG_ID', '19001011234567'],
  ['EG_ID', '29002301234567'],
  ['MX_CURP', 'BOXW310820HNERXN08'],
  ['MX_RFC', 'GODE561231GR9'],
  ['PE_CE', '20512333798'],
  ['PE_DNI', '20512333798'],
  ['PE_RUC', '20512333798'],
  ['UY_CI', '1.234.567-3'],
  ['UY_RUT', '211003420018'],
];

describe('documents', () => {
  it.each(right)('%s %s is right', (kind, text) => {
    expect(isDocument(kind, text)).toBe(true);
  });

  it.each(wrong)('%s %s is wrong', (kind, text) => {
    expect(isDocument(kind, text)).toBe(false);
  });

  it('one of the kinds that the method takes is enough, unless documentType names one', () => {
    const kinds = ['PE_DNI', 'PE_CE', 'PE_RUC'] as const;
    expect(documentProblem(kinds, '12345678', undefined)).toBeUndefined();
    expect(documentProblem(kinds, '12345678', 'PE_DNI')).toBeUndefined();
    expect(documentProblem(kinds, '12345678', 'PE_RUC')).toBe('is no valid PE_RUC');
    expect(documentProblem(kinds, '20512333798', undefined)).toBe('is no valid PE_DNI or PE_CE or PE_RUC');
    expect(documentProblem([], 'anything', undefined)).toBeUndefined();
  });
});
