import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number as E.164 (`+31612345678`), where it was sent with its country code: after `+` or `00`, or as the calling
 * code of the country given (ISO 3166-1 alpha-2). Without one it stays as sent, because providers judge by whether the
 * customer gave it (specification §2.3, `ideal`), and a number whose length no country has stays as well.
 */
export function internationalPhone(sent: string, country: string | undefined): string {
  const candidate = withPlus(sent, country);
  const phone =
    candidate === undefined ? undefined : parsePhoneNumberFromString(candidate, { extract: false });
  // Possible, not valid: the library's ranges are behind the operators', and some of its answers on real numbers are no.
  return phone?.isPossible() === true ? phone.number : sent;
}

function withPlus(sent: string, country: string | undefined): string | undefined {
  const text = sent.trim();
  if (text.startsWith('+')) return text;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  return beginsWithCallingCode(text, country) ? `+${text}` : undefined;
}

/** Not when it may as well be a number of that country without its code. */
function beginsWithCallingCode(text: string, country: string | undefined): boolean {
  if (country === undefined || !isSupportedCountry(country)) return false;
  if (!text.replaceAll(/\D/g, '').startsWith(getCountryCallingCode(country))) return false;
  const isNational = parsePhoneNumberFromString(`+${getCountryCallingCode(country)}${text}`, {
    extract: false,
  })?.isPossible();
  return isNational !== true;
}
