import type { Assumption, Proof } from './trial.js';
import { NotTried, Stopped, type Bench } from './stripe-trial-bench.js';

/** One question to Stripe's test mode. */
export type Point = {
  readonly name: string;
  readonly asks: string;
  readonly believed: string;
  /** What was seen, which holds if it is what was believed; or else by a rule of the point. */
  readonly see: (bench: Bench) => Promise<string | Extract<Proof, { holds: boolean }>>;
};

/** Whatever a point makes is closed again, however it ends. */
export function assumptionOf({ see, ...about }: Point, bench: Bench): Assumption {
  return {
    ...about,
    async prove() {
      try {
        const seen = await see(bench);
        return typeof seen === 'string' ? { holds: seen === about.believed, saw: seen } : seen;
      } catch (error) {
        if (error instanceof NotTried) return { notTried: error.message };
        if (error instanceof Stopped) return { holds: false, saw: error.message };
        throw error;
      } finally {
        await bench.close();
      }
    },
  };
}

/** One that no program can try; `asks` says why. */
export function forAPerson(name: string, asks: string): Assumption {
  return { name, asks, prove: () => Promise.resolve({ notTried: asks }) };
}
