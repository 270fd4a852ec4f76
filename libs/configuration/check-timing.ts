import type { MistakeAt, Path } from './mistake.js';
import { parseDuration } from './parse-duration.js';
import type { WrittenTiming } from './written-configuration.js';

/** Limits of a wait for somebody, and pauses before something is done again: none of them can be nothing. */
const limits = [
  'response_deadline',
  'provider_call',
  'lookup_call',
  'callback_attempt',
  'endpoint_pause_after',
  'endpoint_probe',
  'ended_page',
  'vault_key',
] as const;
const pauses = ['lookup', 'late_lookups', 'suspected_lookup', 'sweep'] as const;

/** A key of the vault lives for twice this and a card's time in it, which is less than a day (contract §14). */
const vaultKeyMaxMs = 11 * 60 * 60_000;

/** `own` is what stands here, `common` what the file says for what does not. */
export function checkTiming(
  at: Path,
  own: Partial<WrittenTiming>,
  common: Partial<WrittenTiming> = {},
): readonly MistakeAt[] {
  const zero = { message: 'must be longer than nothing' };
  const { provider_call: call = '', response_deadline: deadline = '' } = { ...common, ...own };
  const vaultKeyMs = own.vault_key === undefined ? undefined : parseDuration(own.vault_key);
  const callMs = parseDuration(call);
  const deadlineMs = parseDuration(deadline);
  return [
    ...limits
      .filter((name) => own[name] !== undefined && parseDuration(own[name]) === 0)
      .map((name) => ({ at: [...at, name], ...zero })),
    ...pauses.flatMap((name) =>
      (own[name] ?? []).flatMap((pause, index) =>
        parseDuration(pause) === 0 ? [{ at: [...at, name, index], ...zero }] : [],
      ),
    ),
    ...(vaultKeyMs !== undefined && vaultKeyMs > vaultKeyMaxMs
      ? [{ at: [...at, 'vault_key'], message: 'must not be longer than 11h' }]
      : []),
    ...(callMs !== undefined && deadlineMs !== undefined && callMs >= deadlineMs
      ? [{ at: [...at, 'provider_call'], message: 'must be shorter than response_deadline' }]
      : []),
  ];
}
