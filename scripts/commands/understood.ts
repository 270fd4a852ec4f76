import { Failure } from '../failure.mjs';

/** Reads the options of a command. Throws a Failure with the mistake and the usage. */
export function understood<Options>(read: () => Options, usage: string): Options {
  try {
    return read();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : 'Invalid arguments.', [usage]);
  }
}
