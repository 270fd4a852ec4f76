import { listVersions } from '#persistence/configuration/configurations';
import type { Outcome } from '../command/declare.js';
import { Trouble } from '../command/failures.js';
import type { Session } from '../command/session.js';
import { describeChanges, describeVersion } from './describe-changes.js';
import { readConfigurationFile } from './read-configuration-file.js';

/** Shows what applying the file would change, and changes nothing. Throws if the file would be refused. */
export async function compareFile(
  session: Session,
  given: { readonly file?: string | undefined },
): Promise<Outcome> {
  const { configuration } = await readConfigurationFile(
    session,
    given.file,
    (file, mistakes) => new Trouble([`${file} would be refused:`, ...mistakes].join('\n  ')),
  );
  const cipher = await session.openCipher();
  const { lines, isDifferent } = await describeChanges(await session.openDatabase(), cipher, configuration);
  for (const line of lines) session.say(line);
  return { data: { isDifferent, lines }, hasFindings: isDifferent };
}

const shownMax = 50;

/** Lists the newest versions of the configuration, with who applied them and when. */
export async function listHistory(session: Session): Promise<Outcome> {
  const versions = await listVersions(await session.openDatabase(), shownMax);
  if (versions.length === 0) session.say('No version has been applied yet.');
  for (const version of versions) session.say(describeVersion(version));
  return { data: versions };
}
