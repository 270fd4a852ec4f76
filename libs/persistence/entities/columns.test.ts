import { getMetadataArgsStorage } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './columns.js';
import { TransactionEntity } from './transaction.js';

describe('columns', () => {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === TransactionEntity);

  it.each(columns)('$propertyName is named as the types of rows have it', ({ propertyName, options }) => {
    const name = propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(options.name ?? propertyName).toBe(name);
  });

  const transactions = columnsOf(TransactionEntity);

  it('are read by property, without what is null', () => {
    const row = { identifier: 'id', expired_at_stage: null, faulty_forms: 0 } as Parameters<
      typeof transactions.read
    >[0];
    const read = transactions.read(row);
    expect(read).toMatchObject({ identifier: 'id', faultyForms: 0 });
    expect(read.expiredAtStage).toBeUndefined();
  });

  it('are inserted by name, in one order', () => {
    expect(transactions.insert({ requestId: 'r', meta: '{}', locale: undefined })).toEqual({
      names: 'request_id, meta, locale',
      values: ['r', '{}', undefined],
    });
  });
});
