import { v7 as uuid } from 'uuid';
import {
  callbackSuspected,
  evidenceArrived,
  flowIdOf,
  flowOptions,
  flowTypes,
} from '#contracts/transaction-flow';
import type { Configuration } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { IncomingCallback, ProviderAccount } from '#gateway/connectors/connector';
import { findConnector } from '#gateway/connectors/registry';
import {
  keepProviderEvent,
  takeSuspicion,
  type WokenTransaction,
} from '#persistence/transactions/provider-events';
import { crashPoint } from '#runtime/crash-point';
import { createTokenBuckets } from '#runtime/token-buckets';
import type { ApiContext } from '../api-context.js';

/** Callbacks that fail, by provider: beyond this they are answered with 429 and looked at no further. */
const mayFail = createTokenBuckets({ atOnce: 100, perSecond: 10 });
/** Callbacks with a wrong signature are looked at so many at a time; any other meanwhile is forgotten. */
const suspicionsAtOnceMax = 4;
/** The event is kept; a flow that cannot be woken within this time is woken by the sweep. */
const wakeLimitMs = 3_000;

let suspicionsUnderWay = 0;

/**
 * Verified → kept once → answered → the flow is woken. Only what is kept counts: a signal that gets lost is made up
 * for by the sweep. Throws resourceNotFound for an unknown provider, forbidden for a wrong signature, tooManyRequests
 * where too many of this provider have failed; one that is verified is taken all the same.
 */
export async function receiveProviderCallback(
  context: ApiContext,
  provider: string,
  callback: IncomingCallback,
): Promise<void> {
  const configuration = context.configuration();
  const connector = findConnector(configuration.providers[provider]?.connector ?? '');
  if (!connector) throw new GatewayError('resourceNotFound');
  const reading = connector.readCallback(callback, accountsOf(configuration, provider));
  const isVerified = reading.kind !== 'unreadable' && reading.signature !== 'wrong';
  if (!isVerified && !mayFail(provider, performance.now())) throw new GatewayError('tooManyRequests');
  if (reading.kind === 'unreadable') throw new GatewayError('forbidden', { description: 'Not a callback' });
  if (reading.signature === 'wrong') {
    void suspect(context, reading.evidence.providerReference);
    throw new GatewayError('forbidden', { description: 'Wrong signature' });
  }
  const { eventId, evidence, mids } = reading;
  const kept = await keepProviderEvent(context.database, {
    id: uuid(),
    provider,
    eventId,
    evidence,
    mids,
  }).catch(() => {
    throw new GatewayError('unavailable');
  });
  crashPoint('after inbox');
  if (kept.fresh && kept.transaction) void wake(context, kept.transaction);
}

function accountsOf(configuration: Configuration, provider: string): ProviderAccount[] {
  const baseUrl = configuration.providers[provider]?.baseUrl ?? '';
  return Object.entries(configuration.mids)
    .filter(([, mid]) => mid.provider === provider && mid.credentials)
    .map(([mid, { credentials = {} }]) => ({ provider, mid, baseUrl, credentials }));
}

/** Starts the flow anew when it is closed, so that late evidence is looked at as well. */
async function wake({ temporal, log }: ApiContext, transaction: WokenTransaction): Promise<void> {
  try {
    await temporal.withDeadline(Date.now() + wakeLimitMs, () =>
      temporal.workflow.signalWithStart(flowTypes[transaction.type], {
        ...flowOptions(transaction),
        signal: evidenceArrived,
      }),
    );
  } catch {
    log.warn({ identifier: transaction.identifier }, 'flow not woken, the sweep will');
  }
}

/**
 * The whole effect of a wrong signature, which costs its sender nothing: at most one question to the provider, asked by
 * a flow that is open anyway, and the further from the one before the more often it happens (`timing.suspected_lookup`).
 */
async function suspect(
  { database, temporal, configuration }: ApiContext,
  providerReference: string,
): Promise<void> {
  const [, identifier] = attemptReference.exec(providerReference) ?? [];
  if (identifier === undefined || suspicionsUnderWay >= suspicionsAtOnceMax) return;
  suspicionsUnderWay += 1;
  try {
    const type = await takeSuspicion(database, identifier, configuration().timing.suspectedLookupMs);
    if (type === undefined) return;
    await temporal.withDeadline(Date.now() + wakeLimitMs, () =>
      temporal.workflow.getHandle(flowIdOf(type, identifier)).signal(callbackSuspected),
    );
  } catch {
    // Nothing is lost by it: what is open is looked up in its turn.
  } finally {
    suspicionsUnderWay -= 1;
  }
}

/** An identifier and the number of an attempt. */
const attemptReference = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/;
