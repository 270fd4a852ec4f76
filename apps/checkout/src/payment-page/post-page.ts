import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import type { Transaction } from '#domain/transaction/transaction';
import { networkOf } from '#domain/risk/risk-value';
import { isFinal } from '#domain/transaction/status';
import type { RequestCard } from '#domain/transaction/request';
import { sealCard } from '#persistence/card-vault/sealed-card';
import { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import { Database } from '#persistence/database';
import { readTestedCards } from '#persistence/risk/tested-cards';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { countFaultyForm, postHostedPage } from '#persistence/transactions/hosted-page';
import type { Logger } from '#runtime/create-log';
import { crashPoint } from '#runtime/crash-point';
import { errorName } from '#runtime/where-thrown';
import { LOG } from '../resources/resources.module.js';
import { readCard } from './read-card.js';
import { FindPayment } from './payment-link.js';
import { PaymentWorkflow } from './payment-workflow.js';
import type { PageProblem } from './show-payment.js';
import { asksCard, takesNoCard, triesField } from './view.js';

/** Why a form changed nothing, and the payment as it is now. */
export type Refusal = { readonly payment: Transaction; readonly problem: PageProblem };

/** `address`: the IP address of the browser. */
type Posted = { readonly card: RequestCard | undefined; readonly address: string };

const tooManyCards: PageProblem = { name: 'tooManyCards', status: 429 };
const cardsUnderWay: PageProblem = { name: 'cardsUnderWay', status: 429 };
const outdatedForm: PageProblem = { name: 'outdatedForm', status: 200 };

/** How many cards had been declined when the form was shown; a program may leave it out while none was. */
function readTries(form: URLSearchParams): number {
  return Number(form.get(triesField) ?? 0);
}

/** Reads the card of a posted form, and counts forms with mistakes, against card testing. */
@Injectable()
export class PostedCards {
  constructor(
    private readonly configuration: WatchedConfiguration,
    private readonly database: Database,
  ) {}

  /** No card if the page does not ask for one. */
  async read(
    payment: Transaction,
    form: URLSearchParams,
  ): Promise<{ readonly card: RequestCard | undefined } | Refusal> {
    if (takesNoCard(this.configuration.current(), payment)) return { payment, problem: tooManyCards };
    if (asksCard(payment) && readTries(form) !== payment.tries) return { payment, problem: outdatedForm };
    const reading = asksCard(payment) ? readCard(form, new Date()) : undefined;
    if (reading?.kind !== 'faulty') return { card: reading?.card };
    const counted = await this.countFaulty(payment);
    const problem = { name: 'cardNotAccepted', status: 200, faults: reading.faults } as const;
    return {
      payment: counted,
      problem: takesNoCard(this.configuration.current(), counted) ? tooManyCards : problem,
    };
  }

  /** Only if the payment's project is configured to. */
  private async countFaulty(payment: Transaction): Promise<Transaction> {
    if (this.configuration.current().projects[payment.project]?.risk?.faultyFormsMax === undefined)
      return payment;
    return { ...payment, faultyForms: await countFaultyForm(this.database, payment.identifier) };
  }
}

/** Records what the customer posted. The card is encrypted to the vault's key, which this process cannot decrypt with. */
@Injectable()
export class Postings {
  constructor(
    private readonly configuration: WatchedConfiguration,
    private readonly database: Database,
    private readonly vaultKey: WatchedVaultKey,
    private readonly keyedHashes: KeyedHashes,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Undefined: the card-testing guard takes no card now, and nothing has changed. Throws 503 if the form or its card could not be recorded: nothing has changed, and the page can be posted again. */
  async record(
    { identifier, project, plan, tries }: Transaction,
    { card, address }: Posted,
  ): Promise<Awaited<ReturnType<typeof postHostedPage>> | undefined> {
    const network = networkOf(address);
    try {
      return await postHostedPage(this.database, identifier, {
        card: card && sealCard(await this.vaultKey.find(), identifier, card),
        payableMs: plan.timing.windowMs,
        address: network && this.keyedHashes.blocked({ kind: 'address', value: network })[0],
        faultyFormsMax: this.configuration.current().projects[project]?.risk?.faultyFormsMax,
        tries,
      });
    } catch (error) {
      if (readTestedCards(error)) return undefined;
      // The name only: a failed statement may contain data that must not be logged.
      this.log.error({ identifier, cause: errorName(error) }, 'posted form not recorded');
      throw new ServiceUnavailableException();
    }
  }
}

/** What the two buttons of the page do. Both return why nothing changed, or undefined. */
@Injectable()
export class PostPage {
  constructor(
    private readonly cards: PostedCards,
    private readonly postings: Postings,
    private readonly workflow: PaymentWorkflow,
    private readonly findPayment: FindPayment,
  ) {}

  /**
   * The customer pays. The row in Postgres decides which form came first: a double click, a second tab, another card, an
   * expired page and a form from before the last decline change nothing. Once the row is written nothing is lost: recovery
   * continues if the workflow is unreachable.
   */
  async pay(payment: Transaction, form: URLSearchParams, address: string): Promise<Refusal | undefined> {
    const reading = await this.cards.read(payment, form);
    if ('problem' in reading) return reading;
    const recorded = await this.postings.record(payment, { card: reading.card, address });
    if (!recorded) return { payment, problem: cardsUnderWay };
    const { status } = recorded;
    crashPoint('after posting');
    // A form that was not first waits for the same step, as long as there is one.
    if (status === 'pending') await this.workflow.update({ ...payment, status }, 'pay');
    return undefined;
  }

  /** The customer gives up. Ends a payment that was never sent; otherwise asks the provider to (contract §9). */
  async cancel(payment: Transaction): Promise<Refusal | undefined> {
    const isHeard = isFinal(payment.status) || (await this.workflow.update(payment, 'cancel'));
    const current = await this.findPayment.transform(payment.identifier);
    // A payment that was sent ends only by the provider's word, which may take a while or never come.
    if (isHeard && isFinal(current.status)) return undefined;
    return { payment: current, problem: { name: 'notCancelled', status: 200 } };
  }
}
