import { describe, expect, it } from 'vitest';
import { createHostGate } from './host-gate.js';

describe('the host gate', () => {
  it('lets so many in and no more, and one more when one has left', () => {
    const gate = createHostGate(2);
    const leave = gate.enter('a');
    expect(gate.enter('a')).toBeDefined();
    expect(gate.enter('a')).toBeUndefined();
    leave?.();
    expect(gate.enter('a')).toBeDefined();
  });

  it('counts each host by itself', () => {
    const gate = createHostGate(1);
    gate.enter('slow');
    expect(gate.enter('slow')).toBeUndefined();
    expect(gate.enter('fast')).toBeDefined();
  });
});
