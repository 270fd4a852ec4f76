import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nouns } from '../gateway.js';
import { completionFor } from './completion.js';
import { verb, type Noun, type Outcome } from './declare.js';
import { Refusal } from './failures.js';
import { duration, flag, instant, many, oneOf, operator, optional, reason, text } from './inputs.js';
import { runGateway } from './run-gateway.js';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

async function run(
  words: readonly string[],
  declared: readonly Noun[] = trial,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  let [out, err] = ['', ''];
  const printer = {
    out: (printed: string) => void (out += printed),
    err: (printed: string) => void (err += printed),
  };
  const code = await runGateway(declared, words, environment, printer);
  return { code, out, err };
}

const findings: Outcome = { data: { differences: 1 }, hasFindings: true };
const trial: readonly Noun[] = [
  {
    name: 'book',
    does: 'the book of a test',
    verbs: [
      verb({
        name: 'write',
        does: 'write down what was given',
        isDefault: true,
        words: { kind: oneOf('KIND', 'what it is', ['one', 'two']), names: many(text('NAME', 'a name')) },
        options: {
          from: instant('the start'),
          notBefore: optional(duration('a wait'), 0),
          dryRun: flag('only look'),
          tags: optional(many(text('TAG', 'a tag')), []),
          reason,
          operator,
        },
        run: async ({ say }, given) => {
          say(`${given.kind}: ${given.names.join(' ')}`);
          return { data: { ...given, from: given.from.at } };
        },
      }),
      verb({ name: 'check', does: 'find a difference', run: async () => findings }),
      verb({
        name: 'refuse',
        does: 'refuse',
        run: async () => {
          throw new Refusal('There is no such book.');
        },
      }),
      verb({
        name: 'break',
        does: 'break',
        run: async () => {
          throw new AggregateError([new Error('connect ECONNREFUSED\n    at TCP.connect')]);
        },
      }),
    ],
  },
];
const period = ['--from', '2026-01-31T00:00:00Z', '--reason', 'a test'];

describe('a command', () => {
  it('gets the values of its words and options', async () => {
    const words = ['one', 'ada', 'bob', ...period, '--not-before', '2h', '--tags', 'x', '--tags', 'y'];
    const { code, out } = await run(['book', 'write', ...words, '--operator', 'eve', '--json']);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        kind: 'one',
        names: ['ada', 'bob'],
        from: '2026-01-31T00:00:00.000Z',
        notBefore: 7_200_000,
        dryRun: false,
        tags: ['x', 'y'],
        reason: 'a test',
        operator: 'eve',
      },
    ]);
  });

  it('is what its noun alone means, and speaks to people without --json', async () => {
    expect(await run(['book', ...period, 'two', 'ada'])).toEqual({ code: 0, out: 'two: ada\n', err: '' });
  });

  it.each([
    ['what was found', ['book', 'check'], 1, ''],
    ['a refusal', ['book', 'refuse'], 1, 'There is no such book.\n'],
    ['a server out of reach', ['book', 'break'], 2, 'connect ECONNREFUSED\n'],
    ['an unknown command', ['book', 'burn', '--json'], 2, ''],
    ['no command', [], 2, ''],
    ['help', ['book', 'write', '--help'], 0, ''],
  ])('ends with its code after %s', async (_, words, code, err) => {
    const ran = await run(words);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(err);
    expect(ran.err).not.toMatch(/ at |\.ts/);
  });

  it('names everything that is wrong at once, without the values', async () => {
    const { code, out, err } = await run(['book', 'write', 'secret', 'ada', '--from', 'secret']);
    expect([code, out]).toEqual([2, '']);
    expect(err.split('\n')).toEqual([
      'KIND must be one of one, two.',
      '--from must be an instant such as 2026-01-31T12:00:00Z.',
      '--reason is missing: say why, for the record.',
      'See: gateway book write --help',
      '',
    ]);
  });

  it.each([
    [['--reason', ' '], /^--reason is missing/],
    [['--reason', 'a\nb'], /^--reason must be one line/],
    [['--operator', 'ada', '--operator', ' '], /^--operator must name/],
    [['--not-before', 'soon'], /^--not-before must be a duration/],
    [['--from', ''], /^--from is missing/],
    [['--until', 'x'], /^Unknown option '--until'/],
  ])('refuses %j', async (words, why) => {
    expect(await run(['book', 'write', 'one', 'ada', ...period, ...words])).toMatchObject({
      code: 2,
      err: expect.stringMatching(why) as string,
    });
  });

  it('is called by npm as npm calls it', async () => {
    const { out } = await run(['ledger', 'top-up', '--help'], nouns, { npm_lifecycle_event: 'gateway' });
    expect(out).toContain('Usage: npm run gateway -- ledger top-up --merchant <MERCHANT> --currency');
  });
});

describe('every declared command', () => {
  const declared = nouns.flatMap(({ name, verbs }) => verbs.map((one) => [name, one] as const));

  it.each(declared)('%s $name has its help', async (noun, { name, does, options }) => {
    const { code, out } = await run([noun, name, '--help'], nouns);
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(does);
    for (const key of Object.keys(options))
      expect(out).toContain(`--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  });

  it('has a name of its own', () => {
    const names = declared.map(([noun, { name }]) => `${noun} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('completion', () => {
  const complete = (...words: readonly string[]) => {
    const line = ['gateway', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${completionFor('bash', nouns)}
      COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _gateway; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
  };

  it.each([
    [['led'], ['ledger']],
    [
      ['ledger', ''],
      ['check', 'balances', 'top-up'],
    ],
    [['ledger', 'top-up', '--m'], ['--merchant']],
    [
      ['switch', 'set', 'm'],
      ['mid', 'method'],
    ],
    [['nothing', ''], ['']],
  ])('of bash offers what can follow %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });

  it.each(['zsh', 'fish'] as const)('of %s names every command', (shell) => {
    const script = completionFor(shell, nouns);
    for (const { name, verbs } of nouns) {
      const lines = script.split('\n').filter((line) => line.includes(name));
      for (const one of verbs) expect(lines.join('\n')).toContain(one.name);
    }
  });
});
