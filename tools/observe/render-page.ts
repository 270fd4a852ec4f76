import { html, type Html } from '#runtime/html';
import type { Alert, Series } from './ask-prometheus.js';
import { formatValue } from './format-value.js';

export const refreshSeconds = 15;
const chart = { width: 300, height: 48 };
/** Lines beyond these share their colours; the table below tells them apart. */
const colours = 6;

export type Line = Series & { readonly legend: string };
/** `fault`: what Prometheus says against its expression. */
export type AnsweredPanel = {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly fault?: string;
};
export type AnsweredDashboard = { readonly title: string; readonly panels: readonly AnsweredPanel[] };

/** All figures on one page, which the browser asks for again by itself. */
export function renderPage(
  alerts: readonly Alert[],
  dashboards: readonly AnsweredDashboard[],
  at: Date,
): string {
  const links = dashboards.map(({ title }) => html`<a href="#${anchorOf(title)}">${title}</a> `);
  return frame(html`
    <nav>${links}<span>as of ${at.toISOString().slice(0, 19)}Z, each curve the last hour</span></nav>
    <h2>Alerts</h2>
    ${renderAlerts(alerts)}
    ${dashboards.map(
      ({ title, panels }) =>
        html`<h2 id="${anchorOf(title)}">${title}</h2>
          <div class="panels">${panels.map(renderPanel)}</div>`,
    )}
  `);
}

/** Where Prometheus does not answer. */
export function renderTrouble(why: string): string {
  return frame(html`<p class="page">Prometheus does not answer: ${why}</p>`);
}

function frame(content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="refresh" content="${String(refreshSeconds)}" />
        <title>Figures of the gateway</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <h1>Figures of the gateway</h1>
        ${content}
      </body>
    </html>`.markup;
}

function renderAlerts(alerts: readonly Alert[]): Html {
  if (alerts.length === 0) return html`<p>None fires.</p>`;
  const rows = alerts.map(
    ({ labels, annotations, state, activeAt }) =>
      html`<tr class="${labels['severity'] ?? ''}">
        <th>${labels['alertname'] ?? ''}</th>
        <td>${state === 'firing' ? (labels['severity'] ?? '') : 'not yet'}</td>
        <td>${annotations['summary'] ?? ''}</td>
        <td>since ${activeAt.slice(0, 19)}Z</td>
        <td>${annotations['runbook'] ?? ''}</td>
      </tr>`,
  );
  return html`<table class="alerts">
    ${rows}
  </table>`;
}

function renderPanel({ title, unit, lines, fault }: AnsweredPanel): Html {
  const rows = lines.map(
    ({ legend, now }, place) =>
      html`<tr>
        <td class="line-${String(place % colours)}">${legend}</td>
        <td class="value">${formatValue(now, unit)}</td>
      </tr>`,
  );
  return html`<section>
    <h3>${title}</h3>
    ${fault === undefined ? undefined : html`<p class="page">${fault}</p>`}
    ${
      lines.length === 0
        ? html`<p>Nothing yet.</p>`
        : html`${drawLines(lines, unit)}
            <table>
              ${rows}
            </table>`
    }
  </section>`;
}

/** A curve for each line, from 0 to the highest of all of them. */
function drawLines(lines: readonly Line[], unit: string): Html {
  const times = lines.flatMap(({ points }) => points.map(([seconds]) => seconds));
  const end = Math.max(...times);
  const start = end - 3_600;
  const highest = Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value)), 0);
  const place = ([seconds, value]: readonly [number, number]) =>
    `${(((seconds - start) / 3_600) * chart.width).toFixed(1)},${(chart.height * (1 - (highest ? value / highest : 0))).toFixed(1)}`;
  const curves = lines.map(
    ({ points }, number) =>
      html`<polyline class="line-${String(number % colours)}" points="${points.map(place).join(' ')}" />`,
  );
  const view = `0 -2 ${chart.width} ${chart.height + 4}`;
  return html`<svg viewBox="${view}" role="img" aria-label="0 to ${formatValue(highest, unit)}">
      ${curves}
    </svg>
    <p class="scale">up to ${formatValue(highest, unit)}</p>`;
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}

export const style = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 1300px; padding: 0 1rem; color: #1d2733; background: #fff }
h1 { font-size: 1.3rem } h2 { font-size: 1.1rem; border-bottom: 1px solid #c8d0d8 } h3 { font-size: .95rem; margin: 0 0 .3rem }
nav a { margin-right: 1rem } nav span, .scale { color: #55606c } .scale { margin: 0; font-size: .8rem }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); gap: 1rem }
section { border: 1px solid #c8d0d8; border-radius: 6px; padding: .7rem }
svg { width: 100%; height: 56px; background: #f4f6f8 } polyline { fill: none; stroke: currentColor; stroke-width: 1.5 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; font-weight: normal; padding: .1rem .3rem .1rem 0 }
.value { text-align: right; font-variant-numeric: tabular-nums } .alerts th, .page { font-weight: bold }
.page, tr.page { color: #a3121f }
.line-0 { color: #1558a8 } .line-1 { color: #a4480a } .line-2 { color: #1a6b38 } .line-3 { color: #7a2d9c } .line-4 { color: #8c1d40 } .line-5 { color: #4a5560 }
section td:first-child::before { content: '— '; font-weight: bold }
`;
