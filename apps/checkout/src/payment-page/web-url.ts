import { parseUrl } from '#domain/parse-url';

/** The URL as written when a link may lead there: http or https, and never `javascript:` and the like. */
export function webUrl(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return parseUrl(url) ? url : undefined;
}
