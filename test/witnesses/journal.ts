export type JournalEntry = {
  readonly kind: string;
  readonly identifier: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'success' | 'declined' | 'pending';
};

/** What the provider says that it did with the money of one payment: the independent witness (contract §10). */
export async function journalOf(sandboxUrl: string, identifier: unknown): Promise<readonly JournalEntry[]> {
  const answer = await fetch(`${sandboxUrl}/journal?identifier=${encodeURIComponent(String(identifier))}`);
  return ((await answer.json()) as { readonly entries: readonly JournalEntry[] }).entries;
}
