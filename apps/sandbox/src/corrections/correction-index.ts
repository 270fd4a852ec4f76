import type { Correction } from './correction.js';

/** Every change of a correction. The journal holds these, one per line. `step`: of what the merchant asked to follow. */
export type CorrectionFact =
  | { readonly fact: 'corrected'; readonly correction: Correction; readonly step?: number }
  | { readonly fact: 'told_again'; readonly correction: string; readonly step?: number };

/** A correction, and how many times the merchant is notified of it. */
export type ToldCorrection = Correction & { readonly tellings: number };

/** All corrections by the book's key of their order. */
export type CorrectionIndex = {
  apply(fact: CorrectionFact): void;
  /** About one order, oldest first. */
  about(key: string): readonly ToldCorrection[];
  /** How many steps of what the merchant asked to follow have happened. */
  stepsDone(key: string): number;
  /** In the order in which they happened. */
  all(): readonly ToldCorrection[];
};

export function createCorrectionIndex(): CorrectionIndex {
  const corrections = new Map<string, ToldCorrection>();
  const idsByOrder = new Map<string, readonly string[]>();
  const steps = new Map<string, number>();

  function apply(fact: CorrectionFact): void {
    const correction =
      fact.fact === 'corrected' ? { ...fact.correction, tellings: 0 } : corrections.get(fact.correction);
    if (correction === undefined) return;
    const { id, about, tellings } = correction;
    if (!corrections.has(id)) idsByOrder.set(about, [...(idsByOrder.get(about) ?? []), id]);
    corrections.set(id, { ...correction, tellings: tellings + 1 });
    if (fact.step !== undefined) steps.set(about, fact.step + 1);
  }

  return {
    apply,
    about: (key) => (idsByOrder.get(key) ?? []).flatMap((id) => corrections.get(id) ?? []),
    stepsDone: (key) => steps.get(key) ?? 0,
    all: () => [...corrections.values()],
  };
}
