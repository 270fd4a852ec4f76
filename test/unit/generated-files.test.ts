import 'reflect-metadata';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { errorGuide } from '../../apps/api/src/docs/error-guide.js';
import { openApiDocument } from '../../apps/api/src/docs/openapi-document.js';
import { assumptionsDocument } from '../../apps/cli/src/certify/assumptions-document.js';
import { capabilitiesDocument } from '../../tools/generate/draw-capabilities.js';
import { clientAnswers, clientRecordFiles } from '../../tools/generate/draw-client-record.js';
import { clientRequestFiles } from '../../tools/generate/draw-client-requests.js';
import { dashboards } from '../../tools/generate/draw-dashboards.js';
import { schemaDocument } from '../../tools/generate/draw-schema.js';
import { seriesDocument } from '../../tools/generate/draw-series.js';

const alertFiles = readdirSync('observe/alerts').filter((name) => name.endsWith('.yaml'));

/** Every checked-in file that is made from the sources. `npm run generate` writes them; this test shows a difference. */
const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/errors.md': () => formatted('docs/errors.md', errorGuide()),
  'docs/capabilities.md': () => formatted('docs/capabilities.md', capabilitiesDocument()),
  'docs/certify.md': () => formatted('docs/certify.md', assumptionsDocument()),
  'docs/series.md': () => formatted('docs/series.md', seriesDocument()),
  ...Object.fromEntries(
    Object.entries(dashboards).map(([path, draw]) => [path, () => formatted(path, draw())]),
  ),
  'docs/schema.md': () => formatted('docs/schema.md', schemaDocument()),
  'libs/client/messages/answers.ts': () => formatted('libs/client/messages/answers.ts', clientAnswers()),
  ...Object.fromEntries(
    Object.entries({ ...clientRecordFiles, ...clientRequestFiles }).map(([path, draw]) => [
      path,
      () => formatted(path, draw()),
    ]),
  ),
  // Helm reads only files inside the chart.
  ...Object.fromEntries(
    alertFiles.map((name) => [
      `deploy/chart/rules/${name}`,
      () =>
        `# Copied from observe/alerts by \`npm run generate\`.\n${readFileSync(`observe/alerts/${name}`, 'utf8')}`,
    ]),
  ),
};

it.each(Object.entries(generated))('%s is what the sources say', async (path, draw) => {
  const text = await draw();
  if (process.env['GENERATE']) writeFileSync(path, text);
  if (readFileSync(path, 'utf8') === text) return;
  expect.fail(`${path} is not what the sources say. Run \`npm run generate\`, and read what it changes.`);
});

async function formatted(filepath: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
