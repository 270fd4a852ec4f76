/** Markup that is safe to put into a page as it is. */
export type Html = { readonly markup: string };

/** Template tag: every interpolated value is escaped, unless it is markup already. `undefined` gives an empty text. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[] | undefined)[]
): Html {
  return { markup: parts.reduce((page, part, index) => page + toMarkup(values[index - 1]) + part) };
}

function toMarkup(value: string | Html | readonly Html[] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in markup and in its attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
