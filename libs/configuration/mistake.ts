/** Where a mistake lies in the file's data: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

/** A mistake before it is located in the text. Never quotes a value, which may be a secret. */
export type MistakeAt = { readonly at: Path; readonly message: string };

/** One mistake in the configuration file. `line` and `column` count from 1; `path` reads `projects.demo.keys`. */
export type Mistake = {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
};

/** As a person reads it: `line 12, column 5: projects.demo.merchant: there is no merchant with this name`. */
export function describeMistake({ line, column, path, message }: Mistake): string {
  const place = `line ${line}, column ${column}`;
  return path === '' ? `${place}: ${message}` : `${place}: ${path}: ${message}`;
}
