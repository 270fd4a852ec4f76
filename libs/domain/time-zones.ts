/** IANA zone of each country of the catalogue: where it has several, the one of its capital. */
const zones: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  CR: 'America/Costa_Rica',
  EG: 'Africa/Cairo',
  MX: 'America/Mexico_City',
  NG: 'Africa/Lagos',
  NL: 'Europe/Amsterdam',
  PE: 'America/Lima',
  PT: 'Europe/Lisbon',
  UY: 'America/Montevideo',
  UZ: 'Asia/Tashkent',
};

/** The zone that dates are shown in to a customer of the country; UTC for one we do not know, and for none. */
export function timeZoneOf(country: string | undefined): string {
  return (country !== undefined && zones[country]) || 'UTC';
}
