import { families } from '#metrics/families';
import { applications, type Family, type LabelValues } from '#metrics/family';

/** docs/series.md: every family of series that is ours. */
export function seriesDocument(): string {
  return `# Series

Every family of series of the gateway's own, drawn from \`libs/metrics/families.ts\` (\`npm run generate\`). How they are collected,
and what else there is, is in [observability](observability.md). A label has a value of the list that it names, or a name of
the configuration (provider, mid), a code of the catalogue (method) or a currency, the pattern of a route, what HTTP knows (verb, status):
nothing names a merchant, a reference or a customer, and a test looks (\`test/system/series.test.ts\`).

${applications.map(sectionOf).join('\n\n')}
`;
}

function sectionOf(application: (typeof applications)[number]): string {
  const rows = Object.entries<Family>(families)
    .filter(([, { from }]) => from.includes(application))
    .map(([name, { kind, help, labels, isFromBooks }]) => {
      const means = isFromBooks ? `${help} (Postgres)` : help;
      return `| \`${name}\` | ${kind} | ${means} | ${Object.entries(labels).map(sayLabel).join('; ')} |`;
    });
  return [
    `## ${application}`,
    '',
    '| series | kind | is | labels |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function sayLabel([label, values]: [string, LabelValues]): string {
  if (typeof values === 'string') return `\`${label}\``;
  return `\`${label}\`: ${values.map((value) => `\`${value}\``).join(', ')}`;
}
