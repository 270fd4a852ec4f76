import { Inject, Injectable } from '@nestjs/common';
import { paymentPagePath } from '#contracts/payment-page-path';
import { isAwaitingForm } from '#domain/transaction/state';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { CHECKOUT_URL } from '../../resources/resources.module.js';

/** The next step of the merchant or the customer. */
@Injectable()
export class Challenges {
  constructor(
    @Inject(CHECKOUT_URL) private readonly checkoutUrl: string,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * The open challenge of a transaction, if any. While a card is still to be entered, it is a redirect to our own form
   * (contract §6), whose URL is derived and never stored.
   */
  openOf(transaction: Transaction): Challenge | undefined {
    const { style, status, tries, identifier } = transaction;
    if (isFinal(status)) return undefined;
    const isShown = status === 'created' || (style === 'h2h' && tries > 0);
    const isFormOffered = isShown && isAwaitingForm(transaction);
    return isFormOffered ? { type: 'redirect', url: this.hostedPageUrl(identifier) } : transaction.challenge;
  }

  hostedPageUrl(identifier: string): string {
    return `${this.checkoutUrl}${paymentPagePath(this.keyedHashes.linkToken(identifier))}`;
  }
}
