import {
  createCardFingerprints,
  createRiskHashes,
  type RiskHashes,
} from '#persistence/secrets/card-fingerprints';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { parseKeyRing } from '#persistence/secrets/envelope-cipher';

/** Creates the hashes of people and cards from the settings of a command. */
export function riskHashesOf({
  rootSecret,
  fingerprintKeys,
}: {
  readonly rootSecret: string;
  readonly fingerprintKeys: string;
}): RiskHashes {
  const ring = parseKeyRing(fingerprintKeys, 'GATEWAY_FINGERPRINT_KEYS');
  return createRiskHashes(createKeyedHashes(rootSecret), createCardFingerprints(ring, rootSecret));
}
