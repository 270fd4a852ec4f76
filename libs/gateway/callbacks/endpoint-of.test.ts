import { expect, it } from 'vitest';
import { endpointOf } from './endpoint-of.js';

it.each([
  ['https://Shop.Example.com/hooks?a=1', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:443/other', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:8443/', 'shop https://shop.example.com:8443'],
  ['http://shop.example.com/', 'shop http://shop.example.com:80'],
  ['http://[::1]:9000/', 'shop http://[::1]:9000'],
])('%s is %s', (url, endpoint) => expect(endpointOf('shop', url)).toBe(endpoint));
