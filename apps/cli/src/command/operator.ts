import { userInfo } from 'node:os';
import { operatorProblem } from '#domain/configuration/operators';
import type { Database } from '#persistence/database';
import { Refusal } from './failures.js';

/** The operator for the record: GATEWAY_OPERATOR, else the user account. Self-declared, not verified. */
export function operatorName(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['GATEWAY_OPERATOR']?.trim() || accountName();
}

/** Throws a refusal unless the applied configuration allows this operator. `label`: where the name was given. */
export async function requireOperator(
  database: Pick<Database, 'sql'>,
  name: string,
  label: string,
): Promise<void> {
  const { loadNewestDocument } = await import('#persistence/configuration/configurations');
  const configuration = await loadNewestDocument(database);
  requirePlainName(name, label, configuration?.operations?.operators);
}

/** For jobs as well as persons: only the form of the name counts unless `operators` are given. */
export function requirePlainName(
  name: string,
  label: string,
  operators?: Parameters<typeof operatorProblem>[1],
): void {
  const problem = operatorProblem(name, operators);
  if (problem !== undefined) throw new Refusal(`${label}: ${problem}`);
}

/** In a container the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
