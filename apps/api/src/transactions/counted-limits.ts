import { Inject, Injectable } from '@nestjs/common';
import { plannedLimits, type PlannedLimit } from '#domain/limits/counted-limits';
import type { TransactionRequest } from '#domain/transaction/request';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { CurrentConfiguration, KEYED_HASHES } from '../resources/resources.js';

/** The counted limits that a request meets on its way to one of the MIDs; what names its customer is a keyed hash. */
@Injectable()
export class CountedLimits {
  constructor(
    private readonly configuration: CurrentConfiguration,
    @Inject(KEYED_HASHES) private readonly keyedHashes: KeyedHashes,
  ) {}

  of(
    projectCode: string,
    { row, money, customer: { identifier } }: TransactionRequest,
    mids: readonly string[],
  ): readonly PlannedLimit[] {
    const configuration = this.configuration.current();
    const merchant = configuration.projects[projectCode]?.merchant ?? '';
    return plannedLimits(configuration, projectCode, {
      type: row.type,
      currency: money.currency,
      customer:
        identifier === undefined
          ? undefined
          : this.keyedHashes.customer(merchant, identifier).toString('hex'),
      mids,
    });
  }
}
