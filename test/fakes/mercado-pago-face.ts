import { vi } from 'vitest';
import { startProviderFace, type ProviderFace } from './provider-face.js';

export const accessToken = 'TEST-sandboxdemo';

/** The sandbox's Mercado Pago face. */
export const startMercadoPagoFace = () => startProviderFace('mercado_pago', { access_token: accessToken });

/** The first notification that comes. */
export const nextNotification = ({ callbacks }: ProviderFace) =>
  vi.waitFor(
    () => {
      const [first] = callbacks;
      if (!first) throw new Error('no notification yet');
      return first;
    },
    { timeout: 5_000, interval: 10 },
  );
