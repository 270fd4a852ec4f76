import { roundUp, writeInstant, type Instant } from '#domain/values/calendar';
import { endpointOf, endpointTermsOf } from '#gateway/callbacks/endpoint';
import { keepRedeliveryOrder, orderRedeliveries } from '#persistence/callbacks/redeliveries';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';

type Order = {
  readonly project: string;
  readonly from: Instant;
  readonly to: Instant | undefined;
  readonly states: readonly string[];
  readonly operator: string;
  readonly reason: string;
};

/**
 * Orders a project's callbacks to be sent again after an outage of its merchant, at the endpoint's own pace. Safe to
 * repeat: a callback that still waits is not ordered twice.
 */
export async function redeliverCallbacks(session: Session, order: Order): Promise<Outcome> {
  const { project, from, states } = order;
  const to = order.to && roundUp(order.to);
  const database = await session.openDatabase();
  await requireOperator(database, order.operator, '--operator');
  const configuration = await loadNewestDocument(database);
  const merchant = configuration?.projects[project]?.merchant;
  if (!configuration || merchant === undefined)
    throw new Refusal(`The applied configuration has no project ${project}.`);
  await keepRedeliveryOrder(database, { ...order, from: from.at, to });
  let total = 0;
  for (let next: Instant | undefined = from; next;) {
    const search = { merchant, project, states, from: next, to };
    const { count, nextFrom } = await orderRedeliveries(database, search, (of, callbackUrl) => ({
      endpoint: endpointOf(of, callbackUrl),
      terms: endpointTermsOf(configuration, of),
    }));
    total += count;
    next = nextFrom;
    if (next) session.say(`${total} so far: those before ${writeInstant(next)}.`);
  }
  const callbacks = total === 1 ? 'callback' : 'callbacks';
  session.say(`${total} ${callbacks} of ${project} will be sent again, at the endpoint's pace.`);
  return { data: { project, ordered: total } };
}
