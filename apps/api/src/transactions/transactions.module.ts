import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { AnsweredCalls } from './create/answered-calls.js';
import { CancelTransaction } from './cancel/cancel-transaction.js';
import { Challenges } from './read/challenges.js';
import { CheckTransaction } from './read/check-transaction.js';
import { CreateTransaction } from './create/create-transaction.js';
import { FindAftermath } from './read/find-aftermath.js';
import { FirstStep } from './create/first-step.js';
import { RegisterRequest } from './create/register-request.js';
import { Duplicates } from './create/duplicates.js';
import { IdempotencyRecords } from './create/idempotency-record.js';
import { OneReference } from './create/one-reference.js';
import { ListTransactions } from './read/list-transactions.js';
import { CountedLimits, PlanRequest } from './create/plan-request.js';
import { RequestFingerprints } from './create/request-fingerprint.js';
import { RiskScreening } from './create/screen-risk.js';
import { SealRequest } from './create/seal-request.js';
import { StatusWatch } from './read/status-watch.js';
import { TimedOutCalls } from './create/timed-out-calls.js';
import { TransactionsController } from './read/transactions.controller.js';

/** The use cases that payments, payouts and refunds share: create, check, cancel and list a transaction. */
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
    FindAftermath,
    FirstStep,
    IdempotencyRecords,
    ListTransactions,
    OneReference,
    PlanRequest,
    RegisterRequest,
    RequestFingerprints,
    RiskScreening,
    SealRequest,
    StatusWatch,
    TimedOutCalls,
  ],
  exports: [
    CancelTransaction,
    Challenges,
    CheckTransaction,
    CountedLimits,
    CreateTransaction,
    FirstStep,
    OneReference,
  ],
})
export class TransactionsModule {}
