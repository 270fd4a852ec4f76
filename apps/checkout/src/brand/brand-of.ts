import { createHash } from 'node:crypto';
import type { Configuration } from '#domain/configuration/configuration';
import type { Logo, PageLook } from '#domain/configuration/page-look';
import { shadesOf, type Shades } from './shades-of.js';

/** The shop's appearance on a page. Paths are relative to the checkout's address. */
export type Brand = {
  readonly name: string;
  readonly stylesheetPath: string | undefined;
  readonly logoPath: string | undefined;
  readonly links: NonNullable<PageLook['links']>;
  readonly cards: readonly string[];
  /** Paths of marks, by the name of a card brand or the code of a method. */
  readonly marks: Readonly<Record<string, string>>;
};

/** A file of one look; its path changes with its content. */
export type BrandFile = { readonly path: string; readonly mediaType: string; readonly content: Buffer };

/** The brand of a project's pages; a project that is no longer in the configuration shows its merchant's name. */
export function brandOf(
  { merchants, projects }: Pick<Configuration, 'merchants' | 'projects'>,
  { merchant, project }: { readonly merchant: string; readonly project: string },
): Brand {
  const look = projects[project]?.page ?? {};
  return {
    name: look.name ?? merchants[merchant]?.name ?? merchant,
    stylesheetPath: stylesheetOf(look)?.path,
    logoPath: logoOf(look)?.path,
    links: look.links ?? {},
    cards: look.cards ?? [],
    marks: Object.fromEntries(marksOf(look).map(([name, { path }]) => [name, path])),
  };
}

/** The file with this path, of any project. */
export function findBrandFile(
  { projects }: Pick<Configuration, 'projects'>,
  path: string,
): BrandFile | undefined {
  return Object.values(projects)
    .flatMap(({ page = {} }) => [stylesheetOf(page), logoOf(page), ...marksOf(page).map(([, file]) => file)])
    .find((file) => file?.path === path);
}

function stylesheetOf({ color }: PageLook): BrandFile | undefined {
  return color === undefined
    ? undefined
    : fileOf(Buffer.from(brandStylesheet(color)), 'css', 'text/css; charset=utf-8');
}

function logoOf({ logo }: PageLook): BrandFile | undefined {
  return logo === undefined ? undefined : pictureOf(logo);
}

function marksOf({ marks = {} }: PageLook): readonly (readonly [name: string, file: BrandFile])[] {
  return Object.entries(marks).map(([name, mark]) => [name, pictureOf(mark)]);
}

function pictureOf({ mediaType, base64 }: Logo): BrandFile {
  return fileOf(Buffer.from(base64, 'base64'), mediaType.replace('image/', ''), mediaType);
}

function fileOf(content: Buffer, ending: string, mediaType: string): BrandFile {
  const name = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { path: `/brand/${name}.${ending}`, mediaType, content };
}

/** What a shop's colour overrides in `assets/checkout.css`, for both colour schemes. */
function brandStylesheet(color: string): string {
  const { light, dark } = shadesOf(color);
  return `:root{${declare(light)}}@media(prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}

function declare({ accent, onAccent, accentEdge, accentInk, tint }: Shades): string {
  return `--accent:${accent};--on-accent:${onAccent};--accent-edge:${accentEdge};--accent-ink:${accentInk};--tint:${tint}`;
}
