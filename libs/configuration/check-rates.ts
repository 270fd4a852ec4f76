import { compareAmounts } from '#domain/money';
import type { MistakeAt } from './mistake.js';
import type { SoundParts } from './sound-parts.js';

/** A rate turns one currency into another, is quoted by a provider of the file, and is valid at some time. */
export function checkRates({ file, names }: SoundParts): readonly MistakeAt[] {
  return (file.rates ?? []).flatMap((rate, index) => {
    const at = ['rates', index];
    const { valid_from: from, valid_until: until } = rate;
    return [
      ...(names.providers.has(rate.source) || rate.fixture === true
        ? []
        : [{ at: [...at, 'source'], message: 'there is no provider of this name' }]),
      ...(rate.from === rate.to ? [{ at: [...at, 'to'], message: 'is the same currency as from' }] : []),
      ...(compareAmounts(String(rate.rate), '0') > 0
        ? []
        : [{ at: [...at, 'rate'], message: 'must be above zero' }]),
      ...(from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)
        ? [{ at: [...at, 'valid_until'], message: 'must be later than valid_from' }]
        : []),
    ];
  });
}
