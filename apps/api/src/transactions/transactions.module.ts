import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { AnsweredCalls } from './answered-calls.js';
import { CancelTransaction } from './cancel-transaction.js';
import { Challenges } from './challenges.js';
import { CheckTransaction } from './check-transaction.js';
import { CreateTransaction, FirstStep, PlanAndRegister, RegisterRequest } from './create-transaction.js';
import { Duplicates } from './duplicates.js';
import { IdempotencyRecords } from './idempotency-record.js';
import { ListTransactions } from './list-transactions.js';
import { CountedLimits, PlanRequest } from './plan-request.js';
import { RequestFingerprints } from './request-fingerprint.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';
import { StatusWatch } from './status-watch.js';
import { TimedOutCalls } from './timed-out-calls.js';
import { TransactionsController } from './transactions.controller.js';

/** What payments and payouts share: creating a transaction, reading, cancelling and listing it. */
@Module({
  imports: [BanksModule],
  controllers: [TransactionsController],
  providers: [
    AnsweredCalls,
    CancelTransaction,
    Challenges,
    CheckTransaction,
    CountedLimits,
    CreateTransaction,
    Duplicates,
    FirstStep,
    IdempotencyRecords,
    ListTransactions,
    PlanAndRegister,
    PlanRequest,
    RegisterRequest,
    RequestFingerprints,
    RiskScreening,
    SealRequest,
    StatusWatch,
    TimedOutCalls,
  ],
  exports: [CancelTransaction, Challenges, CheckTransaction, CountedLimits, CreateTransaction],
})
export class TransactionsModule {}
