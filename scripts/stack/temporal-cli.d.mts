import type { Report } from './start-stack.mjs';

export type TemporalCli = { readonly file: string; readonly title: string };

/** A `temporal` command that runs here; downloaded or built once for this user where there is none. */
export function findTemporalCli(environment: NodeJS.ProcessEnv, report: Report): Promise<TemporalCli>;
