import { v7 as uuid } from 'uuid';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '#domain/configuration/configuration';
import type { KeySet } from '#domain/keys/stored-keys';
import { GatewayError } from '#domain/errors/gateway-error';
import { verifyRequest } from '#gateway/signature/request-signature';
import type { SignatureRefusal } from '#gateway/signature/verify-signed-message';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import type { Metrics } from '#metrics/metrics';
import type { LabelsOf } from '#metrics/families';
import type { Logger } from '#runtime/create-log';
import type { CurrentConfiguration } from '../resources/resources.module.js';
import { rawBodyOf } from './parameters.js';
import { refuse } from './render-error.js';
import { decodePath } from './request-hooks.js';

/** Accepted difference of `Date` to our clock, in either direction (contract §2). */
const skewSeconds = 300;

/** What the verification of signatures needs. */
export type Authentication = {
  readonly configuration: CurrentConfiguration;
  readonly keys: KeyIndex;
  readonly keyUses: KeyUses;
  readonly metrics: Metrics;
  /** Answers a wrong signature with the text that it was checked against. */
  readonly isDevelopment: boolean;
  readonly log: Logger;
};

/**
 * Verifies the signature of every request under `/v2` over its raw bytes before anything else reads the request, even if
 * no route matches. Only an oversized body is refused earlier.
 */
export function authenticateRequests(fastify: FastifyInstance, context: Authentication): void {
  fastify.decorateRequest('requestId', '');
  fastify.decorateRequest('receivedAt', 0);
  fastify.decorateRequest('caller', undefined);
  fastify.decorateRequest('answered', undefined);
  fastify.decorateRequest('traceparent', undefined);
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.requestId = uuid();
    request.receivedAt = Date.now();
    done();
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    if (!isSigned(request.originalUrl)) return done();
    const refusal = authenticate(request, context);
    if (!refusal) return done();
    return refuse(request, reply, refusal);
  });
}

/** Reads the path as the router does: `/%762/payment` is under `/v2` too. */
function isSigned(target: string): boolean {
  return /^\/v2(?:[/?]|$)/.test(decodePath(target) ?? target) || !target.startsWith('/');
}

function authenticate(request: FastifyRequest, context: Authentication): GatewayError | undefined {
  const { method = '', rawHeaders } = request.raw;
  const configuration = context.configuration.current();
  const verification = verifyRequest(
    { method, target: request.originalUrl, rawHeaders, rawBody: rawBodyOf(request) },
    (keyId) => context.keys.find(keyId),
    { now: new Date(), hosts: configuration.signedHosts, skewSeconds },
  );
  if (verification.kind === 'refused') {
    const cause = causeOf(verification, context.keys);
    context.metrics.count('gateway_refused_signatures_total', { cause });
    context.log.info({ requestId: request.requestId, cause, keyId: verification.keyId }, 'signature refused');
    return new GatewayError('forbidden', {
      description: describeRefusal(verification, context.isDevelopment),
    });
  }
  context.keyUses.note(verification.keyId);
  const { project } = verification.key;
  const merchant = configuration.projects[project]?.merchant ?? '';
  if (!configuration.merchants[merchant]?.enabled) return new GatewayError('merchantNotFound');
  request.caller = { merchant, project, keyId: verification.keyId };
  return undefined;
}

/** The cause of a refusal in logs and metrics, which say more than the answer. */
function causeOf(
  { problem, keyId }: SignatureRefusal,
  keys: KeyIndex,
): LabelsOf<'gateway_refused_signatures_total'>['cause'] {
  if (problem !== 'notRecognized') return problem;
  return keyId !== undefined && keys.find(keyId) ? 'signatureWrong' : 'keyUnknown';
}

/** In development, shows the author of a client the text that we verified (contract §2), which contains no part of a key. */
function describeRefusal({ description, signedText }: SignatureRefusal, isDevelopment: boolean): string {
  if (!isDevelopment || signedText === undefined) return description;
  return `${description}. The signature was checked against this text: ${JSON.stringify(signedText)}`;
}

/** A request key and its project. */
type IndexedKey = { readonly secret: string; readonly project: string };

export type KeyIndex = { find(keyId: string): IndexedKey | undefined };

/**
 * Finds keys by id: stored keys that are valid now, and keys of the configuration file, which are indexed again for each
 * version in force. A stored key of a project that is no longer in the configuration is unknown.
 */
export function createKeyIndex(configuration: () => Configuration, stored: () => KeySet): KeyIndex {
  let indexed: Configuration | undefined;
  let keys = new Map<string, IndexedKey>();
  return {
    find(keyId) {
      const current = configuration();
      if (current !== indexed) {
        keys = new Map(
          Object.entries(current.projects).flatMap(([project, { keys: own }]) =>
            own.map(({ id, secret }) => [id, { secret, project }] as const),
          ),
        );
        indexed = current;
      }
      const written = keys.get(keyId);
      if (written) return written;
      const key = stored().requestKey(keyId, Date.now());
      if (!key || !Object.hasOwn(current.projects, key.project)) return undefined;
      return key;
    },
  };
}
