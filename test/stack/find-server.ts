import type { TestProject } from 'vitest/node';
import { findTemporalCli } from '../../scripts/stack/temporal-cli.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a `temporal` command that runs here. */
    temporalCli: string;
  }
}

const silent = () => undefined;
const report = {
  step: <T>(doing: string, work: (progress: { doing(text: string): void; done(): void }) => Promise<T>) => {
    console.log(doing);
    return work({ doing: (text) => console.log(text), done: silent });
  },
  note: silent,
  warn: silent,
  fail: silent,
};

/** Once for all files, and before any of their time limits: where there is no such command it is built, in minutes. */
export default async function setup(project: TestProject): Promise<void> {
  const { file } = await findTemporalCli(process.env, report);
  project.provide('temporalCli', file);
}
