import type { KeyPurpose } from '#domain/keys/stored-keys';
import type { Database } from '#persistence/database';
import { createKey, listKeys, revokeKey, rotateKey, type CreatedKey } from '#persistence/keys/manage-keys';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { operatorName, requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';
import { chooseKey } from './choose-key.js';
import { keyTable } from './key-table.js';

type NewKey = { readonly project: string; readonly callback: boolean; readonly notBefore: number };
type Rotation = NewKey & { readonly overlap: number; readonly key: string | undefined };

/** Makes a key. Its secret is shown this once, and stored encrypted. */
export async function createProjectKey(session: Session, wanted: NewKey): Promise<Outcome> {
  const { database, operator } = await openAsOperator(session);
  const created = await createKey(database, await session.openCipher(), {
    ...keyToCreate(session, wanted),
    createdBy: operator,
  });
  if (created === 'projectUnknown')
    throw new Refusal(`The applied configuration has no project ${wanted.project}.`);
  return tell(session, wanted, created);
}

/** Makes the successor of a key, which stays valid for the overlap. */
export async function rotateProjectKey(session: Session, wanted: Rotation): Promise<Outcome> {
  const { database, operator } = await openAsOperator(session);
  const toCreate = keyToCreate(session, wanted);
  const oldId = chooseKey(await listKeys(database, wanted.project), { ...toCreate, keyId: wanted.key });
  const rotated = await rotateKey(database, await session.openCipher(), {
    ...toCreate,
    oldId,
    overlapMs: wanted.overlap,
    createdBy: operator,
  });
  if (rotated === 'nothingToRotate')
    throw new Refusal(`${oldId} has just been rotated or revoked by somebody else.`);
  return tell(session, wanted, rotated, `${oldId} is valid until ${rotated.oldValidUntil.toISOString()}.`);
}

export async function revokeProjectKey(
  session: Session,
  { project, key }: { readonly project: string; readonly key: string },
): Promise<Outcome> {
  const { database, operator } = await openAsOperator(session);
  const isRevoked = await revokeKey(database, { id: key, project, revokedBy: operator });
  if (!isRevoked) throw new Refusal(`Project ${project} has no valid stored key ${key}.`);
  session.say(`Revoked ${key}: running processes refuse it within a second.`);
  return { data: { revoked: key } };
}

/** Lists the keys of one project or of all, without their secrets. */
export async function listProjectKeys(
  session: Session,
  { project }: { readonly project: string | undefined },
): Promise<Outcome> {
  const keys = await listKeys(await session.openDatabase(), project);
  session.say(keyTable(keys, new Date()));
  return { data: keys };
}

async function openAsOperator(
  session: Session,
): Promise<{ readonly database: Database; readonly operator: string }> {
  const database = await session.openDatabase();
  const operator = operatorName(session.environment);
  await requireOperator(database, operator, 'GATEWAY_OPERATOR');
  return { database, operator };
}

function keyToCreate(session: Session, { project, callback, notBefore }: NewKey) {
  const { isProduction } = session.settings((read) => ({ isProduction: read.isProduction() }));
  const purpose: KeyPurpose = callback ? 'callback' : 'request';
  const environment = isProduction ? ('live' as const) : ('test' as const);
  return { project, purpose, notBeforeMs: notBefore, environment };
}

function tell(session: Session, wanted: NewKey, created: CreatedKey, ...more: readonly string[]): Outcome {
  const { id, secret, notBefore } = created;
  const validity = wanted.notBefore === 0 ? '' : `, valid from ${notBefore.toISOString()}`;
  session.say(`Created ${id} for project ${wanted.project}${validity}.`);
  for (const line of [...more, 'Its secret, shown this once:', secret]) session.say(line);
  return { data: created };
}
