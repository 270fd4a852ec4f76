import { iso31662 } from 'iso-3166';

const subdivisions: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

/**
 * The ISO 3166-2 form of a `state_code`: `SP` in Brazil is `BR-SP`. What is none with that country (ISO 3166-1 alpha-2)
 * stays as sent.
 */
export function subdivisionCode(sent: string, country: string | undefined): string {
  const code = `${country}-${sent}`;
  return subdivisions.has(code) ? code : sent;
}
