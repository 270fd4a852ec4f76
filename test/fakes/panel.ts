type Told = { readonly identifier: unknown; readonly amount?: string; readonly again?: boolean };

/** The sandbox's panel, in which its staff do something with the money of a transaction; returns the HTTP status. */
export function createPanel(sandboxUrl: string) {
  return async (action: string, { identifier, ...body }: Told): Promise<number> => {
    const { status } = await fetch(`${sandboxUrl}/panel/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reference: `${String(identifier)}-1`, ...body }),
    });
    return status;
  };
}
