import { Command, CommanderError, Option } from 'commander';
import { flagOf, type Input, type Noun, type Texts, type Verb } from './declare.js';
import { exitCodes, Refusal, sentenceOf, UsageError } from './failures.js';
import { createSession, type Environment } from './session.js';

/** Where a run prints: `out` for what was asked for, `err` for what went wrong. */
export type Printer = { readonly out: (text: string) => void; readonly err: (text: string) => void };

/** Runs one command line, prints what it says, and returns its exit code (see `exitCodes`). */
export async function runGateway(
  nouns: readonly Noun[],
  words: readonly string[],
  environment: Environment,
  { out, err }: Printer,
): Promise<number> {
  const program = new Command(callOf(environment))
    .description('Operates the gateway. Exit codes: 0 done, 1 found something or refused, 2 could not run.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(asSentence(text)),
    });
  let code: number = exitCodes.done;
  for (const noun of nouns) {
    const group = program.command(noun.name).description(noun.does);
    group.showHelpAfterError(`See: ${pathOf(group)} --help`);
    for (const verb of noun.verbs)
      addVerb(group, verb, async (texts, isJson) => {
        const say = (line: string) => (isJson ? undefined : out(`${line}\n`));
        const { session, close } = createSession(noun.name, environment, say);
        try {
          const { data, hasFindings = false } = await verb.start(session, texts);
          if (isJson) out(`${JSON.stringify(data, undefined, 2)}\n`);
          if (hasFindings) code = exitCodes.refused;
        } finally {
          await close();
        }
      });
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.trouble;
    err(`${sentenceOf(error)}\n`);
    if (error instanceof UsageError) err(`${hintOf(program, words)}\n`);
    if (environment['LOG_LEVEL'] === 'debug' && error instanceof Error) err(`${error.stack}\n`);
    return error instanceof Refusal ? exitCodes.refused : exitCodes.trouble;
  }
}

function addVerb(
  group: Command,
  { name, does, words, options, isDefault = false, isForPrograms = false }: Verb,
  work: (texts: Texts, isJson: boolean) => Promise<void>,
): void {
  const command = group.command(name, { isDefault }).description(does);
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  command.usage(
    [...Object.values(words).map(writtenWord), ...required.map(writtenOption), '[options]'].join(' '),
  );
  for (const input of Object.values(words)) command.argument(writtenWord(input), detailsOf(input));
  for (const [key, input] of Object.entries(options)) {
    const option = new Option(writtenOption([key, input]), detailsOf(input));
    command.addOption(input.placeholder === undefined ? option : option.argParser(collect));
  }
  if (!isForPrograms) command.option('--json', 'print one JSON document instead of text');
  command.showHelpAfterError(`See: ${pathOf(command)} --help`);
  command.action(async () => {
    const { json = false, ...given } = command.opts<Record<string, true | readonly string[]>>();
    const texts: Record<string, readonly string[]> = {};
    for (const [key, value] of Object.entries(given)) texts[key] = value === true ? [''] : value;
    for (const [at, [key, { isMany }]] of Object.entries(words).entries())
      texts[key] = command.args.slice(at, isMany ? undefined : at + 1);
    await work(texts, json === true);
  });
}

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

function writtenWord({ placeholder = '', isRequired, isMany }: Input<unknown>): string {
  const name = isMany ? `${placeholder}...` : placeholder;
  return isRequired ? `<${name}>` : `[${name}]`;
}

function writtenOption([key, { placeholder }]: readonly [string, Input<unknown>]): string {
  return placeholder === undefined ? flagOf(key) : `${flagOf(key)} <${placeholder}>`;
}

function detailsOf({ does, choices, isMany }: Input<unknown>): string {
  const notes = [...(choices ? [choices.join(', ')] : []), ...(isMany ? ['repeatable'] : [])];
  return notes.length === 0 ? does : `${does} (${notes.join('; ')})`;
}

/** As a person types it: npm hands on what comes after `--`. */
function callOf(environment: Environment): string {
  return environment['npm_lifecycle_event'] === undefined ? 'gateway' : 'npm run gateway --';
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Where the words that were used wrongly are explained. */
function hintOf(program: Command, words: readonly string[]): string {
  const group = program.commands.find((one) => one.name() === words[0]);
  const command = group?.commands.find((one) => one.name() === words[1]);
  return `See: ${pathOf(command ?? group ?? program)} --help`;
}

/** Commander begins with "error: " and a small letter. */
function asSentence(text: string): string {
  const sentence = text.replace(/^error: /, '');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
