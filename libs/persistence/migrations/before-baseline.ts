import type { QueryRunner } from 'typeorm';

/** The migrations before 1.0, which built the schema that the baseline creates. Their names stand in `migrations`. */
export const namesBefore: readonly string[] = `
Transactions1700000000001 Operations1700000000002 TransferDetails1700000000003 OneCard1700000000004
Ledger1700000000005 BankLists1700000000006 BankCodeChallenges1700000000007 RateWindows1700000000008
Routing1700000000009 Limits1700000000010 Risk1700000000011 ApiKeys1700000000012 Revisions1700000000013
Endpoints1700000000014 CausesOfTheBooks1700000000015 Growth1700000000017 SuspectedLookups1700000000018
SealedColumns1700000000019 VaultKeys1700000000020 PayoutBanks1700000000021 MerchantLists1700000000022
MerchantCancels1700000000023 Redeliveries1700000000024 Switches1700000000025 Audit1700000000026
Preparation1700000000027 Figures1700000000028 Traces1700000000029 Timings1700000000030 MonthKeys1700000000031
MonthBounds1700000000032 MonthProofs1700000000033 MakeMonths1700000000034 LookupsInMonths1700000000035
RoutingDecisionsInMonths1700000000036 DeliveryAttemptsInMonths1700000000037 StatusHistoryInMonths1700000000038
Turns1700000000039 CardsUnderWay1700000000040 SuccessLookups1700000000041 AnsweredCalls1700000000045
PlacesInOrder1700000000046 RoleBounds1700000000051 TransactionBounds1700000000052
GuardedPaymentBounds1700000000053 CardBounds1700000000054 ReviewBounds1700000000055
PersonalDataBounds1700000000056 TimingsBounds1700000000057 SweepBounds1700000000058
TransferDetailsBounds1700000000059 CircuitBounds1700000000060 EndpointBounds1700000000061
AuditLogBounds1700000000062 EventRepetitions1700000000063 EventRepetitionIndex1700000000064
EventRepetitionConstraint1700000000065 CompiledBounds1700000000066`
  .trim()
  .split(/\s+/);

/** The last release that has these migrations. */
export const lastReleaseBefore = '0.10.0';

/** Those that were applied to this database; none in an empty one. */
export async function migratedBefore(runner: QueryRunner): Promise<readonly string[]> {
  const applied = (await runner.query('select name from migrations where name = any($1)', [
    namesBefore,
  ])) as readonly { readonly name: string }[];
  return applied.map(({ name }) => name);
}
