import { startProviderFace } from './provider-face.js';

export const secretKey = 'sk_test_sandboxdemo';

/** The sandbox's Paystack face. */
export const startPaystackFace = () => startProviderFace('paystack', { secret_key: secretKey });
