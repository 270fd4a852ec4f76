import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf, parseColor } from './color.js';
import { shadesOf } from './shades-of.js';

const stylesheet = readFileSync(new URL('../../assets/checkout.css', import.meta.url), 'utf8');
/** What the stylesheet says of a scheme: the light one stands first. */
const declared = (name: string) =>
  [...stylesheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{3,6});`, 'g'))].map(([, color = '']) =>
    color.length === 4 ? `#${color.slice(1).replaceAll(/./g, '$&$&')}` : color,
  );
const contrast = (left: string, right: string) => contrastOf(parseColor(left), parseColor(right));

describe('contrastOf', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4.0],
    ['#0a5c4f', '#0a5c4f', 1],
  ])('of %s and %s is %d', (left, right, ratio) => {
    expect(contrast(left, right)).toBeCloseTo(ratio, 1);
    expect(contrast(right, left)).toBe(contrast(left, right));
  });
});

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s scheme', (scheme, index) => {
  const [paper, ink, quiet, warn, warnTint, edge] = [
    'paper',
    'ink',
    'quiet',
    'warn',
    'warn-tint',
    'edge',
  ].map((name) => declared(name)[index] ?? '');

  it('every colour of a shop gives text and controls the contrasts of WCAG 2.2 AA', () => {
    const colors = fc
      .integer({ min: 0, max: 0xff_ff_ff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colors, (color) => {
        const { accent, onAccent, accentEdge, accentInk, tint } = shadesOf(color)[scheme];
        expect(accent).toBe(color);
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accentEdge, paper ?? '')).toBeGreaterThanOrEqual(3);
        expect(contrast(accentInk, paper ?? '')).toBeGreaterThanOrEqual(4.5);
        for (const text of [accentInk, ink ?? '', quiet ?? '']) {
          expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { examples: [['#ffffff'], ['#000000'], ['#ffff00'], ['#808080']] },
    );
  });

  it('the stylesheet keeps them with our own colour, and in what no shop changes', () => {
    const own = ['accent', 'on-accent', 'accent-edge', 'accent-ink', 'tint'].map(
      (name) => declared(name)[index] ?? '',
    );
    const [accent = '', onAccent = '', accentEdge = '', accentInk = '', tint = ''] = own;
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    for (const [text, ground] of [
      [accentInk, paper],
      [accentInk, tint],
      [ink, paper],
      [ink, tint],
      [quiet, paper],
      [quiet, tint],
      [warn, paper],
      [warn, warnTint],
    ]) {
      expect([text, ground, contrast(text ?? '', ground ?? '') >= 4.5]).toEqual([text, ground, true]);
    }
    for (const line of [edge ?? '', accentEdge]) {
      expect(contrast(line, paper ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});
