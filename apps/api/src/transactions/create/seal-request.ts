import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionRequest } from '#domain/transaction/request';
import { sealCard } from '#persistence/card-vault/sealed-card';
import { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import { CardFingerprints } from '#persistence/secrets/card-fingerprints';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { sealPersonalData } from '#persistence/transactions/personal-data';
import type { VaultedCard } from '#persistence/transactions/register-transaction';

/** Encrypts the personal data and the card of a request; nothing of them leaves this class in the clear. */
@Injectable()
export class SealRequest {
  constructor(
    private readonly envelopeCipher: EnvelopeCipher,
    private readonly vaultKey: WatchedVaultKey,
    private readonly cardFingerprints: CardFingerprints,
  ) {}

  personalData(identifier: string, { customer, meta, channelCode, requisites }: TransactionRequest): Buffer {
    return sealPersonalData(this.envelopeCipher, identifier, { customer, meta, channelCode, requisites });
  }

  /** Throws cardNotStored if the vault's public key is not available. */
  async card(identifier: string, { card }: TransactionRequest): Promise<VaultedCard | undefined> {
    if (!card) return undefined;
    try {
      return sealCard(await this.vaultKey.find(), identifier, card, this.cardFingerprints.kept(card.pan));
    } catch {
      throw new GatewayError('cardNotStored');
    }
  }
}
