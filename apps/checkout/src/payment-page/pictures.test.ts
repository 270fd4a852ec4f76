import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodePicture, qrPicture } from './pictures.js';

/** Goal: what stands on the page can be scanned. Method: paint the boxes of the picture, and let a reader read them. */
const pixelsPerModule = 3;
const black = 0;
const white = 255;

/** A picture of nothing but the code: its corners need not be searched for, which fails for one code in some hundreds. */
function hintsFor(format: BarcodeFormat) {
  return new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [format]],
    [DecodeHintType.PURE_BARCODE, true],
  ]);
}

function read(svg: string, format: BarcodeFormat): string {
  const [, columns = '', rows = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const [width, height] = [Number(columns) * pixelsPerModule, Number(rows) * pixelsPerModule];
  const pixels = new Uint8ClampedArray(width * height).fill(white);
  for (const [, x, y, boxWidth, boxHeight] of svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
    const [left, top] = [Number(x) * pixelsPerModule, Number(y) * pixelsPerModule];
    for (let row = top; row < top + Number(boxHeight) * pixelsPerModule; row += 1) {
      const start = row * width + left;
      pixels.fill(black, start, start + Number(boxWidth) * pixelsPerModule);
    }
  }
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, width, height)));
  return new MultiFormatReader().decode(bitmap, hintsFor(format)).getText();
}

describe('a QR code', () => {
  it('holds the payload that a bank app reads', () => {
    const payload =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
      '5913Fulano de Tal6008BRASILIA62070503***63041D3D';
    const { markup } = qrPicture(payload, 'A <code>');
    expect(read(markup, BarcodeFormat.QR_CODE)).toBe(payload);
    expect(markup).toContain('aria-label="A &lt;code&gt;"');
    expect(markup).not.toContain('style=');
    expect(markup.length).toBeLessThan(14_000);
  });

  it('holds every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 }), (text) => {
        expect(read(qrPicture(text, '').markup, BarcodeFormat.QR_CODE)).toBe(text);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a barcode', () => {
  it.each(['01234567890123', '123', 'AB-1234', '00'])('holds %s', (number) => {
    expect(read(barcodePicture(number, '')?.markup ?? '', BarcodeFormat.CODE_128)).toBe(number);
  });

  it('holds every number, and there is no picture for what it cannot hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 }),
        (number) => {
          expect(read(barcodePicture(number, '')?.markup ?? '', BarcodeFormat.CODE_128)).toBe(number);
        },
      ),
      { numRuns: 40 },
    );
    expect([barcodePicture('', ''), barcodePicture('número', '')]).toEqual([undefined, undefined]);
  });
});
