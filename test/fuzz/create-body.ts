import { examples, exampleCard } from '#domain/methods/examples';
import type { Example, ExampleBody } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { TransactionType } from '#domain/transaction/status';
import type { Random } from '../fakes/seeded-random.js';
import type { Canaries } from './canaries.js';
import { referenceOf, type FuzzContext } from './fuzz-context.js';

/** The valid body of some row of the catalogue, with canaries for a person and a card. */
export function createBody(
  random: Random,
  type: TransactionType,
  context: FuzzContext,
  index: number,
): ExampleBody {
  const example = random.pick(examples.filter((candidate) => candidate.type === type));
  const { body } = example;
  const reference = random.chance(0.03)
    ? referenceOf(context, Math.max(0, index - random.whole(1, 40)))
    : referenceOf(context, index);
  return {
    ...body,
    reference,
    ...('customer' in body && { customer: disguised(body['customer'], context.canaries) }),
    ...requisites(example, context.canaries),
    ...(carriesCard(example) &&
      random.chance(0.7) && {
        card: {
          ...exampleCard,
          pan: context.canaries.pan,
          holder_name: `${context.canaries.firstName} ${context.canaries.lastName}`,
        },
      }),
    ...('callback_url' in body && { callback_url: `${context.sandboxUrl}/merchant/callbacks` }),
    ...(random.chance(0.3) && { description: `Order ${index}` }),
    ...(random.chance(0.3) && { redirect_url: 'https://shop.example.com/done' }),
    ...extra(random, body),
  };
}

function disguised(
  customer: unknown,
  { firstName, lastName, email, address, customer: identifier }: Canaries,
): object {
  const names = typeof customer === 'object' ? customer : {};
  return { ...names, identifier, first_name: firstName, last_name: lastName, email, address };
}

function requisites(example: Example, { firstName, lastName }: Canaries): ExampleBody {
  const name = methodOf(example.type, example.style, example.code).requisites;
  const given = name === undefined ? undefined : example.body[name];
  if (name === undefined || typeof given !== 'object') return {};
  const names = {
    name: `${firstName} ${lastName}`,
    beneficiary_first_name: firstName,
    beneficiary_last_name: lastName,
  };
  const known = Object.entries(names).filter(([key]) => key in (given ?? {}));
  return { [name]: { ...given, ...Object.fromEntries(known) } };
}

function carriesCard(example: Example): boolean {
  return methodOf(example.type, example.style, example.code).carriesCard === true;
}

/** What is already in `extra.meta` stays; scenarios that end by themselves and soon. */
function extra(random: Random, body: ExampleBody): ExampleBody {
  const given = body['extra'];
  const meta = typeof given === 'object' && given !== null && 'meta' in given ? given.meta : {};
  if (random.chance(0.3)) return {};
  const scenario = random.pick(['success', 'decline', 'error', 'at_once', 'early_callback']);
  const further = random.chance(0.7)
    ? { sandbox: scenario, sandbox_delay_ms: random.whole(0, 500) }
    : { note: 'a', count: 3, flag: true };
  return { extra: { meta: { ...(typeof meta === 'object' ? meta : {}), ...further } } };
}
