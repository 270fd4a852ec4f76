import type { TestProject } from 'vitest/node';
import { shareStack, type SharedStack } from './share-stack.js';

declare module 'vitest' {
  interface ProvidedContext {
    stack: SharedStack;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await shareStack();
  project.provide('stack', stack.shared);
  return () => stack.release();
}
