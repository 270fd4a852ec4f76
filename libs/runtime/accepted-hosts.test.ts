import { describe, expect, it } from 'vitest';
import { loopbackHosts, readAcceptedHosts } from './accepted-hosts.js';

describe('a host', () => {
  it.each([
    [loopbackHosts, 'localhost', true],
    [loopbackHosts, 'LOCALHOST:3008', true],
    [loopbackHosts, '127.0.0.1:3008', true],
    [loopbackHosts, '[::1]:3008', true],
    [loopbackHosts, 'rebound.example:3008', false],
    [loopbackHosts, 'localhost.rebound.example', false],
    [loopbackHosts, 'localhost,rebound.example', false],
    [loopbackHosts, '', false],
    [loopbackHosts, undefined, false],
    ['staff.example.com', 'staff.example.com', true],
    ['staff.example.com', 'localhost', false],
    ['any', 'rebound.example', true],
  ])('of %j: %j is accepted: %s', (list, host, isAccepted) => {
    expect(readAcceptedHosts(list)(host)).toBe(isAccepted);
  });
});
