import { describe, expect, it } from 'vitest';
import { isAcceptedHost } from './verify-signed-message.js';

const accepted = ['gw.example.com', 'pay.example.com:8443', '[::1]'];

describe('isAcceptedHost', () => {
  it.each([
    'gw.example.com',
    'GW.example.com',
    'gw.example.com:443',
    'gw.example.com:3000',
    '[::1]:3000',
    '[::1]',
  ])('an entry without port accepts any port: %s', (host) => {
    expect(isAcceptedHost(host, accepted)).toBe(true);
  });

  it('an entry with a port accepts that port only', () => {
    expect(isAcceptedHost('pay.example.com:8443', accepted)).toBe(true);
    expect(isAcceptedHost('pay.example.com:443', accepted)).toBe(false);
    expect(isAcceptedHost('pay.example.com', accepted)).toBe(false);
  });

  it.each([
    '',
    'example.com',
    'gw.example.com.evil.test',
    'gw.example.com:',
    'gw.example.com:a',
    'a@gw.example.com',
  ])('refuses %j', (host) => {
    expect(isAcceptedHost(host, accepted)).toBe(false);
  });
});
