import { Inject, Injectable } from '@nestjs/common';
import { paymentPagePath } from '#contracts/payment-page-path';
import { isUnposted } from '#domain/transaction/state';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { CHECKOUT_URL, KEYED_HASHES } from '../resources/resources.js';

/** What the merchant or the customer is to do next. */
@Injectable()
export class Challenges {
  constructor(
    @Inject(CHECKOUT_URL) private readonly checkoutUrl: string,
    @Inject(KEYED_HASHES) private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * The challenge of a transaction while there is one. A card that is still to be entered: the way to our own form
   * (contract §6), whose address is derived and never stored.
   */
  openOf(transaction: Transaction): Challenge | undefined {
    const { status, identifier } = transaction;
    if (isFinal(status)) return undefined;
    const isFormOffered = status === 'created' && isUnposted(transaction);
    return isFormOffered ? { type: 'redirect', url: this.hostedPageUrl(identifier) } : transaction.challenge;
  }

  hostedPageUrl(identifier: string): string {
    return `${this.checkoutUrl}${paymentPagePath(this.keyedHashes.linkToken(identifier))}`;
  }
}

/** The challenge object of specification §2.8, in wire names. `typeTwice`: the key `type` beside `challenge_type`. */
export function challengeResponse(
  challenge: Challenge,
  typeTwice: boolean,
): Readonly<Record<string, unknown>> {
  const challenge_type = challenge.type;
  const type = typeTwice ? { type: challenge.type } : {};
  return { challenge_type, ...type, ...content(challenge) };
}

function content(challenge: Challenge): Readonly<Record<string, unknown>> {
  switch (challenge.type) {
    case 'redirect':
      return { challenge_redirect: { url: challenge.url } };
    case 'ussd':
      return { ussd: { code: challenge.code } };
    case 'bank_transfer_mexico':
      return { bank_transfer_mexico: { clabe: challenge.clabe } };
    case 'bank_code':
      return { challenge_bank_code: challenge.banks };
    case 'qr':
      return { qr: { payload: challenge.payload } };
    case 'multibanco':
      return { multibanco: { entity: challenge.entity, reference: challenge.reference } };
    case 'voucher':
      return { voucher: { number: challenge.number, pay_by: challenge.payBy } };
  }
}
