/**
 * Decimals by currency. Source: Paystack's API reference, "Introduction", sections "Supported Currency" and "XOF Subunit and
 * Fractions", as mirrored in alexasomba/paystack-openapi (Paystack-API/0a-Introduction.md): every amount is multiplied by 100,
 * and that of XOF "regardless", although it has no subunit; a fraction of it is ignored there, and never sent here.
 */
export const paystackDecimals: Readonly<Record<string, number>> = {
  NGN: 2,
  USD: 2,
  GHS: 2,
  ZAR: 2,
  KES: 2,
  XOF: 2,
};
