import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionRequest } from '#domain/transaction/request';
import { sealCard } from '#persistence/card-vault/sealed-card';
import type { WatchedVaultKey } from '#persistence/card-vault/watch-vault-key';
import type { CardFingerprints } from '#persistence/secrets/card-fingerprints';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import { sealPersonalData } from '#persistence/transactions/personal-data';
import type { VaultedCard } from '#persistence/transactions/register-transaction';
import { CARD_FINGERPRINTS, SEALED_BOX, VAULT_KEY } from '../resources/resources.js';

/** Encrypts what of a request is personal or a card; in the clear neither goes any further. */
@Injectable()
export class SealRequest {
  constructor(
    @Inject(SEALED_BOX) private readonly sealedBox: SealedBox,
    @Inject(VAULT_KEY) private readonly vaultKey: Pick<WatchedVaultKey, 'find'>,
    @Inject(CARD_FINGERPRINTS) private readonly cardFingerprints: CardFingerprints,
  ) {}

  personalData(identifier: string, { customer, meta, channelCode, requisites }: TransactionRequest): Buffer {
    return sealPersonalData(this.sealedBox, identifier, { customer, meta, channelCode, requisites });
  }

  /** Throws cardNotStored where the vault's key cannot be had. */
  async card(identifier: string, { card }: TransactionRequest): Promise<VaultedCard | undefined> {
    if (!card) return undefined;
    try {
      return sealCard(await this.vaultKey.find(), identifier, card, this.cardFingerprints.kept(card.pan));
    } catch {
      throw new GatewayError('cardNotStored');
    }
  }
}
