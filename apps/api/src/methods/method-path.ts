import type { Method } from '#domain/methods/method';

/** Where a request names the method, by its style. */
export function methodPath({ style }: Pick<Method, 'style'>): 'method' | 'widget.method' {
  return style === 'hpp' ? 'widget.method' : 'method';
}
