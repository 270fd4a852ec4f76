import { recordExchanges } from '../../apps/cli/src/certify/record-exchanges.js';
import { startSandboxProvider } from './sandbox-provider.js';

/** A face of the sandbox, below the path with its name: what is said to it is written down, its callbacks come to `callbacks`. */
export async function startProviderFace(provider: string, credentials: Readonly<Record<string, string>>) {
  const sandbox = await startSandboxProvider();
  const recorder = await recordExchanges(`${sandbox.account.baseUrl}/${provider}`);
  return {
    callbacks: sandbox.callbacks,
    callbackUrl: sandbox.callbackUrl,
    sandboxUrl: sandbox.account.baseUrl,
    exchanges: recorder.exchanges,
    account: { provider, mid: `${provider}_main`, baseUrl: recorder.url, credentials },
    async close() {
      recorder.close();
      await sandbox.close();
    },
  };
}

export type ProviderFace = Awaited<ReturnType<typeof startProviderFace>>;
