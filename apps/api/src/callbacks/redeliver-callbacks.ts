import { Injectable } from '@nestjs/common';
import { writeInstant } from '#domain/values/calendar';
import type { redeliveryCount } from '#domain/wire/callbacks';
import type { ValueOf } from '#domain/wire/schema';
import { endpointOf, endpointTermsOf } from '#gateway/callbacks/endpoint';
import { orderRedeliveries } from '#persistence/callbacks/redeliveries';
import { Database } from '#persistence/database';
import type { Caller } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { acceptRedelivery } from './redeliver-callbacks.dto.js';

/** Sends many callbacks of a merchant again, after an outage at the merchant (contract §7). */
@Injectable()
export class RedeliverCallbacks {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** Answers once the order is stored, so that no crash can lose it. Throws 31 and 30 for the body. */
  async redeliver({ merchant }: Caller, body: ParsedObject = {}): Promise<ValueOf<typeof redeliveryCount>> {
    const wanted = acceptRedelivery(body);
    const configuration = this.configuration.current();
    const { count, nextFrom } = await orderRedeliveries(
      this.database,
      { merchant, ...wanted },
      (project, callbackUrl) => ({
        endpoint: endpointOf(project, callbackUrl),
        terms: endpointTermsOf(configuration, project),
      }),
    ).catch(unavailable());
    return { count, next_from: nextFrom ? writeInstant(nextFrom) : null };
  }
}
