import { encode } from 'uqr';
import { html, type Html } from '#runtime/html';

/** White modules around a QR code, which scanners need. */
const qrQuietZone = 4;

/** A QR code as an inline picture: it prints, and needs no further request and no style. */
export function qrPicture(payload: string, label: string): Html {
  const { data, size } = encode(payload, { ecc: 'M', boostEcc: false, border: 0 });
  const side = String(size + 2 * qrQuietZone);
  const rows = data.map((row, y) => rowPath(row, y + qrQuietZone)).join('');
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

/** Draws each run of dark modules as one box. */
function rowPath(row: readonly boolean[], y: number): string {
  const boxes: string[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true || row[x - 1] === true) continue;
    const end = row.indexOf(false, x);
    const width = (end === -1 ? row.length : end) - x;
    boxes.push(`M${x + qrQuietZone} ${y}h${width}v1h-${width}z`);
  }
  return boxes.join('');
}

/** White at both ends of a barcode, in narrow bars, which scanners need. */
const barcodeQuietZone = 10;
const barcodeHeight = 50;

/** A number as a Code 128 barcode; undefined for a text that cannot be encoded. */
export function barcodePicture(text: string, label: string): Html | undefined {
  const widths = code128(text);
  if (widths === undefined) return undefined;
  const total = String(widths.reduce((sum, width) => sum + width, 2 * barcodeQuietZone));
  let x = barcodeQuietZone;
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 ? `M${x} 0h${width}v${barcodeHeight}h-${width}z` : '';
    x += width;
    return bar;
  });
  return html`<svg
    class="barcode"
    viewBox="0 0 ${total} ${String(barcodeHeight)}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${total}" height="${String(barcodeHeight)}" fill="#fff" />
    <path d="${bars.join('')}" fill="#000" />
  </svg>`;
}

/** ISO/IEC 15417: alternating widths of bars and spaces by value; the last one is the stop pattern. */
const patterns =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
  122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
  212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123
  113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411
  431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111
  241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341
  131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/);

const code128Start = { text: 104, digits: 105 } as const;
const code128Stop = 106;

/**
 * Alternating widths of bars and spaces, in narrow bars. Encodes pairs of digits if the text consists of them, else single
 * characters. Undefined for an empty text and for characters that are not printable ASCII.
 */
function code128(text: string): readonly number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const isPairs = /^(\d\d)+$/.test(text);
  const values = isPairs
    ? (text.match(/../g) ?? []).map(Number)
    : Array.from(text, (character) => character.charCodeAt(0) - 32);
  const first = isPairs ? code128Start.digits : code128Start.text;
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), first) % 103;
  return [first, ...values, check, code128Stop].flatMap((value) => Array.from(patterns[value] ?? '', Number));
}
