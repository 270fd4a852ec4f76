import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../stack/patience.js';

const limitMs = patient(100_000);
const everyMs = 50;

/** Asks until the answer is as wanted, and returns it; throws with the last answer when that does not come. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`never as wanted; the last answer: ${JSON.stringify(answer)}`);
    await sleep(everyMs);
  }
}
