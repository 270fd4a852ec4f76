import { expect, it } from 'vitest';
import { readAnswer } from './read-answer.js';

it('reads the acceptance shapes of both styles', () => {
  const challenge = { challenge_type: 'redirect', challenge_redirect: { url: 'http://bank/pay' } };
  const direct = { error_code: 0, identifier: 'i', status: { name: 'created', date: 'd' }, challenge };
  expect(readAnswer({ httpStatus: 200, text: JSON.stringify(direct) })).toEqual({
    httpStatus: 200,
    errorCode: 0,
    identifier: 'i',
    status: 'created',
    challengeUrl: 'http://bank/pay',
    redirectUrl: undefined,
  });
  const hosted = { error_code: 0, identifier: 'i', status: 'new', redirect_url: 'http://page' };
  expect(readAnswer({ httpStatus: 200, text: JSON.stringify(hosted) })).toMatchObject({
    status: 'new',
    redirectUrl: 'http://page',
  });
});

it('does not take anything else for an answer', () => {
  expect(() => readAnswer({ httpStatus: 502, text: '<html>' })).toThrow('HTTP 502 without a JSON body');
  expect(() => readAnswer({ httpStatus: 200, text: '[]' })).toThrow('HTTP 200 without a JSON object');
});
