import type { OverloadResult, TenantResult } from './parts/measure-overload.js';
import { table } from './table.js';

const head = [
  'load',
  'tenant',
  'offered',
  'accepted',
  'refused',
  'failed',
  'ended per s',
  'create p50 / p99 ms',
  'refusal p99 ms',
  'to the end p50 / p99 ms',
  'callback p99 ms',
];

/** Goodput, refusals and times of each load and tenant. */
export function overloadLines({ bestPerSecond, seconds, loads }: OverloadResult): string[] {
  const quiet = loads.map(
    ({ times, tenants, quietSeconds, open }) =>
      `${times} ×: ${perSecondOf(tenants).toFixed(1)} ended per s, ${share(perSecondOf(tenants), bestPerSecond)} of the best; quiet after ${quietSeconds ?? '> 600'} s, ${open} open`,
  );
  return [
    '',
    `Overload: ${seconds} s of each load, the best is ${bestPerSecond.toFixed(1)} payments per s.`,
    ...table(
      head,
      loads.flatMap(({ times, tenants }) =>
        Object.entries(tenants).map(([name, tenant]) => [`${times} ×`, name, ...cellsOf(tenant)]),
      ),
    ),
    '',
    ...quiet,
  ];
}

function cellsOf(it: TenantResult): readonly string[] {
  const failed = Object.entries(it.failed).map(([status, count]) => `${count} × ${status}`);
  return [
    String(it.offered),
    String(it.accepted),
    String(it.refused),
    failed.join(', ') || '0',
    it.endedPerSecond.toFixed(1),
    it.createMs ? `${it.createMs.p50} / ${it.createMs.p99}` : '',
    it.refusalMs ? String(it.refusalMs.p99) : '',
    it.finalMs ? `${it.finalMs.p50} / ${it.finalMs.p99}` : '',
    it.callbackMs ? String(it.callbackMs.p99) : '',
  ];
}

function perSecondOf(tenants: OverloadResult['loads'][number]['tenants']): number {
  return Object.values(tenants).reduce((sum, { endedPerSecond }) => sum + endedPerSecond, 0);
}

function share(value: number, of: number): string {
  return `${Math.round((value / of) * 100)} %`;
}
