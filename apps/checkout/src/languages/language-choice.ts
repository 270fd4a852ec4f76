/** The languages that a customer can choose, by what they call themselves. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  nl: 'Nederlands',
  ar: 'العربية',
} as const;
export type LanguageChoice = keyof typeof languageNames;

export const languageChoices = Object.keys(languageNames) as readonly LanguageChoice[];

const cookieName = 'checkout_language';

export function isLanguageChoice(text: unknown): text is LanguageChoice {
  return languageChoices.some((choice) => choice === text);
}

/** What the customer has chosen before, by a `Cookie` header. */
export function chosenLanguage(cookieHeader = ''): LanguageChoice | undefined {
  const values = cookieHeader.split(';').map((pair) => pair.trim().split('='));
  const chosen = values.find(([name]) => name === cookieName)?.[1];
  return isLanguageChoice(chosen) ? chosen : undefined;
}

/** Keeps the choice while the browser is open, for the pages of payments alone. */
export function choiceCookie(choice: LanguageChoice, isSecure: boolean): string {
  return `${cookieName}=${choice}; Path=/p; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
