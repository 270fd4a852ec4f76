import type { ValueOf } from '#domain/wire/schema';
import type {
  block,
  callbackTarget,
  configurationSchema,
  limits,
  merchant,
  mid,
  page,
  project,
  projectCountedLimits,
  projectPeriod,
  provider,
  rate,
  refunds,
  risk,
  route,
} from './configuration-schema.js';
import type { bankAccount, fees, mappingSection, midStatement, reports } from './statement-schema.js';
import type { timing } from './timing-schema.js';
import type { Section } from './schema-parts.js';

/** The configuration file as people write it, and its parts, once its shape is checked. */
export type WrittenConfiguration = ValueOf<typeof configurationSchema>;
export type WrittenMerchant = ValueOf<typeof merchant>;
export type WrittenLimits = ValueOf<typeof limits>;
export type WrittenCountedLimits = Section<typeof projectCountedLimits>;
export type WrittenPeriodLimits = ValueOf<typeof projectPeriod>;
export type WrittenPeriodLimit = Omit<WrittenPeriodLimits, 'payment' | 'payout' | 'refund'>;
/** A provider with its defaults; without them every key is optional. */
export type WrittenProvider = Section<typeof provider, 'connector' | 'base_url' | 'currencies' | 'settle'>;
export type WrittenMid = ValueOf<typeof mid>;
export type WrittenStatement = ValueOf<typeof midStatement>;
export type WrittenMapping = ValueOf<typeof mappingSection>;
export type WrittenBankAccount = ValueOf<typeof bankAccount>;
export type WrittenFees = ValueOf<typeof fees>;
export type WrittenReports = ValueOf<typeof reports>;
export type WrittenRoute = ValueOf<typeof route>;
export type WrittenProject = ValueOf<typeof project>;
export type WrittenRefunds = ValueOf<typeof refunds>;
export type WrittenRisk = ValueOf<typeof risk>;
export type WrittenPage = ValueOf<typeof page>;
export type WrittenCallbackTarget = ValueOf<typeof callbackTarget>;
export type WrittenTiming = Section<typeof timing>;
export type WrittenOperations = NonNullable<WrittenConfiguration['operations']>;
export type WrittenRate = ValueOf<typeof rate>;
/** Common part of a block on a customer and a block on a card. */
export type WrittenBlock = Section<typeof block, 'scope'>;

/** The limits in a route's `amount`: those of a currency by its name, those of all others as `all`. */
export function splitAmount(
  amount: NonNullable<WrittenRoute['amount']>,
): readonly { readonly name: string; readonly limits: WrittenLimits }[] {
  const { min, max, ...named } = amount;
  const rest = min === undefined && max === undefined ? [] : [{ name: 'all', limits: { min, max } }];
  return [
    ...rest,
    // The schema lets limits alone stand under a currency.
    ...Object.entries(named).map(([name, limits]) => ({ name, limits: limits as WrittenLimits })),
  ];
}
