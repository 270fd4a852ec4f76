/** Fields that may identify a person or an account, or allow a charge. */
const names =
  /name|email|phone|account_number|authorization_code|signature|bin|last4|exp_|customer_code|ip_address|access_code|_url|identification|barcode|qr_code|verification_code|reference_id|payer/;

/** Replaces every text in or below such a field, so that a recorded exchange can be committed. */
export function redact(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => redact(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, within]) => [key, redact(within, isPersonal(name) ? name : key)]),
    );
  return typeof value === 'string' && value !== '' && isPersonal(name) ? '…' : value;
}

function isPersonal(name: string): boolean {
  return names.test(name) && name !== 'bank_name';
}
