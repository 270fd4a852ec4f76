import type { RouteArguments } from './command-arguments.js';

/** The part of `/openapi.json` that is read: an example request of every method, by the path that it is sent to. */
export type DescribedCreations = { readonly paths: Readonly<Record<string, Described | undefined>> };
type Described = {
  readonly post?: {
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': { readonly examples: Readonly<Record<string, Example>> };
      };
    };
  };
};
type Example = { readonly value: ExampleRequest };
export type ExampleRequest = {
  readonly method?: string;
  readonly widget?: { readonly method: string };
  readonly currency: string;
  readonly amount: string | number;
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** A request of the method with the amount, currency and `extra.meta` that are asked for. Throws when the api describes none. */
export function exampleRequest(
  document: DescribedCreations,
  { method, isHosted, amount, currency, meta }: Omit<RouteArguments, 'keyId'>,
): ExampleRequest {
  const examples = ['/v2/payment', '/v2/payout'].flatMap((path) =>
    Object.values(document.paths[path]?.post?.requestBody?.content['application/json'].examples ?? {}),
  );
  const named = (value: ExampleRequest) => (isHosted ? value.widget?.method : value.method);
  const found = examples.find(({ value }) => named(value) === method);
  if (!found)
    throw new Error(
      `There is no method ${method}${isHosted ? ' on the hosted page' : ', perhaps with --page'}.`,
    );
  const { value } = found;
  return {
    ...value,
    ...(amount !== undefined && { amount: typeof value.amount === 'number' ? Number(amount) : amount }),
    ...(currency !== undefined && { currency }),
    ...(Object.keys(meta).length > 0 && { extra: { ...value.extra, meta } }),
  };
}
