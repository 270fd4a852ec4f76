import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { requiredFields } from '#domain/methods/check-fields';
import { customerFields } from '#domain/transaction/request';
import { nestedOf, requiredOf } from '../../http/constraints.js';
import { CreateRequestBody, generalConstraints } from './create-request.dto.js';

describe('the class of a create request', () => {
  it('requires the fields that every method requires', () => {
    expect(requiredOf(CreateRequestBody)).toEqual(requiredFields(undefined));
  });

  it('declares every customer field that is read', () => {
    const declared = [...generalConstraints.keys()].filter((path) => path.startsWith('customer.'));
    expect(declared.toSorted()).toEqual(customerFields.map((name) => `customer.${name}`).toSorted());
  });

  it.each(catalogue)('declares each URL and extra field of $code ($style $type)', ({ urls, extras = [] }) => {
    expect([...generalConstraints.keys()]).toEqual(expect.arrayContaining([...Object.keys(urls), ...extras]));
  });

  it('declares its objects', () => {
    expect(Object.keys(nestedOf(CreateRequestBody))).toEqual(['widget', 'customer', 'card', 'extra']);
  });
});
