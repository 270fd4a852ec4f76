import { causes } from './measures/causes.js';
import type { CausesResult } from './parts/measure-causes.js';
import { table } from './table.js';

/** What a payment's CPU goes into, as a person reads it. */
export function causesLines({ node, payments, processes, threads }: CausesResult): string[] {
  const ms = (value: number) => value.toFixed(2);
  return [
    '',
    `CPU ms of one of ${payments} payments, 32 in parallel, Node ${node}:`,
    ...table(
      ['process', 'main', 'core of the SDK', 'workflows and helpers'],
      Object.entries(processes).map(([name, used]) => [name, ms(used.main), ms(used.core), ms(used.others)]),
    ),
    '',
    'By cause:',
    ...table(
      ['cause', ...threads.map(({ name }) => name)],
      causes.map((cause) => [cause, ...threads.map((thread) => ms(thread.ms * thread.shares[cause]))]),
    ),
  ];
}
