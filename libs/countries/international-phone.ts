import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/**
 * A phone number as E.164 (`+31612345678`), where it was sent with its country code: after `+` or `00`, or as the calling
 * code of the country given (ISO 3166-1 alpha-2). Without one it stays as sent, because providers judge by whether the
 * customer gave it (specification §2.3, `ideal`), and a number whose length no country has stays as well.
 */
export function internationalPhone(sent: string, country: string | undefined): string {
  const text = sent.trim();
  if (text.startsWith('+')) return possible(text)?.number ?? sent;
  if (text.startsWith('00')) return possible(`+${text.slice(2)}`)?.number ?? sent;
  return behindCallingCode(text, country)?.number ?? sent;
}

/** Possible, not valid: the library's ranges are behind the operators', and some of its answers on real numbers are no. */
function possible(text: string): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone?.isPossible() ? phone : undefined;
}

/**
 * The number, if it begins with the calling code of its country. Where it may as well be a number of that country without
 * its code, the valid one of the two readings counts, and nothing is known where neither or both are.
 */
function behindCallingCode(text: string, country: string | undefined): PhoneNumber | undefined {
  if (country === undefined || !isSupportedCountry(country)) return undefined;
  const code = getCountryCallingCode(country);
  if (!text.replaceAll(/\D/g, '').startsWith(code)) return undefined;
  const [whole, national] = [possible(`+${text}`), possible(`+${code}${text}`)];
  if (whole === undefined || national === undefined || national.number === whole.number) return whole;
  return whole.isValid() && !national.isValid() ? whole : undefined;
}
