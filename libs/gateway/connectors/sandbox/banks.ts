import type { Bank } from '#domain/transaction/challenge';
import type { BankWords } from '../bank-list.js';
import { isObject } from '../json-body.js';

/** The answer to `GET /banks`. */
export const bankWords: BankWords = {
  rowsIn: (body) => (isObject(body) ? body.banks : undefined),
  name: 'label',
  code: 'bank',
};

/** The banks that the provider is known to pay out to, for routes that do not ask it (`bundled_banks`). */
const banks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NG: {
    '011': 'First Bank of Nigeria',
    '033': 'United Bank for Africa',
    '044': 'Access Bank',
    '057': 'Zenith Bank',
    '058': 'Guaranty Trust Bank',
  },
  GH: { GH040: 'GCB Bank', GH130: 'Ecobank Ghana' },
  KE: { KE01: 'Kenya Commercial Bank', KE68: 'Equity Bank Kenya' },
  BJ: { BJ062: 'Ecobank Bénin' },
  BF: { BF083: 'Ecobank Burkina Faso' },
  CI: { CI059: 'Ecobank Côte d’Ivoire' },
  GW: { GW195: 'Ecobank Guiné-Bissau' },
  ML: { ML090: 'Ecobank Mali' },
  NE: { NE095: 'Ecobank Niger' },
  SN: { SN094: 'Ecobank Sénégal' },
  TG: { TG055: 'Ecobank Togo' },
  ZA: { '051001': 'Standard Bank of South Africa', '632005': 'Absa Bank' },
  UG: { SBICUGKX: 'Stanbic Bank Uganda' },
  TZ: { CORUTZTZ: 'CRDB Bank' },
  CM: { CCEICMCX: 'Afriland First Bank' },
  CF: { ECOCCFCF: 'Ecobank Centrafrique' },
  TD: { ECOCTDND: 'Ecobank Tchad' },
  CG: { ECOCCGCG: 'Ecobank Congo' },
  GQ: { ECOCGQGQ: 'Ecobank Guinea Ecuatorial' },
  GA: { BGFIGALI: 'BGFIBank Gabon' },
};

/** The bundled banks of a country; none where nothing is bundled. */
export function bundledBanks(country: string): readonly Bank[] {
  const listed = Object.hasOwn(banks, country) ? banks[country] : undefined;
  return Object.entries(listed ?? {}).map(([code, name]) => ({ name, code, country }));
}
