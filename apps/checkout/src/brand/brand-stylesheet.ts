import { shadesOf, type Shades } from './shades-of.js';

/** What a shop's colour changes of `assets/checkout.css`, for both colour schemes. */
export function brandStylesheet(color: string): string {
  const { light, dark } = shadesOf(color);
  return `:root{${declare(light)}}@media(prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}

function declare({ accent, onAccent, accentEdge, accentInk, tint }: Shades): string {
  return `--accent:${accent};--on-accent:${onAccent};--accent-edge:${accentEdge};--accent-ink:${accentInk};--tint:${tint}`;
}
