/** A bank that this provider sends money to, by its own code. */
export type Bank = { readonly bank: string; readonly label: string; readonly country: string };

/** Code and name by country, as the provider lists them. A country that is not here has none. */
const listed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NG: {
    '011': 'First Bank of Nigeria',
    '033': 'United Bank for Africa',
    '035': 'Wema Bank',
    '044': 'Access Bank',
    '050': 'Ecobank Nigeria',
    '057': 'Zenith Bank',
    '058': 'Guaranty Trust Bank',
    '070': 'Fidelity Bank',
    '214': 'First City Monument Bank',
    '221': 'Stanbic IBTC Bank',
    '232': 'Sterling Bank',
  },
  GH: {
    GH040: 'GCB Bank',
    GH130: 'Ecobank Ghana',
    GH190: 'Stanbic Bank Ghana',
    GH240: 'Fidelity Bank Ghana',
    GH280: 'Access Bank Ghana',
  },
  KE: {
    KE01: 'Kenya Commercial Bank',
    KE03: 'Absa Bank Kenya',
    KE11: 'Co-operative Bank of Kenya',
    KE31: 'Stanbic Bank Kenya',
    KE68: 'Equity Bank Kenya',
  },
  BJ: { BJ061: 'Bank of Africa Bénin', BJ062: 'Ecobank Bénin', BJ067: 'Orabank Bénin' },
  BF: {
    BF074: 'Coris Bank International',
    BF083: 'Ecobank Burkina Faso',
    BF084: 'Bank of Africa Burkina Faso',
  },
  CI: {
    CI008: 'Société Générale Côte d’Ivoire',
    CI032: 'Bank of Africa Côte d’Ivoire',
    CI042: 'NSIA Banque Côte d’Ivoire',
    CI059: 'Ecobank Côte d’Ivoire',
  },
  GW: { GW096: 'Banco da África Ocidental', GW143: 'Orabank Guiné-Bissau', GW195: 'Ecobank Guiné-Bissau' },
  ML: { ML041: 'Banque de Développement du Mali', ML045: 'Bank of Africa Mali', ML090: 'Ecobank Mali' },
  NE: { NE038: 'Bank of Africa Niger', NE040: 'Sonibank', NE095: 'Ecobank Niger' },
  SN: { SN010: 'CBAO Groupe Attijariwafa Bank', SN094: 'Ecobank Sénégal', SN100: 'Bank of Africa Sénégal' },
  TG: { TG055: 'Ecobank Togo', TG116: 'Orabank Togo', TG138: 'Bank of Africa Togo' },
  // By their universal branch codes.
  ZA: {
    '051001': 'Standard Bank of South Africa',
    '198765': 'Nedbank',
    '250655': 'First National Bank',
    '470010': 'Capitec Bank',
    '632005': 'Absa Bank',
  },
  // From here on by their BICs (ISO 9362).
  UG: { CERBUGKA: 'Centenary Bank', DFCUUGKA: 'dfcu Bank', SBICUGKX: 'Stanbic Bank Uganda' },
  TZ: { CORUTZTZ: 'CRDB Bank', NLCBTZTX: 'NBC Bank Tanzania', NMIBTZTZ: 'NMB Bank' },
  CM: {
    CCEICMCX: 'Afriland First Bank',
    ECOCCMCX: 'Ecobank Cameroun',
    SGCMCMCX: 'Société Générale Cameroun',
  },
  CF: { ECOCCFCF: 'Ecobank Centrafrique' },
  TD: { CBTDTDND: 'Commercial Bank Tchad', ECOCTDND: 'Ecobank Tchad' },
  CG: { ECOCCGCG: 'Ecobank Congo', UNAFCGCG: 'UBA Congo' },
  GQ: {
    BGFIGQGQ: 'BGFIBank Guinea Ecuatorial',
    CCEIGQGQ: 'CCEI Bank Guinea Ecuatorial',
    ECOCGQGQ: 'Ecobank Guinea Ecuatorial',
  },
  GA: { BGFIGALI: 'BGFIBank Gabon', ECOCGALI: 'Ecobank Gabon' },
};

/** Kinds of Bolivian banks and their numbers. They are served and not listed. */
const bolivian: readonly (readonly [kind: string, first: number, last: number])[] = [
  ['BCO', 1, 3],
  ['BCO', 5, 9],
  ['BCO', 22, 22],
  ['BCO', 45, 45],
  ['BCO', 47, 47],
  ['BCO', 49, 49],
  ['BCO', 52, 53],
  ['MUT', 200, 207],
  ['COO', 300, 328],
  ['IFD', 400, 407],
  ['BIL', 900, 904],
  ['BIL', 990, 990],
];

const africanCodes: ReadonlySet<string> = new Set(
  Object.values(listed).flatMap((banks) => Object.keys(banks)),
);
const bolivianCodes: ReadonlySet<string> = new Set(
  bolivian.flatMap(([kind, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => kind + String(first + index).padStart(3, '0')),
  ),
);

/** The banks of a country, always the same ones in the same order. */
export function banksOf(country: string): readonly Bank[] {
  const banks = Object.hasOwn(listed, country) ? listed[country] : undefined;
  return Object.entries(banks ?? {}).map(([bank, label]) => ({ bank, label, country }));
}

/** The banks that a rail sends money to; one that is not here asks for no bank. */
const banksOfRails: Readonly<Record<string, ReadonlySet<string>>> = {
  BANK_TRANSFER_AFRICA: africanCodes,
  BANK_TRANSFER_BOLIVIA: bolivianCodes,
};

/** Whether money can be sent there. */
export function isServed(rail: string, bank: string | undefined): boolean {
  const banks = Object.hasOwn(banksOfRails, rail) ? banksOfRails[rail] : undefined;
  return banks === undefined || (bank !== undefined && banks.has(bank));
}
