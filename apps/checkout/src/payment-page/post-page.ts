import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { Configuration } from '#domain/configuration';
import type { Transaction } from '#domain/transaction/transaction';
import { networkOf } from '#domain/risk/risk-value';
import { isFinal } from '#domain/transaction/status';
import type { RequestCard } from '#domain/transaction/request';
import { sealCard } from '#persistence/card-vault/sealed-card';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { Database } from '#persistence/database';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { countFaultyForm, postHostedPage } from '#persistence/transactions/hosted-page';
import type { Logger } from '#runtime/create-log';
import { crashPoint } from '#runtime/crash-point';
import { errorName } from '#runtime/where-thrown';
import { InjectService } from '../services.module.js';
import { readCard } from './card-form.js';
import { LinkedPayment } from './payment-link.js';
import { PaymentWorkflow } from './payment-workflow.js';
import type { PageProblem } from './show-payment.js';
import { asksCard, takesNoCard } from './view.js';

/** A form that changed nothing: the payment as it stands now, and why. */
export type Refusal = { readonly payment: Transaction; readonly problem: PageProblem };

/** `address`: where the browser is. */
type Posted = { readonly card: RequestCard | undefined; readonly address: string };

const tooManyCards: PageProblem = { name: 'tooManyCards', status: 429 };

/** Reads the card of a posted form, and counts forms that cannot be read against those who try out cards. */
@Injectable()
export class PostedCards {
  constructor(
    @InjectService('configuration') private readonly configuration: () => Configuration,
    @InjectService('database') private readonly database: Database,
  ) {}

  /** No card where the page does not ask for one. */
  async read(
    payment: Transaction,
    form: URLSearchParams,
  ): Promise<{ readonly card: RequestCard | undefined } | Refusal> {
    if (takesNoCard(this.configuration(), payment)) return { payment, problem: tooManyCards };
    const reading = asksCard(payment) ? readCard(form, new Date()) : undefined;
    if (reading?.kind !== 'faulty') return { card: reading?.card };
    const counted = await this.countFaulty(payment);
    const problem = { name: 'cardNotAccepted', status: 200, faults: reading.faults } as const;
    return {
      payment: counted,
      problem: takesNoCard(this.configuration(), counted) ? tooManyCards : problem,
    };
  }

  /** Only where the payment's project asks for it. */
  private async countFaulty(payment: Transaction): Promise<Transaction> {
    if (this.configuration().projects[payment.project]?.risk?.faultyFormsMax === undefined) return payment;
    return { ...payment, faultyForms: await countFaultyForm(this.database, payment.identifier) };
  }
}

/** Records what the customer posted. The card is sealed to the vault's key, which this process cannot open. */
@Injectable()
export class Postings {
  constructor(
    @InjectService('database') private readonly database: Database,
    @InjectService('vaultKey') private readonly vaultKey: Pick<WatchedVaultKey, 'find'>,
    @InjectService('keyedHashes') private readonly keyedHashes: KeyedHashes,
    @InjectService('log') private readonly log: Logger,
  ) {}

  /** Throws 503 when the posting, or its card, could not be recorded: the page is as it was and can be posted again. */
  async record(
    { identifier, plan }: Transaction,
    { card, address }: Posted,
  ): ReturnType<typeof postHostedPage> {
    const network = networkOf(address);
    try {
      return await postHostedPage(this.database, identifier, {
        card: card && sealCard(await this.vaultKey.find(), identifier, card),
        payableMs: plan.timing.windowMs,
        address: network && this.keyedHashes.blocked({ kind: 'address', value: network }),
      });
    } catch (error) {
      // Only its name: what a failed statement carries along is no business of a log.
      this.log.error({ identifier, cause: errorName(error) }, 'the posted page could not be recorded');
      throw new ServiceUnavailableException();
    }
  }
}

/** What the two buttons of the page do. Both answer with why nothing changed, or with nothing. */
@Injectable()
export class PostPage {
  constructor(
    @Inject(PostedCards) private readonly cards: PostedCards,
    @Inject(Postings) private readonly postings: Postings,
    @Inject(PaymentWorkflow) private readonly workflow: PaymentWorkflow,
    @Inject(LinkedPayment) private readonly linked: LinkedPayment,
  ) {}

  /**
   * The customer pays. The row decides who was first: a double click, a second tab, another card and an expired page
   * change nothing. Once it is written nothing can be lost: when the workflow is out of reach, recovery carries on.
   */
  async pay(payment: Transaction, form: URLSearchParams, address: string): Promise<Refusal | undefined> {
    const reading = await this.cards.read(payment, form);
    if ('problem' in reading) return reading;
    const { status } = await this.postings.record(payment, { card: reading.card, address });
    crashPoint('after posting');
    // Whoever was not first waits for the same step, while there still is one to wait for.
    if (status === 'pending') await this.workflow.update({ ...payment, status }, 'pay');
    return undefined;
  }

  /** The customer gives up. Ends what was surely never sent; of anything else the provider is asked (contract §9). */
  async cancel(payment: Transaction): Promise<Refusal | undefined> {
    const isHeard = isFinal(payment.status) || (await this.workflow.update(payment, 'cancel'));
    const current = await this.linked.find(payment.identifier);
    // What was sent already ends by the provider's word alone, which may take a while or never come.
    if (isHeard && isFinal(current.status)) return undefined;
    return { payment: current, problem: { name: 'notCancelled', status: 200 } };
  }
}
