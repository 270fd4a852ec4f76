import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Query = { readonly expr: string; readonly legendFormat: string };

export type Panel = { readonly title: string; readonly unit: string; readonly queries: readonly Query[] };

export type Dashboard = { readonly title: string; readonly panels: readonly Panel[] };

/** What is read here of a dashboard as Grafana has it. */
type DashboardFile = {
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly fieldConfig: { readonly defaults: { readonly unit: string } };
    readonly targets: readonly Query[];
  }[];
};

/** The dashboards of a folder, by the names of their files. */
export async function readDashboards(folder: string): Promise<readonly Dashboard[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as DashboardFile;
      const panels = file.panels.map(({ title, fieldConfig, targets }) => ({
        title,
        unit: fieldConfig.defaults.unit,
        queries: targets,
      }));
      return { title: file.title, panels };
    }),
  );
}
