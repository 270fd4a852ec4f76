import type { CreatedPayment } from '#client/messages/created';
import { inLanes } from './in-lanes.js';
import { playCustomer } from './customer.js';
import { everyPayment } from './tour-steps.js';
import type { SamplePayment } from './sample-requests.js';
import type { StepResult, StepStage } from './step.js';
import { awaitFinal } from './watch-transaction.js';

export type CreateMeasure = {
  readonly result: StepResult;
  readonly times: readonly CreateTimes[];
};

/** Milliseconds of the create calls of one method, each from sending to the last byte of the answer. */
export type CreateTimes = {
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly durations: readonly number[];
};

/** Every payin row of the catalogue. */
export const measuredPayments: readonly SamplePayment[] = everyPayment;

/**
 * Creates this many payments by each method, one call at a time and the methods in turn, then sees all of them end: those
 * on the hosted page are cancelled there, the others paid. Never throws.
 */
export async function measureCreates(
  stage: StepStage,
  countEach: number,
  lanesMax: number,
  onProgress: (words: string) => void,
): Promise<CreateMeasure> {
  const created: Created[] = [];
  try {
    for (let round = 1; round <= countEach; round += 1) {
      for (const payment of measuredPayments) created.push(await create(stage, payment, created.length));
      onProgress(`${created.length} of ${countEach * measuredPayments.length} created`);
    }
    const ends = await inLanes(created, lanesMax, (one) => seeEnd(stage, one));
    const outcome = ends.find((each) => each !== asExpected) ?? asExpected;
    return { result: { outcome, isExpected: outcome === asExpected }, times: timesOf(created) };
  } catch (error) {
    const outcome = error instanceof Error ? error.message : 'failed';
    return { result: { outcome, isExpected: false }, times: timesOf(created) };
  }
}

export const asExpected = 'all ended';

type Created = Omit<CreateTimes, 'durations'> & {
  readonly milliseconds: number;
  readonly answer: CreatedPayment;
};

async function create(
  { client, sandboxUrl, referenceOf }: StepStage,
  payment: SamplePayment,
  index: number,
): Promise<Created> {
  const reference = referenceOf(`measured-${index}`);
  const request = payment({ reference, shopUrl: `${sandboxUrl}/merchant`, scenario: 'success' });
  const started = performance.now();
  const answer = await client.createPayment(request);
  const milliseconds = performance.now() - started;
  const names = request.widget
    ? ({ method: request.widget.method, style: 'hpp' } as const)
    : ({ method: request.method, style: 'h2h' } as const);
  return { ...names, milliseconds, answer };
}

async function seeEnd(
  { client, sandboxUrl }: StepStage,
  { style, method, answer }: Created,
): Promise<string> {
  const isHosted = style === 'hpp';
  if (isHosted) await playCustomer({ at: 'hostedPage', action: 'cancel' }, answer, sandboxUrl);
  const { status, error_code: code } = await awaitFinal(
    (options) => client.checkPayment(answer.reference, options),
    () => undefined,
  );
  const expected = isHosted ? 'declined, 121' : 'success, 0';
  return `${status}, ${code}` === expected ? asExpected : `${method}: ${status}, ${code}`;
}

function timesOf(created: readonly Created[]): readonly CreateTimes[] {
  const rows = new Map<string, CreateTimes>();
  for (const { method, style, milliseconds } of created) {
    const row = rows.get(`${style} ${method}`);
    rows.set(`${style} ${method}`, { method, style, durations: [...(row?.durations ?? []), milliseconds] });
  }
  return [...rows.values()];
}
