import { startFaceShop, type FaceShopOptions } from './face-shop.js';
import { secretKey } from '../fakes/paystack-face.js';

/** Those that Paystack counts in minor units. */
const currencies = ['NGN', 'USD', 'GHS', 'ZAR', 'KES', 'XOF'];

/** A shop that pays by the sandbox's Paystack face. */
export const startPaystackShop = (options?: FaceShopOptions) =>
  startFaceShop(
    'paystack',
    {
      currencies: { bank_transfer_africa: ['NGN', 'GHS', 'KES', 'ZAR'], ussd: ['NGN'], all: currencies },
      requires: { ussd: ['customer.email'], card: ['customer.email'] },
      credentials: { secret_key: secretKey },
      route: { bank_code_challenges: ['provider_banks'] },
    },
    options,
  );
