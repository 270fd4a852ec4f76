import { describe, expect, it } from 'vitest';
import { isClabe } from '#countries/clabe';
import type { Charge, NextStepKind } from './charge.js';
import { checksum } from './emv-code.js';
import { describeNextStep } from './next-step.js';

const charge: Charge = {
  id: 'ch_0123456789abcdef01234567',
  account: 'acct_demo',
  order: 'ord-1',
  value: '10.10',
  iso: 'BRL',
  instrument: 'PIX',
  nextStep: 'scan',
  payerPhone: 'absent',
  openedAt: '2030-01-01T00:00:00.000Z',
  payableUntil: '2030-01-01T01:00:00.000Z',
  notifyUrl: 'http://localhost/notify',
  returnUrl: 'http://localhost/return',
};

function stepOf(nextStep: NextStepKind) {
  return describeNextStep({ ...charge, nextStep }, 'http://bank');
}

describe('the step handed to the payer', () => {
  it('is a CLABE with the right check digit', () => {
    const step = stepOf('transfer');
    expect(step?.kind === 'transfer' && isClabe(step.clabe)).toBe(true);
  });

  it('is a QR payload whose last field is the CRC-16/CCITT-FALSE of all before it', () => {
    expect(checksum('123456789')).toBe('29B1');
    const step = stepOf('scan');
    const payload = step?.kind === 'scan' ? step.payload : '';
    expect(payload).toContain('540510.10');
    expect(payload.slice(-4)).toBe(checksum(payload.slice(0, -4)));
  });

  it('is a slip that says which shops take it', () => {
    const step = describeNextStep({ ...charge, instrument: 'CASH_URUGUAY', nextStep: 'slip' }, 'http://bank');
    expect(step).toMatchObject({ kind: 'slip', places: ['Abitab', 'Redpagos'] });
    expect(stepOf('slip')).toMatchObject({ places: [] });
  });

  it.each(['visit', 'dial', 'scan', 'entity', 'slip', 'transfer'] as const)(
    '%s is the same whenever it is asked for, and has a page',
    (kind) => {
      expect(stepOf(kind)).toEqual(stepOf(kind));
      expect(JSON.stringify(stepOf(kind))).toMatch(/http:\/\/bank\/(pay|instructions)\//);
    },
  );

  it('is nothing where there is nothing to do', () => {
    expect(stepOf('none')).toBeUndefined();
  });
});
