import { userInfo } from 'node:os';

/** The operator for the record: GATEWAY_OPERATOR, else the user account. Self-declared, not verified. */
export function operatorName(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['GATEWAY_OPERATOR']?.trim() || accountName();
}

/** In a container the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
