import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { CancelTransaction } from './cancel-transaction.js';
import { Challenges } from './challenges.js';
import { CheckTransaction } from './check-transaction.js';
import { CreateTransaction, FirstStep, PlanAndRegister, RegisterRequest } from './create-transaction.js';
import { Duplicates } from './duplicates.js';
import { AnsweredCalls, IdempotencyRecords, TimedOutCalls } from './idempotency-record.js';
import { ListTransactions } from './list-transactions.js';
import { CountedLimits, PlanRequest } from './plan-request.js';
import { RequestFingerprints } from './request-fingerprint.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';
import { StatusWatch } from './status-watch.js';
import { TransactionsController } from './transactions.controller.js';

/** What payments and payouts share: creating a transaction, reading, cancelling and listing it. */
@Module({
  imports: [BanksModule],
  controllers: [TransactionsController],
  providers: [
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
    AnsweredCalls,
    TimedOutCalls,
  ],
  exports: [CancelTransaction, Challenges, CheckTransaction, CountedLimits, CreateTransaction],
})
export class TransactionsModule {}
