import { stripeCredentials } from './stripe-orders.js';

const { secret_key: secretKey } = stripeCredentials;
const pageSize = 100;

export type StripeObject = Readonly<Record<string, unknown>>;

export type StripeRow = StripeObject & {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
};

/** Asks a Stripe as its account's owner does, past the gateway; with a form it changes something. */
export type AskStripe = (path: string, form?: Readonly<Record<string, string>>) => Promise<StripeObject>;

export function askStripe(url: string): AskStripe {
  return async (path, form) => {
    const answer = await fetch(`${url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return (await answer.json()) as StripeObject;
  };
}

/** All rows of a list, newest first; `until` ends it early. Throws if Stripe refuses it. */
export async function listStripe(
  ask: AskStripe,
  path: string,
  until: (row: StripeRow) => boolean = () => false,
): Promise<readonly StripeRow[]> {
  const rows: StripeRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const after = last ? `&starting_after=${last.id}` : '';
    const page = accepted(await ask(`${path}?limit=${pageSize}${after}`));
    const data = page['data'] as readonly StripeRow[];
    const end = data.findIndex(until);
    rows.push(...(end < 0 ? data : data.slice(0, end)));
    if (end >= 0 || page['has_more'] !== true) return rows;
  }
}

/** Changes something, and returns the row. Throws if Stripe refuses it. */
export async function changeStripe(
  ask: AskStripe,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<StripeRow> {
  return accepted(await ask(path, form)) as StripeRow;
}

function accepted(answer: StripeObject): StripeObject {
  if (typeof answer['object'] === 'string') return answer;
  throw new Error(`Stripe refuses it: ${JSON.stringify(answer)}`);
}
