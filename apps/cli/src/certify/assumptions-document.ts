import type { Assumption, Trial } from './trial.js';
import { trials } from './trials.js';

/** `docs/certify.md`: what each trial asks, and what the connector counts on. */
export function assumptionsDocument(): string {
  return `# What \`npm run certify\` asks

Written from the trials by \`npm run generate\`. Each row is an assumption of a connector that only the provider's test mode can
confirm. The command proves one after another with a key of a test mode, and says what it saw; of one that is refuted also what was
believed. It ends with 1 if one is refuted. What is not tried needs a person, or an account with another method.

${Object.entries(trials).map(sectionOf).join('\n\n')}
`;
}

function sectionOf([name, trial]: [string, Trial]): string {
  const variables = Object.values(trial.credentials).map(({ variable }) => `\`${variable}\``);
  const account = { provider: name, mid: '', baseUrl: trial.baseUrl, credentials: {} };
  const assumptions = trial.assumptionsOf(account);
  const isNameEnough = assumptions.every(({ asks }) => asks === undefined);
  return `## ${name}

It takes ${variables.join(', ')}.

${isNameEnough ? listOf(assumptions) : tableOf(assumptions)}`;
}

function listOf(assumptions: readonly Assumption[]): string {
  return assumptions.map(({ name }) => `- ${name}`).join('\n');
}

function tableOf(assumptions: readonly Assumption[]): string {
  const rows = assumptions.map(
    ({ name, asks = '–', believed = 'not tried' }) => `| ${[name, asks, believed].join(' | ')} |`,
  );
  return `| what the connector counts on | what is asked | what is seen if it holds |
| --- | --- | --- |
${rows.join('\n')}`;
}
