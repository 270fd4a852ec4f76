import { GatewayRefusal } from './gateway-refusal.js';
import { isJsonObject, readJson } from './read-json.js';
import type { Answer } from './send-signed.js';

/**
 * What an answer says. `unclear`: the transaction is registered or may be (504), or something that is not the gateway
 * spoke, such as a proxy; `later`: this request did nothing, and the same may be tried after a while.
 */
export type ClassifiedAnswer =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: GatewayRefusal }
  | { readonly kind: 'unclear'; readonly refusal: GatewayRefusal | undefined }
  | { readonly kind: 'later'; readonly refusal: GatewayRefusal };

/** Reads an answer by contract §3. The empty body that some calls answer with has the value undefined. */
export function classifyAnswer(answer: Answer): ClassifiedAnswer {
  const { httpStatus, text } = answer;
  const value = readJson(text);
  if (httpStatus === 200) {
    const isReadable = value !== undefined || text === '';
    return isReadable ? { kind: 'answered', value } : { kind: 'unclear', refusal: undefined };
  }
  if (!isJsonObject(value) || typeof value['error_code'] !== 'number') {
    return { kind: 'unclear', refusal: undefined };
  }
  const refusal = new GatewayRefusal(answer, value);
  if (httpStatus === 504) return { kind: 'unclear', refusal };
  if (httpStatus === 503 || httpStatus === 429) return { kind: 'later', refusal };
  return { kind: 'refused', refusal };
}
