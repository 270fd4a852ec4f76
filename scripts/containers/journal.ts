import type { Report } from '../report.js';
import { outageWords, type Outage } from './outage.js';

type Line = {
  readonly title: string;
  readonly seconds: number;
  readonly outage?: Outage;
  readonly notes: readonly string[];
};

/** What a run has done and found, step by step. */
export type Journal = {
  /** Does the work and notes how long it took; an outage that it returns is noted as well. */
  step(title: string, work: (note: (text: string) => void) => Promise<Outage | void>): Promise<void>;
  /** Notes the sentence as a fault unless the condition holds. */
  expect(condition: boolean, sentence: string): void;
  readonly lines: readonly Line[];
  readonly faults: readonly string[];
};

export function createJournal(report: Report): Journal {
  const lines: Line[] = [];
  const faults: string[] = [];
  return {
    lines,
    faults,
    step: (title, work) =>
      report.step(title, async (progress) => {
        const started = performance.now();
        const notes: string[] = [];
        const outage = await work((text) => void notes.push(text));
        const seconds = (performance.now() - started) / 1_000;
        lines.push({ title, seconds, notes, ...(outage && { outage }) });
        const words = [...(outage ? [outageWords(outage)] : []), ...notes];
        progress.done(words.length === 0 ? title : `${title}: ${words.join('; ')}`);
      }),
    expect(condition, sentence) {
      if (condition) return;
      faults.push(sentence);
      report.fail(sentence);
    },
  };
}

export type Circumstances = {
  /** What ran the containers. */
  readonly engine: string;
  /** Images that were not the real ones. */
  readonly standIns: readonly string[];
  readonly whyTheSame?: string | undefined;
  /** Bytes of the images of the last release and of this one. */
  readonly sizes: { readonly last: number; readonly next: number };
};

/** The report of a run, as Markdown. */
export function describeRun(
  { lines, faults }: Pick<Journal, 'lines' | 'faults'>,
  about: Circumstances,
): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const rows = lines.map(({ title, seconds, outage, notes }) => {
    const found = [...(outage ? [outageWords(outage)] : []), ...notes];
    return `| ${title} | ${seconds.toFixed(1)} | ${found.join('; ').replaceAll('|', '/')} |`;
  });
  return [
    '# The containers, run',
    '',
    `Engine: ${about.engine}.`,
    about.standIns.length === 0
      ? 'Images: the real ones.'
      : `Stand-ins took the place of these images: ${about.standIns.join(', ')}.`,
    about.whyTheSame === undefined
      ? 'The last release is that of releases.json.'
      : `The last release was this one under another tag: ${about.whyTheSame}.`,
    `Image: ${megabytes(about.sizes.next)}; that of the last release: ${megabytes(about.sizes.last)}.`,
    '',
    '| step | seconds | found |',
    '| --- | --- | --- |',
    ...rows,
    '',
    faults.length === 0 ? 'No fault was found.' : `Faults: ${faults.length}`,
    ...faults.map((fault) => `- ${fault}`),
    '',
  ].join('\n');
}
