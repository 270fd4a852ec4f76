import { userInfo } from 'node:os';
import { operatorProblem } from '#domain/configuration/operators';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import type { Database } from '#persistence/database';

/** The operator for the record: GATEWAY_OPERATOR, else the user account. Self-declared, not verified. */
export function operatorName(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['GATEWAY_OPERATOR']?.trim() || accountName();
}

/** Why the applied configuration does not take this author, in a sentence; undefined where it does. */
export async function findOperatorProblem(
  database: Pick<Database, 'sql'>,
  name: string,
): Promise<string | undefined> {
  const configuration = await loadNewestDocument(database);
  return operatorProblem(name, configuration?.operations?.operators);
}

/** In a container the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
