import { encode } from 'uqr';
import { html, type Html } from '../html/html.js';

/** Modules of white around the code, which scanners need. */
const quietZone = 4;

/** A QR code as a picture that is part of the page: it prints, needs no further request and no style. */
export function qrPicture(payload: string, label: string): Html {
  const { data, size } = encode(payload, { ecc: 'M', boostEcc: false, border: 0 });
  const side = String(size + 2 * quietZone);
  const rows = data.map((row, y) => rowPath(row, y + quietZone)).join('');
  return html`<svg
    class="qr"
    viewBox="0 0 ${side} ${side}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${side}" height="${side}" fill="#fff" />
    <path d="${rows}" fill="#000" />
  </svg>`;
}

/** Every run of dark modules as one box. */
function rowPath(row: readonly boolean[], y: number): string {
  const boxes: string[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true || row[x - 1] === true) continue;
    const end = row.indexOf(false, x);
    const width = (end === -1 ? row.length : end) - x;
    boxes.push(`M${x + quietZone} ${y}h${width}v1h-${width}z`);
  }
  return boxes.join('');
}
