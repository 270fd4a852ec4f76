import type { KeyPurpose } from '#domain/keys/stored-key';
import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import type { KeyEnvironment } from './generate-key.js';
import { generateKey } from './generate-key.js';
import { sealKey } from './sealed-key.js';

export type KeyToCreate = {
  readonly project: string;
  readonly purpose: KeyPurpose;
  readonly environment: KeyEnvironment;
  /** So long until it is valid. */
  readonly notBeforeMs: number;
  readonly createdBy: string;
};

/** What is told once and can never be read again. */
export type CreatedKey = { readonly id: string; readonly secret: string; readonly notBefore: Date };

/** A further key beside those the project has. The newest configuration must know the project. */
export async function createKey(
  database: Database,
  box: SealedBox,
  it: KeyToCreate,
): Promise<CreatedKey | 'projectUnknown'> {
  const { id, secret } = generateKey(it.purpose, it.environment);
  const [row] = await database.sql<{ not_before: Date }[]>`
    insert into api_keys (id, project, purpose, secret_box, created_by, not_before)
    select ${id}, ${it.project}, ${it.purpose}, ${sealKey(box, { id, secret, project: it.project })},
      ${it.createdBy}, clock_timestamp() + ${it.notBeforeMs} * interval '1 millisecond'
    from (select document from configurations order by version desc limit 1) as newest
    where document->'projects' ? ${it.project}
    returning not_before`;
  return row ? { id, secret, notBefore: row.not_before } : 'projectUnknown';
}
