import { Inject, Injectable } from '@nestjs/common';
import { customerValues } from '#countries/customer-values';
import type { BlockKind, FindBlocks } from '#domain/risk/block';
import { refuseBlocked, type BlockSubject } from '#domain/risk/refuse-blocked';
import { cardValues } from '#domain/risk/risk-value';
import type { Refusal } from '#domain/routing/refusal';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import type { CardGuard } from '#persistence/transactions/register-transaction';
import type { Caller } from '../http/parameters.js';
import { CurrentConfiguration, FIND_BLOCKS, RISK_HASHES } from '../resources/resources.js';

type Whose = Pick<Caller, 'merchant' | 'project'>;

/** Who a request is from, by hashes alone: as blocks know it, and as the card-testing guard counts it. */
@Injectable()
export class RiskScreening {
  constructor(
    private readonly configuration: CurrentConfiguration,
    @Inject(FIND_BLOCKS) private readonly findBlocks: FindBlocks,
    @Inject(RISK_HASHES) private readonly riskHashes: RiskHashes,
  ) {}

  /** Contract §12, error 451: a customer or a card that is on the blocklist. Undefined: there is none. */
  refuse(whose: Whose, request: TransactionRequest): Refusal | undefined {
    return refuseBlocked(this.findBlocks, this.subjectOf(whose, request), new Date());
  }

  /** A declined card counts for the identifier and the address of its customer (specification §2.3). */
  guardOf(whose: Whose, request: TransactionRequest): CardGuard | undefined {
    const terms = this.configuration.project(whose.project).risk?.cardTesting;
    if (!terms) return undefined;
    const { values, paysByCard } = this.subjectOf(whose, request);
    if (!paysByCard) return undefined;
    const hashOf = (sought: BlockKind) => values.find(({ kind }) => kind === sought)?.value;
    return { customer: hashOf('identifier'), address: hashOf('address'), terms };
  }

  /** Everything of an accepted request that may be blocked, hashed as blocks are. */
  private subjectOf({ merchant, project }: Whose, request: TransactionRequest): BlockSubject {
    const { customer, card, row } = request;
    const values = [...customerValues(customer, row.country), ...(card ? cardValues(card.pan) : [])];
    return {
      merchant,
      project,
      values: values.flatMap(({ kind, value }) =>
        this.riskHashes.known({ kind, value }).map((hash) => ({ kind, value: hash })),
      ),
      paysByCard: card !== undefined || (row.cardForm === true && needsHostedForm(request)),
    };
  }
}
