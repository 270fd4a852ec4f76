import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declineCodes } from '#gateway/connectors/stripe/error-codes';
import { challengeReaders } from '#gateway/connectors/stripe/read-challenge';
import { intentOutcomes } from '#gateway/connectors/stripe/read-intent';
import { refundOutcomes } from '#gateway/connectors/stripe/read-refund';
import { disputeStatuses } from '#gateway/connectors/stripe/reversals';
import { ways } from '#gateway/connectors/stripe/ways';
import { inRepository } from '../../scripts/paths.js';
import { run } from '../../tools/generate/pinned-program.js';
import { findStripeWorld } from '../fakes/stripe-programs.js';

/** Goal: words that the types of Stripe's client lack are those of its description, which Stripe World has with it. */
type Property = { readonly enum?: readonly string[]; readonly properties?: object };
type Description = {
  readonly declineCodes: readonly string[];
  readonly prose: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, Property>> }>>;
};

const script = `
import importlib.util, json, runpy
(folder,) = importlib.util.find_spec("seahaven_stripe_world").submodule_search_locations
enums = runpy.run_path(folder + "/spec/enums.py")
spec = json.load(open(folder + "/spec/spec3.json"))
names = ["payment_intent", "payment_intent_next_action", "payment_method", "dispute"]
schemas = {name: spec["components"]["schemas"][name] for name in names}
print(json.dumps({"declineCodes": sorted(enums["DECLINE_CODES"]), "prose": enums["DOC_ONLY_ENUMS"], "schemas": schemas}))
`;
const patience = 600_000;
let world: Awaited<ReturnType<typeof findStripeWorld>>;
let described: Description;

beforeAll(async () => {
  world = await findStripeWorld();
  if ('missing' in world) return;
  described = JSON.parse(
    await run(world.program, ['-c', script], inRepository('tools/stripe')),
  ) as Description;
}, patience);
beforeEach(({ skip }) => {
  if ('missing' in world) skip(world.missing);
});

const enumOf = (schema: string, property: string) => described.schemas[schema]?.properties[property]?.enum;

describe('the description of Stripe', () => {
  it('has the decline codes that are mapped, and no others', () => {
    expect(Object.keys(declineCodes).toSorted()).toEqual(described.declineCodes);
  });

  it('has the states of a refund', () => {
    expect(Object.keys(refundOutcomes).toSorted()).toEqual(described.prose['refund']?.['status']?.toSorted());
  });

  it('has the states of an intent and of a dispute', () => {
    expect(Object.keys(intentOutcomes).toSorted()).toEqual(enumOf('payment_intent', 'status'));
    expect(Object.keys(disputeStatuses).toSorted()).toEqual(enumOf('dispute', 'status'));
  });

  it('has what a customer is shown, and the methods by their names', () => {
    const shown = Object.keys(described.schemas['payment_intent_next_action']?.properties ?? {});
    expect(shown).toEqual(expect.arrayContaining(Object.keys(challengeReaders)));
    const types = Object.values(ways).map(({ type }) => type);
    expect(enumOf('payment_method', 'type')).toEqual(expect.arrayContaining(types));
  });
});
