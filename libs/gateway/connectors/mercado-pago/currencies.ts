/**
 * Decimals by currency. Source: Mercado Pago's published description of June 2026, "Create payment", `transaction_amount`: a
 * number in major units. Only the currencies of the countries that we pay in are here; those that it takes in whole numbers (CLP,
 * COP) are added with the countries that they belong to.
 */
export const mercadoPagoDecimals: Readonly<Record<string, number>> = {
  BRL: 2,
  MXN: 2,
};
