import { startFaceShop, type FaceShopOptions } from './face-shop.js';
import { accessToken } from '../fakes/mercado-pago-face.js';

/** A shop that is paid by the sandbox's Mercado Pago face. */
export const startMercadoPagoShop = (options?: FaceShopOptions) =>
  startFaceShop(
    'mercado_pago',
    {
      currencies: { all: ['BRL', 'MXN'] },
      requires: { pix: ['customer.email'], cash_mexico: ['customer.email'] },
      credentials: { access_token: accessToken },
      route: { types: ['payment'] },
    },
    options,
  );
