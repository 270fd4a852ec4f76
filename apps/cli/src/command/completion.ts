import { flagOf, verb, type Noun, type Verb } from './declare.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** `gateway completion bash|zsh|fish`: prints what makes that shell complete nouns, verbs, options and choices. */
export function completionNoun(others: readonly Noun[]): Noun {
  return {
    name: 'completion',
    does: 'print the completion of a shell',
    verbs: shells.map((shell) =>
      verb({
        name: shell,
        does: `print the completion for ${shell}: ${uses[shell]}`,
        isForPrograms: true,
        run: async ({ say }) => {
          say(completionFor(shell, others));
          return { data: undefined };
        },
      }),
    ),
  };
}

const uses: Readonly<Record<Shell, string>> = {
  bash: 'eval "$(gateway completion bash)"',
  zsh: 'eval "$(gateway completion zsh)"',
  fish: 'gateway completion fish | source',
};

/** The script of a shell; it starts no process while a person types. */
export function completionFor(shell: Shell, nouns: readonly Noun[]): string {
  if (shell === 'fish') return fishLines(nouns).join('\n');
  const cases = nouns.flatMap(({ name, verbs }) => [
    `    '${name} ') found='${verbs.map((one) => one.name).join(' ')}' ;;`,
    ...verbs.map((one) => `    '${name} ${one.name}') found='${candidatesOf(one).join(' ')}' ;;`),
  ]);
  const names = nouns.map(({ name }) => name).join(' ');
  const [first, second, reply, end] = {
    bash: [
      '${COMP_WORDS[1]}',
      '${COMP_WORDS[2]}',
      'COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))',
      'complete -F _gateway gateway',
    ],
    zsh: ['${words[2]}', '${words[3]}', 'compadd -- ${=found}', 'compdef _gateway gateway'],
  }[shell];
  const position = shell === 'bash' ? '$COMP_CWORD' : '$((CURRENT - 1))';
  return [
    '_gateway() {',
    `  local found='${names}' noun="${first}" verb="${second}"`,
    `  [ "${position}" -le 2 ] && verb=''`,
    `  [ "${position}" -gt 1 ] && case "$noun $verb" in`,
    ...cases,
    "    *) found='' ;;",
    '  esac',
    `  ${reply}`,
    '}',
    end,
  ].join('\n');
}

function fishLines(nouns: readonly Noun[]): readonly string[] {
  const rule = (condition: string, words: readonly string[]) =>
    `complete -c gateway -f -n '${condition}' -a '${words.join(' ')}'`;
  return [
    rule(
      '__fish_use_subcommand',
      nouns.map(({ name }) => name),
    ),
    ...nouns.flatMap(({ name, verbs }) => {
      const names = verbs.map((one) => one.name);
      return [
        rule(
          `__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${names.join(' ')}`,
          names,
        ),
        ...verbs.map((one) =>
          rule(
            `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${one.name}`,
            candidatesOf(one),
          ),
        ),
      ];
    }),
  ];
}

/** The options of a command, and the words that it can choose from. */
function candidatesOf({ words, options, isForPrograms = false }: Verb): readonly string[] {
  return [
    ...Object.values(words).flatMap(({ choices = [] }) => choices),
    ...Object.keys(options).map(flagOf),
    ...(isForPrograms ? [] : ['--json']),
    '--help',
  ];
}
