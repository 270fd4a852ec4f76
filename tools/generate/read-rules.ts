import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Rule = {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};

type RuleFile = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
type Dashboard = {
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
};

/** Every rule of `observe/alerts`. */
export function readRules(): readonly Rule[] {
  return yamlFiles('observe/alerts').flatMap((path) =>
    (parse(readFileSync(path, 'utf8')) as RuleFile).groups.flatMap(({ rules }) => rules),
  );
}

/** Every expression of the rules and the dashboards, with where it stands. */
export function readExpressions(): readonly { readonly place: string; readonly expression: string }[] {
  const dashboards = readdirSync('observe/dashboards')
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`observe/dashboards/${name}`, 'utf8')) as Dashboard);
  return [
    ...readRules().map(({ alert, record, expr }) => ({ place: alert ?? record ?? '', expression: expr })),
    ...dashboards.flatMap(({ title, panels }) =>
      panels.flatMap((panel) =>
        (panel.targets ?? []).map(({ expr }) => ({ place: `${title}: ${panel.title}`, expression: expr })),
      ),
    ),
  ];
}

function yamlFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`);
}
