import type { PageFigures } from './measure-page.js';

export type Shot = {
  readonly file: string;
  readonly language: string;
  readonly device: string;
  readonly scheme: string;
  /** What axe-core finds wrong. */
  readonly violations: readonly string[];
};

export type StateShots = {
  readonly name: string;
  readonly shots: readonly Shot[];
  /** Of its first view in English. */
  readonly figures: PageFigures;
};

/** One page with all the pictures, a state a section, and what was found and measured. */
export function screenshotIndex(states: readonly StateShots[]): string {
  const links = states.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hosted payment page</title>
<style>
body { margin: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: #7f8790; color: #000 }
section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start }
figure { margin: 0; flex: none }
img { display: block; height: 30rem; width: auto }
a { color: inherit }
.fault { color: #7a0000; background: #fff }
</style>
<h1>Hosted payment page</h1>
<p>${links}</p>
${states.map(sectionOf).join('\n')}
</html>
`;
}

function sectionOf({ name, shots, figures }: StateShots): string {
  const { bytes, requests, firstPaintMs } = figures;
  const cost = `${(bytes / 1_000).toFixed(1)} kB, ${requests} requests, first paint on slow 3G ${firstPaintMs} ms`;
  return `<section id="${name}">
<h2>${name}</h2>
<p>${cost}</p>
<div>${shots.map(figureOf).join('')}</div>
</section>`;
}

function figureOf({ file, language, device, scheme, violations }: Shot): string {
  const faults = violations.map((violation) => `<li>${escapeText(violation)}</li>`).join('');
  return `<figure><figcaption>${language}, ${device}, ${scheme}</figcaption>
<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>
${faults === '' ? '' : `<ul class="fault">${faults}</ul>`}</figure>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
