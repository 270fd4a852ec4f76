import * as fc from 'fast-check';
import { examples, exampleCard } from '#domain/methods/examples';
import type { Example, ExampleBody } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { TransactionType } from '#domain/transaction/status';
import type { Canaries } from './canaries.js';
import { earlier, referenceOf, type FuzzContext, type Place } from './fuzz-context.js';

/** The valid body of some row of the catalogue, with canaries for a person and a card. */
export function createBody(
  type: TransactionType,
  context: FuzzContext,
): fc.Arbitrary<(place: Place) => ExampleBody> {
  const { canaries, sandboxUrl } = context;
  const own = fc.constant((place: Place) => referenceOf(context, place));
  return fc
    .record({
      example: fc.constantFrom(...examples.filter((candidate) => candidate.type === type)),
      reference: fc.oneof({ weight: 97, arbitrary: own }, { weight: 3, arbitrary: earlier(context) }),
      hasCard: share(7),
      description: share(3),
      redirects: share(3),
      meta: metas,
    })
    .map(({ example, reference, hasCard, description, redirects, meta }) => (place) => ({
      ...example.body,
      reference: reference(place),
      ...('customer' in example.body && { customer: disguised(example.body['customer'], canaries) }),
      ...requisites(example, canaries),
      ...(hasCard && carriesCard(example) && { card: cardOf(canaries) }),
      ...('callback_url' in example.body && { callback_url: `${sandboxUrl}/merchant/callbacks` }),
      ...(description && { description: `Order ${place.index}` }),
      ...(redirects && { redirect_url: 'https://shop.example.com/done' }),
      ...(meta && { extra: { meta: { ...metaOf(example.body), ...meta } } }),
    }));
}

/** True in the given number of ten samples; shrinks to false. */
function share(tenths: number): fc.Arbitrary<boolean> {
  return fc.nat(9).map((tenth) => tenth >= 10 - tenths);
}

/** Scenarios that end by themselves and soon. */
const metas = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 5,
    arbitrary: fc.record({
      sandbox: fc.constantFrom('success', 'decline', 'error', 'at_once', 'early_callback'),
      sandbox_delay_ms: fc.nat(500),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ note: 'a', count: 3, flag: true }) },
);

/** What stands in the example stays. */
function metaOf({ extra }: ExampleBody): object {
  const meta = typeof extra === 'object' && extra !== null && 'meta' in extra ? extra.meta : undefined;
  return typeof meta === 'object' && meta !== null ? meta : {};
}

function cardOf({ pan, firstName, lastName }: Canaries): object {
  return { ...exampleCard, pan, holder_name: `${firstName} ${lastName}` };
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
