import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { Challenges } from './challenges.js';
import { CheckTransaction } from './check-transaction.js';
import { ContentFingerprints } from './content-fingerprint.js';
import { CountedLimits } from './counted-limits.js';
import { CreateTransaction, FirstStep, PlanAndRegister, RegisterRequest } from './create-transaction.js';
import { Duplicates } from './duplicates.js';
import { PlanRequest } from './plan-request.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';
import { StatusWatch } from './status-watch.js';
import { TimedOutAnswers } from './timed-out-answers.js';
import { AnswerTracker } from './track-answer.js';

/** What payments and payouts have in common: one way to create a transaction and one to read it. */
@Module({
  imports: [BanksModule],
  providers: [
    AnswerTracker,
    Challenges,
    CheckTransaction,
    ContentFingerprints,
    CountedLimits,
    CreateTransaction,
    Duplicates,
    FirstStep,
    PlanAndRegister,
    PlanRequest,
    RegisterRequest,
    RiskScreening,
    SealRequest,
    StatusWatch,
    TimedOutAnswers,
  ],
  exports: [Challenges, CheckTransaction, CountedLimits, CreateTransaction],
})
export class TransactionsModule {}
