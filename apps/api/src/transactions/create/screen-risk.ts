import { Injectable } from '@nestjs/common';
import { customerValues } from '#countries/customer-values';
import { countryOf } from '#domain/methods/find-method';
import type { BlockKind } from '#domain/risk/block';
import { refuseBlocked, type BlockSubject } from '#domain/risk/refuse-blocked';
import { cardValues } from '#domain/risk/risk-value';
import type { Refusal } from '#domain/routing/refusal';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import { WatchedBlocks } from '#persistence/risk/watch-blocks';
import { RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { CardGuard } from '#persistence/transactions/register-transaction';
import type { Caller } from '../../http/parameters.js';
import { CurrentConfiguration } from '../../resources/resources.module.js';

type Whose = Pick<Caller, 'merchant' | 'project'>;

/** Identifies customer and card of a request by hashes only: for the blocklist, and for the card-testing guard. */
@Injectable()
export class RiskScreening {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly blocks: WatchedBlocks,
    private readonly riskHashes: RiskHashes,
  ) {}

  /** The refusal of a blocked customer or card (contract §12, error 451); undefined if neither is blocked. */
  refuse(whose: Whose, request: TransactionRequest): Refusal | undefined {
    return refuseBlocked(this.blocks.find, this.subjectOf(whose, request), new Date());
  }

  /** Declined cards are counted per identifier and per address of the customer (specification §2.3). */
  guardOf(whose: Whose, request: TransactionRequest): CardGuard | undefined {
    const terms = this.configuration.project(whose.project).risk?.cardTesting;
    if (!terms) return undefined;
    const { values, paysByCard } = this.subjectOf(whose, request);
    if (!paysByCard) return undefined;
    const hashOf = (sought: BlockKind) => values.find(({ kind }) => kind === sought)?.value;
    return { customer: hashOf('identifier'), address: hashOf('address'), terms };
  }

  /** Everything in a request that can be blocked, hashed as on the blocklist. */
  private subjectOf({ merchant, project }: Whose, request: TransactionRequest): BlockSubject {
    const { customer, card, method, money } = request;
    const country = countryOf(method, money.currency);
    const values = [...customerValues(customer, country), ...(card ? cardValues(card.pan) : [])];
    return {
      merchant,
      project,
      values: values.flatMap(({ kind, value }) =>
        this.riskHashes.known({ kind, value }).map((hash) => ({ kind, value: hash })),
      ),
      paysByCard: card !== undefined || (method.cardForm === true && needsHostedForm(request)),
    };
  }
}
