import { text } from '../json-body.js';

/** `error_code`; one shape of the specification has `code` (§7). */
export function readCode({ error_code, code }: Record<string, unknown>): number | undefined {
  const value = error_code ?? code;
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

/** `error_reason`; some shapes have `reason` (§7) or `error_message` (§2.10). */
export function readReason({ error_reason, reason, error_message }: Record<string, unknown>): string {
  return text(error_reason) ?? text(reason) ?? text(error_message) ?? '';
}
