import type { Database } from '#persistence/database';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  type CreatedKey,
  type KeyEnvironment,
} from '#persistence/keys/manage-keys';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { chooseKey } from './choose-key.js';
import { keyTable } from './key-table.js';
import type { KeyArguments } from './read-key-arguments.js';

export type KeyContext = {
  readonly database: Database;
  readonly cipher: EnvelopeCipher;
  readonly environment: KeyEnvironment;
  readonly operator: string;
  readonly now: Date;
};

/** Runs the command and returns its output. Throws an error with a sentence for the operator if nothing was done. */
export async function changeKeys(wanted: KeyArguments, context: KeyContext): Promise<readonly string[]> {
  const { database, cipher, environment, operator } = context;
  switch (wanted.command) {
    case 'create': {
      const created = await createKey(database, cipher, { ...wanted, environment, createdBy: operator });
      if (created === 'projectUnknown') throw projectUnknown(wanted.project);
      return [
        `Created ${created.id} for project ${wanted.project}${validity(created, wanted.notBeforeMs)}.`,
        ...secretOf(created),
      ];
    }
    case 'rotate': {
      const oldId = chooseKey(await listKeys(database, wanted.project), wanted);
      const rotated = await rotateKey(database, cipher, {
        ...wanted,
        oldId,
        environment,
        createdBy: operator,
      });
      if (rotated === 'nothingToRotate')
        throw new Error(`${oldId} has just been rotated or revoked by somebody else.`);
      return [
        `Created ${rotated.id} for project ${wanted.project}${validity(rotated, wanted.notBeforeMs)}.`,
        `${oldId} is valid until ${rotated.oldValidUntil.toISOString()}.`,
        ...secretOf(rotated),
      ];
    }
    case 'revoke': {
      const isRevoked = await revokeKey(database, {
        id: wanted.keyId,
        project: wanted.project,
        revokedBy: operator,
      });
      if (!isRevoked) throw new Error(`Project ${wanted.project} has no valid stored key ${wanted.keyId}.`);
      return [`Revoked ${wanted.keyId}: running processes refuse it within a second.`];
    }
    case 'list':
      return [keyTable(await listKeys(database, wanted.project), context.now)];
  }
}

function validity({ notBefore }: CreatedKey, notBeforeMs: number): string {
  return notBeforeMs === 0 ? '' : `, valid from ${notBefore.toISOString()}`;
}

function secretOf({ secret }: CreatedKey): readonly string[] {
  return ['Its secret, shown this once:', secret];
}

function projectUnknown(project: string): Error {
  return new Error(`The applied configuration has no project ${project}.`);
}
