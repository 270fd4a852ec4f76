/** A key of the configuration: a request key or a callback key, depending on the form of `secret`. */
export type SigningKey = { readonly id: string; readonly secret: string };

/** The 32 bytes of a request key, written as base64 (contract §2). Throws on any other length. */
export function requestSecretBytes(secret: string): Buffer {
  const bytes = strictBase64(secret);
  if (bytes?.length !== requestSecretLength)
    throw new Error('The secret of a request key is base64 of 32 bytes');
  return bytes;
}

/** The 24 to 64 bytes of a callback key, written as `whsec_` and base64 (contract §8). Throws on any other form. */
export function callbackSecretBytes(secret: string): Buffer {
  const bytes = secret.startsWith(callbackSecretPrefix)
    ? strictBase64(secret.slice(callbackSecretPrefix.length))
    : undefined;
  if (!bytes || bytes.length < callbackSecretLengthMin || bytes.length > callbackSecretLengthMax) {
    throw new Error('The secret of a callback key is whsec_ and base64 of 24 to 64 bytes');
  }
  return bytes;
}

/** Node's decoder skips junk and stops at the first padding, so only text that it would write itself counts. */
function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

const requestSecretLength = 32;
const callbackSecretPrefix = 'whsec_';
const callbackSecretLengthMin = 24;
const callbackSecretLengthMax = 64;
