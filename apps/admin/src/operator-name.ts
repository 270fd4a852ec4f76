import { userInfo } from 'node:os';

/** Who does it, for the record: GATEWAY_OPERATOR, else the account this runs under. Self-declared, not proved. */
export function operatorName(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['GATEWAY_OPERATOR']?.trim() || accountName();
}

/** A container may run under a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
