import * as fc from 'fast-check';
import type { Finding } from './check-exchange.js';
import type { FuzzContext } from './fuzz-context.js';
import type { FuzzRequest } from './fuzz-request.js';
import { parametersAt, type Plan } from './plan-request.js';

/** `path` leads from the request of the index to the smallest one that breaks the rule too. */
export type Found = Finding & { readonly index: number; readonly path?: string };

/** Bounds of the search for a smaller request. */
const attemptsMax = 150;
const shrinkingMs = 20_000;

export type Trial = {
  readonly plans: fc.Arbitrary<Plan>;
  readonly context: FuzzContext;
  readonly index: number;
  /** Starts with the request that this path leads to. */
  readonly path: string | undefined;
  /** Sends a request and checks what comes back. */
  readonly send: (request: FuzzRequest) => Promise<readonly Finding[]>;
  /** Whether it is worth more requests to find a smaller one. */
  readonly mayShrink: (finding: Finding, request: FuzzRequest) => boolean;
};

/** Sends the request of an index. If it breaks a rule, sends smaller ones as long as they break the same rule. */
export async function tryRequest(trial: Trial): Promise<readonly Found[]> {
  const { index } = trial;
  const others: Finding[] = [];
  const broken: Finding[] = [];
  let attempt = 0;
  let until = Infinity;
  const property = fc.asyncProperty(trial.plans, async (plan) => {
    if (attempt >= attemptsMax || Date.now() > until) return;
    const request = plan({ index, attempt });
    attempt += 1;
    const findings = await trial.send(request);
    const [sought] = broken;
    const finding = findings.find(({ rule }) => !sought || rule === sought.rule);
    if (!finding) return;
    broken.push(finding);
    if (!sought) {
      others.push(...findings.slice(1));
      until = trial.mayShrink(finding, request) ? Date.now() + shrinkingMs : 0;
    }
    throw new Error(finding.rule);
  });
  const { counterexamplePath: path, errorInstance } = await fc.check(
    property,
    parametersAt(trial.context, index, trial.path),
  );
  const smallest = broken.at(-1);
  // The fuzzer itself has failed: that is no answer of the api.
  if (!smallest && errorInstance) throw errorInstance as Error;
  if (!smallest || path === null) return [];
  return [{ ...smallest, index, path }, ...others.map((finding) => ({ ...finding, index }))];
}
