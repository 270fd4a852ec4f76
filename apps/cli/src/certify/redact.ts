/** Fields that may identify a person or an account, allow a charge, or say by what a customer pays. */
const names =
  /name|email|phone|account_number|authorization_code|signature|secret|fingerprint|bin|last4|exp_|customer_code|ip_address|access_code|_url|^url$|identification|barcode|qr_code|verification_code|reference_id|payer|tax_id|address|_display_|display_bank_transfer/;

/** Replaces every text in or below such a field, so that a recorded exchange can be committed. */
export function redact(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => redact(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, within]) => [key, redact(within, isPersonal(name) ? name : key)]),
    );
  return typeof value === 'string' && value !== '' && isPersonal(name) ? '…' : value;
}

/** Replaces these texts, wherever they are: a provider may repeat a key in a sentence. */
export function withoutTexts(value: unknown, texts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, texts));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, within]) => [key, withoutTexts(within, texts)]),
    );
  if (typeof value !== 'string') return value;
  return texts.reduce((rest, text) => rest.replaceAll(text, '…'), value);
}

function isPersonal(name: string): boolean {
  return names.test(name) && name !== 'bank_name';
}
