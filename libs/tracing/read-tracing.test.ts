import { describe, expect, it } from 'vitest';
import { readTracing } from './read-tracing.js';

/** Goal: OpenTelemetry's own variables mean what they mean elsewhere, and without an endpoint there are no traces. */
const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

describe('traces', () => {
  it.each([
    ['nothing is set', {}, false],
    ['an endpoint is set', on, true],
    [
      'one for traces alone is',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' },
      true,
    ],
    ['it is empty, as Compose leaves it', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    ['the SDK is disabled', { ...on, OTEL_SDK_DISABLED: 'true' }, false],
    ['no exporter is wanted', { ...on, OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('where %s', (_case, environment, isOn) => {
    expect(readTracing(environment).isOn).toBe(isOn);
  });

  it.each([
    [undefined, '0.5', 1],
    ['always_on', undefined, 1],
    ['always_off', undefined, 0],
    ['traceidratio', '0.01', 0.01],
    ['parentbased_traceidratio', '0.01', 0.01],
    ['parentbased_traceidratio', undefined, 1],
    ['parentbased_always_off', '1', 0],
  ])('of which the sampler %s with %s takes the share %d', (sampler, share, sampledShare) => {
    const environment = { ...on, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share };
    expect(readTracing(environment)).toMatchObject({ sampledShare });
  });

  it('names every variable at fault', () => {
    const faulty = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_BSP_SCHEDULE_DELAY: 'soon',
    };
    const fault = /OTEL_TRACES_SAMPLER must.*OTEL_TRACES_SAMPLER_ARG must.*OTEL_BSP_SCHEDULE_DELAY must.*URL/;
    expect(() => readTracing(faulty)).toThrow(fault);
  });
});
