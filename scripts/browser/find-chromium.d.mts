import type { Report } from '../stack/start-stack.mjs';

/** `file` undefined: the one that Playwright has downloaded and finds by itself. */
export interface FoundChromium {
  readonly file: string | undefined;
  readonly title: string;
}

/** Or the reason why there is none. */
export type Chromium = FoundChromium | { readonly missing: string };

export function findChromium(
  environment: Readonly<Record<string, string | undefined>>,
  report?: Report,
): Promise<Chromium>;
