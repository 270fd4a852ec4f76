export const documentKinds = [
  'BR_CPF',
  'BR_CNPJ',
  'CL_RUT',
  'CO_CC',
  'CO_CE',
  'CO_NIT',
  'EG_ID',
  'MX_CURP',
  'MX_RFC',
  'PE_CE',
  'PE_DNI',
  'PE_RUC',
  'UY_CI',
  'UY_RUT',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
