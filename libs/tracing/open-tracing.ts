import type { Logger } from '#runtime/create-log';
import type { TracingSettings } from './read-tracing.js';
import { noTracing, type Tracing } from './tracing.js';

/** Loads OpenTelemetry's SDK if tracing is on. */
export async function openTracing(
  application: 'api' | 'worker',
  settings: TracingSettings & { readonly build: string },
  log: Logger,
): Promise<Tracing> {
  if (!settings.isOn) return noTracing;
  const { startSdk } = await import('./start-sdk.js');
  return startSdk(application, settings, log);
}
