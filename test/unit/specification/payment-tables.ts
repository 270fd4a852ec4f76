/**
 * Specification §2.1 to §2.4, §2.6 and the lists of contract §5, written down a second time from their text and not
 * from the catalogue, so that a wrong row of the catalogue turns a test red. Names are wire names, lists are words.
 */
export type PaymentMethod = {
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly currency: string;
  /** Further currencies. */
  readonly alsoTakes?: string;
  /** A real value of each customer field in the method's country. */
  readonly country: string;
};

/** Contract §5: "every currency of an African country (ISO 4217, XOF and XAF included)". */
export const africanCurrencies =
  'AOA BIF BWP CDF CVE DJF DZD EGP ERN ETB GHS GMD GNF KES KMF LRD LSL LYD MAD MGA MRU MUR MWK MZN NAD NGN RWF SCR ' +
  'SDG SLE SOS SSP STN SZL TND TZS UGX XAF XOF ZAR ZMW ZWG';

/** §2.1; `any` is every ISO 4217 currency. */
export const paymentMethods: readonly PaymentMethod[] = [
  { method: 'qr_code', style: 'hpp', currency: 'COP', country: 'CO' },
  { method: 'payid', style: 'h2h', currency: 'AUD', country: 'AU' },
  { method: 'wallet_mach', style: 'hpp', currency: 'CLP', country: 'CL' },
  { method: 'pix', style: 'hpp', currency: 'BRL', country: 'BR' },
  { method: 'mbway', style: 'h2h', currency: 'EUR', country: 'PT' },
  { method: 'ussd', style: 'h2h', currency: 'NGN', country: 'NG', alsoTakes: africanCurrencies },
  { method: 'multibanco', style: 'hpp', currency: 'EUR', country: 'PT' },
  { method: 'ideal', style: 'h2h', currency: 'EUR', country: 'NL' },
  { method: 'cash_costa_rica', style: 'h2h', currency: 'CRC', country: 'CR' },
  { method: 'card', style: 'hpp', currency: 'any', country: 'DE' },
  { method: 'card', style: 'h2h', currency: 'any', country: 'DE' },
  { method: 'p2c', style: 'hpp', currency: 'UZS', country: 'UZ' },
  { method: 'p2c', style: 'h2h', currency: 'EGP', country: 'EG' },
  { method: 'cash_uruguay', style: 'hpp', currency: 'UYU', country: 'UY' },
  { method: 'cash_mexico', style: 'hpp', currency: 'MXN', country: 'MX' },
  { method: 'bank_transfer_mexico', style: 'h2h', currency: 'MXN', country: 'MX' },
  { method: 'bank_transfer_peru', style: 'h2h', currency: 'PEN', country: 'PE' },
];

/** §2.2, by the methods that each rule names. */
export const modeRequired = 'payid mbway ideal ussd bank_transfer_peru';
export const numberAmounts = 'pix mbway ideal';
export const stringAmounts = 'multibanco';
export const descriptionConditional = 'payid';
export const customerOptional = 'ussd';
export const langMethods = 'cash_mexico bank_transfer_mexico';
export const channelCodeRequired = 'ussd';
/** Required for `qr_code`, conditional on the methods that are named nowhere. */
export const extraOptional = 'mbway multibanco ideal ussd';

/** §2.2 and contract §5. Where nothing is said, redirect and cancel URLs are optional and a callback URL is `default`. */
export const urlRules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  redirect_url: { required: 'ussd', default: 'qr_code payid' },
  cancel_url: { default: 'qr_code', none: 'payid mbway ussd' },
  error_url: { optional: 'wallet_mach card p2c cash_mexico' },
  callback_url: { required: 'ussd', optional: 'multibanco' },
};

/** §2.3, in its order. */
export const customerFieldNames =
  'identifier email phone first_name last_name middle_name country state_code city address zip_code itn birthday ip gender';

/** §2.3: required and conditional customer fields; every other field is optional. */
export const customerNeeds: Readonly<
  Record<string, { readonly required: string; readonly conditional?: string }>
> = {
  'hpp qr_code': { required: 'identifier email phone first_name last_name itn' },
  'h2h payid': {
    required: 'identifier email first_name last_name',
    conditional: 'phone country state_code city address zip_code ip',
  },
  'hpp wallet_mach': { required: 'identifier first_name last_name country itn' },
  'hpp pix': { required: 'identifier first_name last_name itn' },
  'h2h mbway': { required: 'identifier', conditional: 'phone first_name last_name country' },
  'hpp multibanco': {
    required: 'identifier',
    conditional: 'email first_name last_name country state_code city address zip_code',
  },
  'h2h ideal': {
    required: 'identifier first_name last_name country',
    conditional: 'email city address zip_code',
  },
  'h2h cash_costa_rica': { required: 'identifier phone first_name last_name country' },
  'hpp card': {
    required:
      'identifier email phone first_name last_name country state_code city address zip_code birthday ip',
  },
  'h2h card': {
    required:
      'identifier email phone first_name last_name country state_code city address zip_code birthday ip',
  },
  'hpp p2c': { required: 'identifier first_name last_name' },
  'h2h p2c': { required: 'identifier email phone first_name last_name' },
  'hpp cash_uruguay': { required: 'identifier phone first_name last_name country itn' },
  'hpp cash_mexico': { required: 'identifier first_name last_name country itn' },
  'h2h bank_transfer_mexico': { required: 'identifier first_name last_name itn', conditional: 'country' },
  'h2h bank_transfer_peru': {
    required: 'identifier first_name last_name country itn',
    conditional: 'phone',
  },
  'h2h ussd': { required: 'identifier' },
};

/** §2.3 and §2.4: `extra.meta.documentType`. */
export const documentTypeRequired = 'qr_code';
export const documentTypeConditional = 'pix bank_transfer_mexico bank_transfer_peru';

/** §2.4. */
export const typedMetaMethods = 'mbway multibanco ideal';
export const browserFields =
  'ip header_accept language screen_color_depth screen_height screen_pixel_depth screen_width ' +
  'timezone_offset_minutes user_agent window_height window_width';

/** §2.6. */
export const cardFields = 'pan exp_month exp_year holder_name cvv';

/** §2.5: documents that each type takes, and texts that it does not. */
export const colombianDocuments = {
  CO_CC: { right: ['123456', '1020304050'], wrong: ['12345', '12345678901', '1.020.304', '12345a'] },
  CO_CE: { right: ['654321', '1234567890'], wrong: ['12345', '12345678901', '123 456', 'E123456'] },
  CO_NIT: {
    right: ['900373115-3', '123456789-0'],
    wrong: ['9003731153', '90037311-5', '900373115-33', '900.373.115-3', '900373115-K'],
  },
} as const;

/** The spelling that the narrative text of §2.1 gives, and the one that the field shape uses. */
export const otherNames = [
  ['pix_br', 'pix'],
  ['open_banking', 'multibanco'],
] as const;

/** `pix`, `card h2h` → whether a list of methods names it. */
export function isNamed(list: string, method: string): boolean {
  return words(list).includes(method);
}

export function words(list: string): string[] {
  return list.split(' ');
}
