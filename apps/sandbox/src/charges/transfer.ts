import { parseObject } from '../orders/read-fields.js';

/** The stored details of the payer's transfer, with only the last digits of the payer's account. */
export type Transfer = {
  readonly trackingKey: string;
  readonly fromBank?: string;
  readonly fromClabeEnd?: string;
  readonly madeAt?: string;
};

export type TransferReading =
  | { readonly kind: 'read'; readonly transfer: Transfer }
  | { readonly kind: 'refused'; readonly fault: string; readonly field?: string };

/** Reads the body of `POST /charges/<order>/transfer`. */
export function readTransfer(body: Buffer): TransferReading {
  const fields = parseObject(body);
  if (fields === undefined) return { kind: 'refused', fault: 'UNREADABLE_REQUEST' };
  const trackingKey = text(fields.tracking_key);
  if (!/^[A-Za-z0-9]{1,30}$/.test(trackingKey)) {
    return { kind: 'refused', fault: 'INVALID_FIELD', field: 'tracking_key' };
  }
  const [fromBank, fromClabe, madeAt] = [
    text(fields.from_bank),
    text(fields.from_clabe),
    text(fields.made_at),
  ];
  return {
    kind: 'read',
    transfer: {
      trackingKey,
      ...(fromBank !== '' && { fromBank }),
      ...(fromClabe !== '' && { fromClabeEnd: fromClabe.slice(-4) }),
      ...(madeAt !== '' && { madeAt }),
    },
  };
}

/** Whether two reports have the same details. */
export function isSameTransfer(one: Transfer, other: Transfer): boolean {
  return (['trackingKey', 'fromBank', 'fromClabeEnd', 'madeAt'] as const).every(
    (name) => one[name] === other[name],
  );
}

/** The transfer on the wire. */
export function showTransfer(transfer: Transfer): Record<string, string | undefined> {
  return {
    tracking_key: transfer.trackingKey,
    from_bank: transfer.fromBank,
    from_clabe_end: transfer.fromClabeEnd,
    made_at: transfer.madeAt,
  };
}

/** A bank's references are text: a number has lost its leading zeros and is not taken for one. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
