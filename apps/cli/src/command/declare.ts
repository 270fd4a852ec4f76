import { UsageError } from './failures.js';
import type { Session } from './session.js';

/** One word or option of a command, and how its text becomes a value. */
export type Input<Value> = {
  /** Stands for the value in the help, such as `NAME`. An option without one is a switch. */
  readonly placeholder?: string;
  readonly does: string;
  /** Whether the command line must have it. */
  readonly isRequired?: boolean;
  readonly isMany?: boolean;
  readonly choices?: readonly string[];
  /** Gets the texts as written, and none if it was left out. Throws an error that goes on after its name: "must be …". */
  readonly read: (texts: readonly string[]) => Value;
};

export type Inputs = Readonly<Record<string, Input<unknown>>>;
type Given<Declared extends Inputs> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Input<infer Value> ? Value : never;
};
/** The texts of a command line by the name of their input. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** What a command has done. */
export type Outcome = {
  /** What `--json` prints. */
  readonly data: unknown;
  /** A check has found something, or something that is due was left: exit code 1. */
  readonly hasFindings?: boolean;
};

/** Who a command is towards Postgres: the role of operators, or the owner of the tables. */
type DatabaseRole = 'admin' | 'owner';

type Declaration<Words extends Inputs, Options extends Inputs> = {
  readonly name: string;
  /** A line for the help that begins with a verb. */
  readonly does: string;
  /** In the order of the command line. */
  readonly words?: Words;
  readonly options?: Options;
  /** What `gateway NOUN` alone means. */
  readonly isDefault?: boolean;
  /** The database that `npm run` reaches or starts for it. */
  readonly database?: DatabaseRole;
  /** `npm run` brings the schema up to date first, as for everything that needs a table of this build. */
  readonly migratesFirst?: boolean;
  /** Prints for programs only, and so takes no `--json`. */
  readonly isForPrograms?: boolean;
  readonly run: (session: Session, given: Given<Words> & Given<Options>) => Promise<Outcome>;
};

export type Verb = Omit<Declaration<Inputs, Inputs>, 'run' | 'words' | 'options'> & {
  readonly words: Inputs;
  readonly options: Inputs;
  readonly start: (session: Session, texts: Texts) => Promise<Outcome>;
};

export type Noun = { readonly name: string; readonly does: string; readonly verbs: readonly Verb[] };

/** Declares a command, once: its help, its completion, its reading and its work all come from here. */
export function verb<Words extends Inputs = Inputs, Options extends Inputs = Inputs>(
  declaration: Declaration<Words, Options>,
): Verb {
  const { run, words = {}, options = {}, ...rest } = declaration;
  return {
    ...rest,
    words,
    options,
    start: (session, texts) => {
      const read = [...readAll(words, texts, placeholderOf), ...readAll(options, texts, flagOf)];
      const faults = read.flatMap(({ fault }) => fault ?? []);
      if (faults.length > 0) throw new UsageError(faults.join('\n'));
      const given = Object.fromEntries(read.map(({ name, value }) => [name, value]));
      // Each value was read by the input of its name.
      return run(session, given as Given<Words> & Given<Options>);
    },
  };
}

type Read = { readonly name: string; readonly value?: unknown; readonly fault?: string };

function readAll(
  inputs: Inputs,
  texts: Texts,
  labelOf: (name: string, input: Input<unknown>) => string,
): readonly Read[] {
  return Object.entries(inputs).map(([name, input]) => {
    try {
      return { name, value: input.read(texts[name] ?? []) };
    } catch (error) {
      return {
        name,
        fault: `${labelOf(name, input)} ${error instanceof Error ? error.message : 'is wrong'}`,
      };
    }
  });
}

function placeholderOf(_: string, { placeholder = '' }: Input<unknown>): string {
  return placeholder;
}

/** `notBefore` is the option `--not-before`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The verb that the first two words name, if there is one. */
export function findVerb(nouns: readonly Noun[], [noun, name]: readonly string[]): Verb | undefined {
  const verbs = nouns.find((one) => one.name === noun)?.verbs ?? [];
  return verbs.find((one) => one.name === name) ?? verbs.find(({ isDefault }) => isDefault);
}
