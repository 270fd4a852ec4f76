/** What OpenTelemetry's own variables say of traces; where to send to the exporter reads itself. */
export type TracingSettings = {
  /** An endpoint is set, and nothing says that there shall be no traces. */
  readonly isOn: boolean;
  /** Of all create calls, from 0 to 1. */
  readonly sampledShare: number;
  /** How long spans are gathered before they are sent, milliseconds. */
  readonly gatherMs: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Our traces never have a parent, so parent-based samplers would decide as these do. */
const samplers = ['always_on', 'always_off', 'traceidratio'];
const gatherDefaultMs = 5_000;

/** Throws one error that names the variables at fault. What is empty counts as not set. */
export function readTracing(environment: Environment): TracingSettings {
  const valueOf = (name: string) => environment[name]?.trim() || undefined;
  const faults: string[] = [];
  const numberOf = (name: string, fallback: number, max: number) => {
    const value = Number(valueOf(name) ?? fallback);
    if (value >= 0 && value <= max) return value;
    faults.push(`${name} must be a number from 0 to ${max}`);
    return fallback;
  };
  const endpoint = valueOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? valueOf('OTEL_EXPORTER_OTLP_ENDPOINT');
  const isOff = valueOf('OTEL_SDK_DISABLED') === 'true' || valueOf('OTEL_TRACES_EXPORTER') === 'none';
  const sampler = (valueOf('OTEL_TRACES_SAMPLER') ?? 'always_on').replace(/^parentbased_/, '');
  if (!samplers.includes(sampler)) {
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, also with parentbased_ before it`,
    );
  }
  const share = numberOf('OTEL_TRACES_SAMPLER_ARG', 1, 1);
  const gatherMs = numberOf('OTEL_BSP_SCHEDULE_DELAY', gatherDefaultMs, 600_000);
  if (endpoint !== undefined && !URL.canParse(endpoint)) faults.push('the OTLP endpoint must be a URL');
  if (faults.length > 0) throw new Error(`Environment: ${faults.join('; ')}. See .env.example.`);
  const sampledShare = sampler === 'traceidratio' ? share : sampler === 'always_on' ? 1 : 0;
  return { isOn: endpoint !== undefined && !isOff, sampledShare, gatherMs };
}
