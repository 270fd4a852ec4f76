import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { families, type FamilyName, type LabelsOf, type NamesOf, type Sample } from './families.js';
import type { Application, Family } from './family.js';

/**
 * The metrics of one process: the families of its application, and Node's own (memory, CPU, event loop). A name or label
 * that `families` does not have does not compile.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly looks: (() => void | Promise<void>)[] = [];

  constructor(application: Application) {
    collectDefaultMetrics({ register: this.registry });
    for (const [name, { kind, help, from, labels, buckets = [] }] of Object.entries<Family>(families)) {
      if (!from.includes(application)) continue;
      const own = { name, help, labelNames: Object.keys(labels), registers: [this.registry] };
      if (kind === 'counter') {
        const counter = new Counter(own);
        this.counters.set(name, counter);
        for (const labelled of closedSeries(labels)) counter.inc(labelled, 0);
      }
      if (kind === 'gauge') this.gauges.set(name, new Gauge(own));
      if (kind === 'histogram') this.histograms.set(name, new Histogram({ ...own, buckets: [...buckets] }));
    }
  }

  count<Name extends NamesOf<'counter'>>(name: Name, labels: LabelsOf<Name>): void {
    known(this.counters, name).inc(textsOf(labels));
  }

  observe<Name extends NamesOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void {
    known(this.histograms, name).observe(textsOf(labels), seconds);
  }

  /** Shows an unused counter as 0: a series that begins at 1 would not count as an increase. */
  expect<Name extends NamesOf<'counter'>>(name: Name, labels: LabelsOf<Name>): void {
    known(this.counters, name).inc(textsOf(labels), 0);
  }

  /** Sets all series of a gauge; earlier series that are not among them are removed. */
  show<Name extends NamesOf<'gauge'>>(name: Name, samples: readonly Sample<Name>[]): void {
    const gauge = known(this.gauges, name);
    gauge.reset();
    if (samples.length === 0) gauge.remove({});
    for (const { labels, value } of samples) gauge.set(textsOf(labels), value);
  }

  /** Calls the function before each rendering, to update values that have to be measured for it. */
  beforeRendering(look: () => void | Promise<void>): void {
    this.looks.push(look);
  }

  /** In the Prometheus exposition format. */
  async render(): Promise<string> {
    await Promise.all(this.looks.map(async (look) => look()));
    return this.registry.metrics();
  }
}

/** All series of a family whose labels all have lists of values; empty if one label has none. */
function closedSeries(labels: Family['labels']): readonly Record<string, string>[] {
  let series: readonly Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values === 'string') return [];
    series = series.flatMap((before) => values.map((value) => ({ ...before, [label]: value })));
  }
  return series;
}

/** Every value of a label is a text; the compiler does not see it through all the names. */
function textsOf(labels: object): Record<string, string> {
  return labels as Record<string, string>;
}

function known<Kind>(kept: ReadonlyMap<string, Kind>, name: FamilyName): Kind {
  const family = kept.get(name);
  if (!family) throw new Error(`${name} is not a family of this application`);
  return family;
}
