/** What is behind the path, `?` included; undefined members are left out, and lists are separated by commas. */
export function writeQuery(
  query: Readonly<Record<string, string | number | readonly string[] | undefined>> = {},
): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
