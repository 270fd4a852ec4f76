import type { TestProject } from 'vitest/node';
import { startTestStack } from './start-test-stack.js';

/** Beside a stack on the default ports, and below the end of the port numbers. */
const portOffset = Number(process.env['TEST_PORT_OFFSET'] ?? 5_000);

/** What tests in other processes need to know of the one stack that most of them share. */
export type SharedStack = {
  readonly urls: Readonly<Record<'api' | 'checkout' | 'sandbox' | 'temporalUi', string>>;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly directory: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    stack: SharedStack;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await startTestStack(portOffset);
  const { stack, directory } = running;
  const { urls } = stack;
  project.provide('stack', {
    urls: { api: urls.api, checkout: urls.checkout, sandbox: urls.sandbox, temporalUi: urls.temporalUi },
    databaseUrl: stack.postgres.url,
    temporalAddress: stack.temporal.address,
    directory,
  });
  return () => running.stop();
}
