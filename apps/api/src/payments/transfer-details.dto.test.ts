import { describe, expect, it } from 'vitest';
import { GatewayError } from '#domain/errors/gateway-error';
import { parseBody } from '../http/parse-body.js';
import { acceptTransferDetails } from './transfer-details.dto.js';

const full = {
  reference: 'ord-1',
  tracking_key: 'MBAN01002403010012345678',
  sender_bank: 'BANAMEX',
  sender_clabe: '002010077777777771',
  transferred_at: '2026-03-01T10:20:30-06:00',
};

function accept(body: unknown) {
  const reading = parseBody(Buffer.from(JSON.stringify(body)));
  if (reading.kind !== 'object') throw new Error('the test sends an object');
  return acceptTransferDetails(reading.value);
}

function refusal(body: unknown) {
  try {
    accept(body);
  } catch (error) {
    if (error instanceof GatewayError) {
      const { condition, fields, reference } = error;
      return { code: condition.code, paths: fields.map(({ path }) => path), reference };
    }
  }
  throw new Error('it was accepted');
}

describe('transfer details', () => {
  it('are accepted with all fields, and with the required ones alone', () => {
    expect(accept(full)).toEqual({
      reference: 'ord-1',
      details: {
        trackingKey: 'MBAN01002403010012345678',
        senderBank: 'BANAMEX',
        senderClabe: '002010077777777771',
        transferredAt: '2026-03-01T10:20:30-06:00',
      },
    });
    const least = { reference: 'ord-1', tracking_key: '1', sender_bank: null, sender_clabe: ' ', other: 1 };
    expect(accept(least)).toEqual({ reference: 'ord-1', details: { trackingKey: '1' } });
  });

  it('31 names every missing field, and wins over 30', () => {
    expect(refusal({})).toEqual({ code: 31, paths: ['reference', 'tracking_key'], reference: undefined });
    const blank = { ...full, tracking_key: '', sender_clabe: '1' };
    expect(refusal(blank)).toEqual({ code: 31, paths: ['tracking_key'], reference: 'ord-1' });
  });

  it('30 names every malformed field at once', () => {
    const paths = ['reference', 'tracking_key', 'sender_bank', 'sender_clabe', 'transferred_at'];
    const body = Object.fromEntries(paths.map((path) => [path, 7]));
    expect(refusal(body)).toEqual({ code: 30, paths, reference: undefined });
  });

  it.each([
    ['reference', '..'],
    ['reference', 'a\u0007'],
    ['tracking_key', 'A'.repeat(31)],
    ['tracking_key', 'ABC-123'],
    ['tracking_key', 'clavé'],
    ['sender_bank', 'B'.repeat(256)],
    ['sender_clabe', '002010077777777770'],
    ['sender_clabe', '00201007777777777'],
    ['sender_clabe', '0020100777777777710'],
    ['sender_clabe', '00201007777777777X'],
    ['transferred_at', 'yesterday'],
    ['transferred_at', '2026-02-30T10:00:00Z'],
  ])('30: %s %j', (path, value) => {
    expect(refusal({ ...full, [path]: value })).toMatchObject({ code: 30, paths: [path] });
  });

  it('a CLABE of an unknown bank or place is accepted by its check digit', () => {
    expect(accept({ ...full, sender_clabe: '999999077777777772' })).toBeDefined();
  });
});
