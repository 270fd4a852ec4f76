/** Red, green and blue, each from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** `#rrggbb`. */
export function parseColor(text: string): Color {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  return [red, green, blue];
}

export function formatColor(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes two colours: `share` from 0 (`from`) to 1 (`to`). */
export function mixColors(from: Color, to: Color, share: number): Color {
  const mixed = from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
  const [red = 0, green = 0, blue = 0] = mixed;
  return [red, green, blue];
}

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
export function contrastOf(left: Color, right: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(left), luminanceOf(right)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
