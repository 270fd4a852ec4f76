import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askPrometheus, type Prometheus } from './ask-prometheus.js';
import { readDashboards, type Panel } from './read-dashboards.js';
import { renderPage, renderTrouble, style, type AnsweredPanel, type Line } from './render-page.js';

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export type PageOptions = {
  /** 0: any. On this machine alone. */
  readonly port: number;
  readonly prometheusUrl: string;
  /** Where the dashboards are. */
  readonly folder: string;
};

/** Serves one page with what a Prometheus says to every panel of the dashboards; without scripts. */
export async function servePage(
  options: PageOptions,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const prometheus = askPrometheus(options.prometheusUrl);
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') answer(response, 405, 'text/plain', '');
    else if (request.url === '/style.css') answer(response, 200, 'text/css', style);
    else if (request.url === '/-/ready') answer(response, 200, 'text/plain', '');
    else if (request.url !== '/') answer(response, 404, 'text/plain', '');
    else {
      drawPage(prometheus, options.folder).then(
        (page) => answer(response, 200, 'text/html', page),
        (error: unknown) => answer(response, 503, 'text/html', renderTrouble(explain(error))),
      );
    }
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(text);
}

async function drawPage(prometheus: Prometheus, folder: string): Promise<string> {
  const alerts = await prometheus.alerts();
  const dashboards = await Promise.all(
    (await readDashboards(folder)).map(async ({ title, panels }) => ({
      title,
      panels: await Promise.all(panels.map((panel) => answerPanel(prometheus, panel))),
    })),
  );
  return renderPage(alerts, dashboards, new Date());
}

/** One panel that cannot be answered does not take the others away. */
async function answerPanel(prometheus: Prometheus, { title, unit, queries }: Panel): Promise<AnsweredPanel> {
  try {
    const lines = await Promise.all(
      queries.map(async ({ expr, legendFormat }) =>
        (await prometheus.lastHour(expr)).map((series): Line => ({
          ...series,
          legend: fillIn(legendFormat, series.labels),
        })),
      ),
    );
    return { title, unit, lines: lines.flat().filter(({ points }) => points.length > 0) };
  } catch (error) {
    return { title, unit, lines: [], fault: explain(error) };
  }
}

function fillIn(legend: string, labels: Readonly<Record<string, string>>): string {
  return legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => labels[name] ?? '').trim();
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // What fetch throws says why in its cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
