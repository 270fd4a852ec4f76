import type { Words } from './words.js';

export const spanish: Words = {
  language: 'es',
  labels: { reference: 'Referencia', description: 'Descripción', method: 'Método de pago' },
  methods: { card: 'Tarjeta', cash_mexico: 'Efectivo', cash_uruguay: 'Efectivo', qr_code: 'Código QR' },
  titleOf: (merchant) => `Pago a ${merchant}`,
  form: {
    heading: 'Confirma tu pago',
    sentence: 'Revisa los datos de arriba antes de pagar.',
    pay: (amount) => `Pagar ${amount}`,
    cancel: 'Cancelar el pago',
  },
  card: {
    heading: 'Paga con tarjeta',
    sentence: 'Escribe los datos tal como aparecen en tu tarjeta.',
    labels: {
      pan: 'Número de tarjeta',
      exp_month: 'Mes de vencimiento',
      exp_year: 'Año de vencimiento',
      cvv: 'Código de seguridad (CVV)',
      holder_name: 'Nombre en la tarjeta',
    },
    hints: { exp_month: 'MM', exp_year: 'AA', cvv: '3 o 4 dígitos, normalmente al dorso' },
    problems: {
      pan: 'Este número de tarjeta no es válido.',
      exp_month: 'Escribe un mes del 1 al 12.',
      exp_year: 'Escribe un año de 2 o 4 dígitos.',
      cvv: 'Escribe los 3 o 4 dígitos del código.',
      holder_name: 'Escribe el nombre con 2 a 120 caracteres.',
    },
    expired: 'Esta tarjeta está vencida.',
  },
  stopped: {
    heading: 'Aquí ya no se puede introducir una tarjeta',
    sentence: 'No se ha cobrado nada. Vuelva al comercio y empiece un pago nuevo.',
  },
  leaving: {
    heading: 'Completa tu pago',
    sentence: 'Te llevamos a la página de tu banco o proveedor de pagos.',
    link: 'Continuar al pago',
  },
  waiting: {
    heading: 'Estamos procesando tu pago',
    sentence: 'Esta página se actualiza sola. No tienes que pagar de nuevo.',
  },
  instructions: {
    heading: 'Completa tu pago',
    sentence: 'Esta página se actualiza sola y te avisa cuando llegue el pago.',
    link: {
      ussd: 'Ver instrucciones',
      bank_transfer_mexico: 'Abrir en la app de tu banco',
      qr: 'Abrir en la app de tu banco',
      multibanco: 'Ver instrucciones',
      voucher: 'Ver el comprobante de pago',
    },
    steps: {
      code: 'Marca este código en tu teléfono',
      clabe: 'Transfiere a esta CLABE',
      payload: 'Copia este código en la app de tu banco',
      entity: 'Entidad',
      reference: 'Referencia',
      number: 'Número de comprobante',
      payBy: 'Paga antes de',
    },
  },
  checkNow: 'Comprobar ahora',
  backToPayment: 'Volver al pago',
  outcomes: {
    success: { heading: 'Pago completado', sentence: 'Gracias. Tu pago se realizó con éxito.' },
    cancelled: { heading: 'Pago cancelado', sentence: 'El pago fue cancelado. No se cobró nada.' },
    declined: { heading: 'Pago rechazado', sentence: 'El pago fue rechazado. No se cobró nada.' },
    error: { heading: 'El pago falló', sentence: 'No se pudo realizar el pago.' },
    expired: { heading: 'Pago vencido', sentence: 'El plazo para hacer este pago terminó.' },
  },
  continueTo: (merchant) => `Continuar a ${merchant}`,
  problems: {
    cardNotAccepted:
      'No se cobró nada. Corrige lo que está marcado y escribe de nuevo los datos de tu tarjeta.',
    tooManyCards: 'Se introdujeron tarjetas con errores demasiadas veces.',
    notProven:
      'No se hizo nada: no se pudo verificar este formulario. Permite las cookies de esta página e inténtalo de nuevo.',
    notCancelled: 'No se pudo cancelar el pago en este momento. Inténtalo de nuevo en un momento.',
  },
  failures: {
    unknownLink: {
      heading: 'Página no encontrada',
      sentence: 'Este enlace de pago no existe. Comprueba que abriste el enlace completo.',
    },
    refused: {
      heading: 'Solicitud no aceptada',
      sentence: 'Vuelve a la página de pago e inténtalo de nuevo.',
    },
    unavailable: {
      heading: 'Algo salió mal',
      sentence: 'No podemos mostrar esta página ahora. Recárgala en un momento.',
    },
  },
};
