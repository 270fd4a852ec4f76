import { contrastOf, formatColor, mixColors, parseColor, type Color } from './color.js';

/** The shades of a shop's colour that the stylesheet needs in one colour scheme, each `#rrggbb`. */
export type Shades = {
  /** Behind the main button. */
  readonly accent: string;
  /** Text on the main button. */
  readonly onAccent: string;
  /** Edge of the main button, visible even if the colour itself is close to the paper's. */
  readonly accentEdge: string;
  /** The colour as text, on the paper and on the tint. */
  readonly accentInk: string;
  /** The paper with a hint of the colour. */
  readonly tint: string;
};

type Scheme = { readonly paper: Color; readonly ink: Color; readonly tintShare: number };

const white: Color = [255, 255, 255];
const black: Color = [0, 0, 0];

/** The paper of `assets/checkout.css`; colours are moved towards `ink` until they are readable. */
const schemes = {
  light: { paper: white, ink: black, tintShare: 0.07 },
  dark: { paper: [23, 28, 35], ink: white, tintShare: 0.1 },
} as const satisfies Readonly<Record<string, Scheme>>;

/** Minimum contrasts by WCAG 2.2 AA, for text and for parts of controls. */
const textContrast = 4.5;
const edgeContrast = 3;
const steps = 50;

/** Makes any colour (`#rrggbb`) readable; the button itself keeps it. */
export function shadesOf(color: string): Readonly<Record<keyof typeof schemes, Shades>> {
  const accent = parseColor(color);
  return { light: shadesIn(schemes.light, accent), dark: shadesIn(schemes.dark, accent) };
}

function shadesIn({ paper, ink, tintShare }: Scheme, accent: Color): Shades {
  const tint = mixColors(paper, accent, tintShare);
  return {
    accent: formatColor(accent),
    onAccent: formatColor(contrastOf(white, accent) >= textContrast ? white : black),
    accentEdge: formatColor(towards(ink, accent, [paper], edgeContrast)),
    accentInk: formatColor(towards(ink, accent, [paper, tint], textContrast)),
    tint: formatColor(tint),
  };
}

/** Moves the colour towards the ink just far enough for the contrast on every ground. */
function towards(ink: Color, color: Color, grounds: readonly Color[], contrast: number): Color {
  const shades = Array.from({ length: steps + 1 }, (_, step) => mixColors(color, ink, step / steps));
  return shades.find((shade) => grounds.every((ground) => contrastOf(shade, ground) >= contrast)) ?? ink;
}
