import { configurationDigest } from '#configuration/compare-configurations';
import type { Configuration } from '#domain/configuration/configuration';
import { applyConfiguration } from '#persistence/configuration/configurations';
import { listKeys } from '#persistence/keys/manage-keys';
import { resealKeys } from '#persistence/keys/sealed-key';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { operatorName, requirePlainName } from '../command/operator.js';
import type { Session } from '../command/session.js';
import { checkKeys } from './check-keys.js';
import { describeChanges } from './describe-changes.js';
import { readConfigurationFile } from './read-configuration-file.js';

/** Validates the file as a whole and stores it in Postgres, where running processes pick it up. */
export async function applyFile(
  session: Session,
  given: { readonly file?: string | undefined },
): Promise<Outcome> {
  const { say } = session;
  const { file, configuration } = await readConfigurationFile(session, given.file, refusalOf);
  const appliedBy = operatorName(session.environment);
  // A deployment applies it too, which operations.operators would not name.
  requirePlainName(appliedBy, 'GATEWAY_OPERATOR');
  const envelopeCipher = await session.openCipher();
  const database = await session.openDatabase();
  const { mistakes, notes } = checkKeys(configuration, await listKeys(database, undefined), new Date());
  if (mistakes.length > 0) throw refusalOf(file, mistakes);
  const changes = await changesBy(configuration);
  const { version, changed } = await applyConfiguration(database, envelopeCipher, {
    configuration,
    digest: configurationDigest(configuration),
    appliedBy,
  });
  if (changed) for (const line of [...changes, `Applied as version ${version}.`]) say(line);
  else say(`Nothing to apply: version ${version} has the same content.`);
  const { resealed, unreadable } = await resealKeys(database, envelopeCipher);
  if (resealed > 0) say(`Stored keys re-encrypted with ${envelopeCipher.keyId}: ${resealed}.`);
  if (unreadable.length > 0)
    say(
      `Stored keys encrypted with a key that is missing from GATEWAY_ENCRYPTION_KEYS: ${unreadable.join(', ')}.`,
    );
  for (const note of notes) say(note);
  return { data: { version, changed, changes: changed ? changes : [], notes } };

  /** A version whose secrets cannot be decrypted any more must not block the next one. */
  async function changesBy(next: Configuration): Promise<readonly string[]> {
    return describeChanges(database, envelopeCipher, next).then(
      ({ lines }) => lines,
      () => ['The previous version cannot be decrypted with these keys, so the changes are not shown.'],
    );
  }
}

function refusalOf(file: string, mistakes: readonly string[]): Refusal {
  return new Refusal([`${file} was refused; nothing was changed:`, ...mistakes].join('\n  '));
}
