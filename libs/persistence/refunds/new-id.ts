import { v7 as uuid } from 'uuid';

/** A new identifier of an event or a reversal, as merchants see it. In the order of time. */
export function newId(prefix: 'evt' | 'rev'): string {
  return `${prefix}_${uuid().replaceAll('-', '')}`;
}
