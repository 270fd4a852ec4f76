/** What the customer's bank says of a transfer in Mexico (contract §7). */
export type TransferDetails = {
  readonly reference: string;
  /** The clave de rastreo: 1 to 30 letters and digits. */
  readonly tracking_key: string;
  readonly sender_bank?: string;
  /** 18 digits, the last one a check digit. */
  readonly sender_clabe?: string;
  /** ISO 8601. */
  readonly transferred_at?: string;
};
