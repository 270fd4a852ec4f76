import { createHash } from 'node:crypto';
import type { Configuration, PageLook } from '#domain/configuration/configuration';
import { shadesOf, type Shades } from './shades-of.js';

/** The shop's appearance on a page. Paths are relative to the checkout's address. */
export type Brand = {
  readonly name: string;
  readonly stylesheetPath: string | undefined;
  readonly logoPath: string | undefined;
  readonly links: NonNullable<PageLook['links']>;
  readonly cards: readonly string[];
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
  };
}

/** The file with this path, of any project. */
export function findBrandFile(
  { projects }: Pick<Configuration, 'projects'>,
  path: string,
): BrandFile | undefined {
  return Object.values(projects)
    .flatMap(({ page = {} }) => [stylesheetOf(page), logoOf(page)])
    .find((file) => file?.path === path);
}

function stylesheetOf({ color }: PageLook): BrandFile | undefined {
  return color === undefined
    ? undefined
    : fileOf(Buffer.from(brandStylesheet(color)), 'css', 'text/css; charset=utf-8');
}

function logoOf({ logo }: PageLook): BrandFile | undefined {
  if (logo === undefined) return undefined;
  return fileOf(Buffer.from(logo.base64, 'base64'), logo.mediaType.replace('image/', ''), logo.mediaType);
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
