/** Card brands by the ranges of leading digits that networks have published; both ends included. */
type BrandRange = readonly [from: string, to: string, brand: string];

/**
 * Brands and their ranges, narrow ranges before the broad ones that contain them, because the first match counts. Only
 * ranges of a single network are listed. Maestro once had all of 50, 56 to 58, 60 and 63, which Elo, Carnet, Verve, RuPay,
 * Dankort and others share by now: the other numbers in these ranges are `unknown`.
 */
const brandRanges: readonly BrandRange[] = [
  ...rangesOf('uzcard', '8600 5614'),
  ...rangesOf('humo', '9860'),
  ...rangesOf('verve', '506099-506198 507865-507964 650002-650027'),
  ...rangesOf(
    'elo',
    '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 650031-650033 650035-650051 650057-650081 650405-650439 650485-650538 650541-650598 650700-650727 650901-650978 651652-651704 655000-655058',
  ),
  ...rangesOf(
    'carnet',
    '286900 502275 506199-506499 588772 604622 606333 627535 636318 636379 639388 639484 639559',
  ),
  ...rangesOf('hipercard', '606282 384100 384140 384160'),
  ...rangesOf('hiper', '637095 637568 637599 637609 637612'),
  ...rangesOf('rupay', '508500-508999 606985-607984 608001-608500 652150-653149 8172-8198 82'),
  ...rangesOf('dankort', '5019'),
  ...rangesOf('troy', '979200-979289'),
  ...rangesOf('mir', '2200-2204'),
  ...rangesOf('mastercard', '2221-2720 51-55'),
  ...rangesOf('amex', '34 37'),
  ...rangesOf('diners', '300-305 3095 36 38-39'),
  ...rangesOf('jcb', '3528-3589'),
  ...rangesOf('discover', '6011 644-649 65'),
  ...rangesOf('unionpay', '62 8100-8171'),
  ...rangesOf('maestro', '5018 5020 5038 5612 564182 5893 6304 633110 6333-6334 6390 67'),
  ...rangesOf('visa', '4'),
];

function rangesOf(brand: string, ranges: string): BrandRange[] {
  return ranges.split(' ').map((range) => [range.replace(/-.*/, ''), range.replace(/.*-/, ''), brand]);
}

/** All brands of the table. */
export const cardBrands: readonly string[] = [...new Set(brandRanges.map(([, , brand]) => brand))];

/** The brand that the number's first digits name, else `unknown`. */
export function brandOf(pan: string): string {
  const range = brandRanges.find(([from, to]) => {
    const start = pan.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  });
  return range?.[2] ?? 'unknown';
}

/** Names that do not follow from the brand by a capital letter. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'Amex',
  jcb: 'JCB',
  rupay: 'RuPay',
  unionpay: 'UnionPay',
};

export function brandName(brand: string): string {
  return brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** The table in one line, with the names to show, for the script of the card form: `4-4 Visa,34-34 Amex`. */
export const brandTable: string = brandRanges
  .map(([from, to, brand]) => `${from}-${to} ${brandName(brand)}`)
  .join(',');
