import { recordExchanges } from '../../apps/admin/src/certify/record-exchanges.js';
import { startSandboxProvider } from './sandbox-provider.js';

export const secretKey = 'sk_test_sandboxdemo';

/** The sandbox's Paystack face, with everything that is said to it written down; its events come to `callbacks`. */
export async function startPaystackFace() {
  const sandbox = await startSandboxProvider();
  const recorder = await recordExchanges(`${sandbox.account.baseUrl}/paystack`);
  return {
    callbacks: sandbox.callbacks,
    sandboxUrl: sandbox.account.baseUrl,
    exchanges: recorder.exchanges,
    account: {
      provider: 'paystack',
      mid: 'paystack_main',
      baseUrl: recorder.url,
      credentials: { secret_key: secretKey },
    },
    async close() {
      recorder.close();
      await sandbox.close();
    },
  };
}
