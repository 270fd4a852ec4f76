/** ISO 4217 numeric codes of the currencies that are paid by QR code here. */
const currencyNumbers: Readonly<Record<string, { readonly number: string; readonly country: string }>> = {
  BRL: { number: '986', country: 'BR' },
  COP: { number: '170', country: 'CO' },
};

/**
 * A merchant-presented EMV QR payload (Pix BR Code and its relatives): tag, two digits of length, value; the last
 * field is CRC-16/CCITT-FALSE over everything before its value.
 */
export function formatEmvCode(payment: { key: string; value: string; iso: string; id: string }): string {
  const currency = currencyNumbers[payment.iso] ?? { number: '999', country: 'XX' };
  const fields = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', payment.key)),
    field('52', '0000'),
    field('53', currency.number),
    field('54', payment.value),
    field('58', currency.country),
    field('59', 'SANDBOX BANK'),
    field('60', 'SANDBOX'),
    field('62', field('05', payment.id)),
    '6304',
  ].join('');
  return fields + checksum(fields);
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
