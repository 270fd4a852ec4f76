import { formerValue, plainValue, type RiskValue } from '#domain/risk/risk-value';
import { phoneValues } from './phone-values.js';

/**
 * Everything of a customer (wire names of specification §2.3) that may be blocked, in one spelling first, and then as older
 * blocks are hashed. The country of a phone is the
 * customer's own, else the method's (ISO 3166-1 alpha-2).
 */
export function customerValues(
  customer: Readonly<Record<string, string>>,
  methodCountry: string | undefined,
): readonly RiskValue[] {
  const phone = customer['phone'];
  const phones = phone === undefined ? [] : phoneValues(phone, customer['country'] ?? methodCountry);
  return [
    ...fields.flatMap(([kind, name]): RiskValue[] => {
      const text = customer[name];
      if (text === undefined) return [];
      const former = formerValue(kind, text);
      return [
        { kind, value: plainValue(kind, text) },
        ...(former === undefined ? [] : [{ kind, value: former }]),
      ];
    }),
    ...phones.map((value): RiskValue => ({ kind: 'phone', value })),
  ];
}

const fields = [
  ['identifier', 'identifier'],
  ['email', 'email'],
  ['document', 'itn'],
  ['address', 'ip'],
] as const;
