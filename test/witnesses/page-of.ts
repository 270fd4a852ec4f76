/** A handle of a workflow, as far as its page is read. */
type Queried = { query<Answer>(name: string): Promise<Answer> };

/** What the Temporal UI shows on the page of a workflow, under _User Metadata_. */
export async function pageOf(handle: Queried): Promise<string> {
  return (await handle.query<{ readonly currentDetails: string }>('__temporal_workflow_metadata'))
    .currentDetails;
}
