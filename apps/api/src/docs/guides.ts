/** Documents of this repository to which the description refers, by their names without `.md`. */
export const guides = ['integrate', 'programs', 'errors', 'test-values'] as const;

/** Where a guide is shown. Its Markdown is beside it, with `.md`. */
export function guidePath(guide: string): string {
  return `/docs/${guide}`;
}
