import { v7 as uuid } from 'uuid';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { verifyRequest } from '#gateway/signature/verify-request';
import type { SignatureRefusal } from '#gateway/signature/verify-signed-message';
import type { ApiContext } from '../api-context.js';
import { rawBodyOf } from './parameters.js';
import { renderError } from './render-error.js';
import { decodePath } from './routable-target.js';

/** Contract §2: accepted window of `Date`, in either direction. */
const skewSeconds = 300;

/**
 * Verifies every request under `/v2` over its raw bytes, before anything else looks at it: also one that no route
 * answers. Only an oversized body is refused earlier.
 */
export function authenticateRequests(fastify: FastifyInstance, context: ApiContext): void {
  fastify.decorateRequest('requestId', '');
  fastify.decorateRequest('receivedAt', 0);
  fastify.decorateRequest('caller', undefined);
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

/** As the router reads the path: `/%762/payment` is under `/v2` too. */
function isSigned(target: string): boolean {
  return /^\/v2(?:[/?]|$)/.test(decodePath(target) ?? target) || !target.startsWith('/');
}

function authenticate(request: FastifyRequest, context: ApiContext): GatewayError | undefined {
  const { method = '', rawHeaders } = request.raw;
  const configuration = context.configuration();
  const verdict = verifyRequest(
    { method, target: request.originalUrl, rawHeaders, rawBody: rawBodyOf(request) },
    (keyId) => context.keys.find(keyId),
    { now: new Date(), hosts: configuration.signedHosts, skewSeconds },
  );
  if (verdict.kind === 'refused') {
    const cause = causeOf(verdict, context.keys);
    context.metrics.countRefusedSignature(cause);
    context.log.info({ requestId: request.requestId, cause, keyId: verdict.keyId }, 'signature refused');
    return new GatewayError('forbidden', { description: describeRefusal(verdict, context.isDevelopment) });
  }
  context.keyUses.note(verdict.keyId);
  const { project } = verdict.key;
  const merchant = configuration.projects[project]?.merchant ?? '';
  if (!configuration.merchants[merchant]?.enabled) return new GatewayError('merchantNotFound');
  request.caller = { merchant, project, keyId: verdict.keyId };
  return undefined;
}

/** What a refusal is called in the log and counted as: operations may know what the caller is not told. */
export type RefusalCause =
  Exclude<SignatureRefusal['problem'], 'notRecognized'> | 'keyUnknown' | 'signatureWrong';

function causeOf({ problem, keyId }: SignatureRefusal, keys: ApiContext['keys']): RefusalCause {
  if (problem !== 'notRecognized') return problem;
  return keyId !== undefined && keys.find(keyId) ? 'signatureWrong' : 'keyUnknown';
}

/** Outside production whoever builds a client is told what we read as signed (contract §2); nothing of a key is in it. */
function describeRefusal({ description, signedText }: SignatureRefusal, isDevelopment: boolean): string {
  if (!isDevelopment || signedText === undefined) return description;
  return `${description}. This is what we read as signed: ${JSON.stringify(signedText)}`;
}

/** Answers in a hook, where nobody is there yet to throw to. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: GatewayError): void {
  const { status, headers, body } = renderError(refusal, request.requestId);
  void reply.code(status).headers(headers).send(body);
}
