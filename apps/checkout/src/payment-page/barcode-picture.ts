import { html, type Html } from '../html/html.js';
import { code128 } from './code-128.js';

/** Narrow bars of white at both ends, which scanners need. */
const quietZone = 10;
const height = 50;

/** A number as a Code 128 barcode; nothing for a text that has none. */
export function barcodePicture(text: string, label: string): Html | undefined {
  const widths = code128(text);
  if (widths === undefined) return undefined;
  const total = String(widths.reduce((sum, width) => sum + width, 2 * quietZone));
  let x = quietZone;
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 ? `M${x} 0h${width}v${height}h-${width}z` : '';
    x += width;
    return bar;
  });
  return html`<svg
    class="barcode"
    viewBox="0 0 ${total} ${String(height)}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${total}" height="${String(height)}" fill="#fff" />
    <path d="${bars.join('')}" fill="#000" />
  </svg>`;
}
