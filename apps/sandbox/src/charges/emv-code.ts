type Scheme = {
  /** ISO 4217 numeric code. */
  readonly currency: string;
  readonly country: string;
  /** Who is paid, for the scheme of the country. */
  readonly account: (id: string) => string;
  /** What the payer's bank repeats with the money. */
  readonly label: (id: string) => string;
};

/** By currency. A Pix code that is paid once names where its charge is described, and leaves the label to it (`***`). */
const schemes: Readonly<Record<string, Scheme>> = {
  BRL: {
    currency: '986',
    country: 'BR',
    account: (id) => field('00', 'br.gov.bcb.pix') + field('25', `pix.sandbox.test/v2/${id}`),
    label: () => '***',
  },
  COP: {
    currency: '170',
    country: 'CO',
    account: (id) => field('00', 'test.sandbox.qr') + field('01', id),
    label: (id) => id,
  },
};

/**
 * A merchant-presented EMV QR payload (the Pix BR Code is one): tag, two digits of length, value; the last field is
 * CRC-16/CCITT-FALSE over everything before its value. `value` is a decimal string in major units, `iso` its currency.
 */
export function formatEmvCode(payment: { value: string; iso: string; id: string }): string {
  const scheme = schemes[payment.iso] ?? schemes['COP'];
  if (scheme === undefined) throw new Error('there is a scheme to fall back on');
  const id = payment.id.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 25);
  const fields = [
    field('00', '01'),
    field('01', '12'),
    field('26', scheme.account(id)),
    field('52', '0000'),
    field('53', scheme.currency),
    field('54', withCents(payment.value)),
    field('58', scheme.country),
    field('59', 'SANDBOX BANK'),
    field('60', 'SANDBOX'),
    field('62', field('05', scheme.label(id))),
    '6304',
  ].join('');
  return fields + checksum(fields);
}

/** `10.1` to `10.10`: bank apps expect both decimals. */
function withCents(value: string): string {
  const [whole = '', cents = ''] = value.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

/** Four upper-case hexadecimal digits. */
export function checksum(text: string): string {
  let register = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      register = register & 0x8000 ? ((register << 1) ^ 0x1021) & 0xffff : (register << 1) & 0xffff;
    }
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}
