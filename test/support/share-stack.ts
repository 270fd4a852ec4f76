import { startTestStack, type TestStack } from './start-test-stack.js';

/** Beside a stack on the default ports, and below the end of the port numbers. */
const portOffset = Number(process.env['TEST_PORT_OFFSET'] ?? 5_000);

/** What tests in other processes need to know of the one stack that most of them share. */
export type SharedStack = {
  readonly urls: Readonly<Record<'api' | 'checkout' | 'sandbox' | 'metrics' | 'temporalUi', string>>;
  /** As the owner of the tables, to look at everything and to bend what the roles cannot. */
  readonly databaseUrl: string;
  /** As the role of each process. */
  readonly databaseUrls: Readonly<Record<'api' | 'worker' | 'checkout' | 'admin', string>>;
  readonly temporalAddress: string;
  readonly directory: string;
};

type Held = { readonly starting: Promise<TestStack>; holders: number };

/** Vitest gives the set-up of each project modules of its own, all in one process: what they share hangs on that. */
const place = globalThis as { gatewayTestStack?: Held | undefined };

/** The one stack of all projects that need one. Whoever asks first starts it, whoever releases it last stops it. */
export async function shareStack(): Promise<{ readonly shared: SharedStack; release(): Promise<void> }> {
  const held = (place.gatewayTestStack ??= { starting: startTestStack(portOffset), holders: 0 });
  held.holders += 1;
  const running = await held.starting;
  return {
    shared: describeStack(running),
    async release() {
      held.holders -= 1;
      if (held.holders > 0) return;
      place.gatewayTestStack = undefined;
      await running.stop();
    },
  };
}

function describeStack({ stack, directory }: TestStack): SharedStack {
  const { api, checkout, sandbox, metrics, temporalUi } = stack.urls;
  return {
    urls: { api, checkout, sandbox, metrics, temporalUi },
    databaseUrl: stack.postgres.url,
    databaseUrls: stack.databaseUrls,
    temporalAddress: stack.temporal.address,
    directory,
  };
}
