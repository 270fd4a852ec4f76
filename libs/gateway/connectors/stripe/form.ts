/** What Stripe takes as a form: nested objects and lists; what is undefined is left out. */
export type Form = { readonly [name: string]: FormValue };
type FormValue = string | number | boolean | undefined | readonly FormValue[] | Form;

/** `a[b][0]=c`, as Stripe's own client writes it. */
export function encodeForm(form: Form): string {
  const pairs = Object.entries(form).flatMap(([name, value]) => pairsOf(name, value));
  return new URLSearchParams(pairs).toString();
}

function pairsOf(name: string, value: FormValue): [name: string, value: string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  const entries: [string, FormValue][] = Object.entries(value);
  return entries.flatMap(([inner, one]) => pairsOf(`${name}[${inner}]`, one));
}
