import { Failure } from '../failure.mjs';

/** Options as a command reads them, or a Failure that says what it does not understand, and how it is used. */
export function understood<Options>(read: () => Options, usage: string): Options {
  try {
    return read();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : 'Invalid arguments.', [usage]);
  }
}
