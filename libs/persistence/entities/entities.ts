import { ApiKeyEntity, ApiKeyRevisionEntity } from './api-key.js';
import { AttemptEntity, LateLookupEntity, LookupEntity, ProviderEventEntity } from './attempt.js';
import { AuditEntity, AuditSealEntity } from './audit.js';
import { SealedCardEntity, VaultKeyEntity, VaultPrivateKeyEntity } from './card-vault.js';
import {
  ConfigurationEntity,
  OpenConfigurationEntity,
  ShownConfigurationEntity,
  SwitchEntity,
} from './configuration.js';
import { BankCodeChallengeEntity, PersonalDataEntity, TransferDetailsEntity } from './customer.js';
import {
  DeliveryAttemptEntity,
  EndpointEntity,
  EventEntity,
  OpenPlaceEntity,
  RedeliveryEntity,
  RedeliveryOrderEntity,
} from './event.js';
import {
  IdempotencyRecordEntity,
  MonthPartEntity,
  RoutingDecisionEntity,
  StatusHistoryEntity,
} from './history.js';
import { LedgerBalanceEntity, LedgerEntryEntity, LedgerPostingEntity, LedgerProofEntity } from './ledger.js';
import {
  LimitClaimEntity,
  LimitCounterEntity,
  MidTurnEntity,
  PayoutsInFlightEntity,
  RateWindowEntity,
} from './limits.js';
import { DifferenceDecisionEntity, DifferenceEntity } from './difference.js';
import { PeriodBalanceEntity, PeriodEntity, PeriodReportEntity, PeriodRequestEntity } from './period.js';
import {
  ProviderEntryEntity,
  ProviderSumEntity,
  ProviderSumMarkEntity,
  ProviderTransitEntity,
  TransitDepartureEntity,
  TransitSumEntity,
} from './provider-books.js';
import { BankListEntity, CircuitEntity } from './provider.js';
import { RecoveryEntity, TemporalNamespaceEntity } from './recovery.js';
import { ReversalEntity, ReversalWordEntity } from './reversal.js';
import { OperatorDecisionEntity, ReviewEntity } from './review.js';
import {
  BlockEntity,
  BlockRemovalEntity,
  CardUnderWayEntity,
  DeclinedCardsEntity,
  GuardedPaymentEntity,
} from './risk.js';
import { RefundTotalsEntity } from './refund-totals.js';
import {
  BankLineEntity,
  SettlementEntity,
  StatementBalanceEntity,
  StatementFileEntity,
  StatementLineEntity,
  StatementMatchEntity,
} from './statement.js';
import { SuccessLookupEntity } from './success-lookup.js';
import { TimingsEntity, TransactionEntity } from './transaction.js';

/** Every table and view, in the order in which docs/schema.md shows them. */
export const entities = [
  TransactionEntity,
  TimingsEntity,
  StatusHistoryEntity,
  IdempotencyRecordEntity,
  RoutingDecisionEntity,
  AttemptEntity,
  LookupEntity,
  LateLookupEntity,
  SuccessLookupEntity,
  ProviderEventEntity,
  ReversalEntity,
  ReversalWordEntity,
  EventEntity,
  OpenPlaceEntity,
  DeliveryAttemptEntity,
  EndpointEntity,
  RedeliveryEntity,
  RedeliveryOrderEntity,
  RecoveryEntity,
  TemporalNamespaceEntity,
  ReviewEntity,
  OperatorDecisionEntity,
  PersonalDataEntity,
  TransferDetailsEntity,
  BankCodeChallengeEntity,
  SealedCardEntity,
  VaultKeyEntity,
  VaultPrivateKeyEntity,
  LedgerEntryEntity,
  LedgerBalanceEntity,
  LedgerPostingEntity,
  LedgerProofEntity,
  RefundTotalsEntity,
  StatementFileEntity,
  StatementBalanceEntity,
  StatementLineEntity,
  BankLineEntity,
  StatementMatchEntity,
  SettlementEntity,
  DifferenceEntity,
  DifferenceDecisionEntity,
  ProviderEntryEntity,
  ProviderTransitEntity,
  ProviderSumEntity,
  ProviderSumMarkEntity,
  TransitSumEntity,
  TransitDepartureEntity,
  PeriodEntity,
  PeriodRequestEntity,
  PeriodBalanceEntity,
  PeriodReportEntity,
  LimitCounterEntity,
  LimitClaimEntity,
  PayoutsInFlightEntity,
  BlockEntity,
  BlockRemovalEntity,
  GuardedPaymentEntity,
  CardUnderWayEntity,
  DeclinedCardsEntity,
  ConfigurationEntity,
  OpenConfigurationEntity,
  ShownConfigurationEntity,
  SwitchEntity,
  ApiKeyEntity,
  ApiKeyRevisionEntity,
  RateWindowEntity,
  MidTurnEntity,
  CircuitEntity,
  BankListEntity,
  AuditEntity,
  AuditSealEntity,
  MonthPartEntity,
];
