/** What Stripe World's lists say, without any code of the connector. */
export type World = {
  /** All rows of a list, newest first; `until` ends it early. */
  list(path: string, until?: (row: Row) => boolean): Promise<readonly Row[]>;
  /** Throws for whatever is not answered with 200. */
  send(path: string, form: Readonly<Record<string, string>>): Promise<Row>;
};

export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
};

export const worldCredentials = {
  secret_key: 'sk_test_chaosworld0001',
  webhook_secret: 'whsec_chaosworld0001',
  raw_cards: 'granted',
} as const;

const pageSize = 100;

export function askWorld(url: string): World {
  const headers = { authorization: `Bearer ${worldCredentials.secret_key}` };
  const read = async (answer: Response) => {
    if (!answer.ok) throw new Error(`Stripe World answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    async list(path, until = () => false) {
      const rows: Row[] = [];
      for (;;) {
        const last = rows.at(-1);
        const after = last ? `&starting_after=${last.id}` : '';
        const page = (await read(await fetch(`${url}${path}?limit=${pageSize}${after}`, { headers }))) as {
          readonly data: readonly Row[];
          readonly has_more: boolean;
        };
        const end = page.data.findIndex(until);
        rows.push(...(end < 0 ? page.data : page.data.slice(0, end)));
        if (end >= 0 || !page.has_more) return rows;
      }
    },
    async send(path, form) {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
      });
      return (await read(answer)) as Row;
    },
  };
}
