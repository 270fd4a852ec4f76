import type { Words } from './words.js';

export const spanish: Words = {
  language: 'es',
  labels: {
    reference: 'Pedido',
    description: 'Descripción',
    method: 'Método de pago',
    payBy: 'Vence:',
    paidOn: 'Pagado el',
    transaction: 'Número de transacción',
    places: 'Dónde pagar',
    barcode: 'Código de barras del comprobante',
    qrCode: 'Código QR para escanear con la app de tu banco',
  },
  methods: {
    card: 'Tarjeta',
    cash_mexico: 'Efectivo',
    cash_uruguay: 'Efectivo',
    qr_code: 'Código QR',
    p2c: 'Transferencia con tarjeta o teléfono',
    cash_costa_rica: 'Efectivo',
    bank_transfer_mexico: 'Transferencia bancaria',
    bank_transfer_peru: 'Transferencia bancaria',
    bank_transfer_africa: 'Transferencia bancaria',
  },
  links: { contact: 'Contacto', terms: 'Condiciones', privacy: 'Privacidad' },
  languageChoice: 'Idioma',
  titleOf: (merchant) => `Pago a ${merchant}`,
  caution: 'Nunca pedimos la contraseña ni el PIN de tu banco.',
  testMode: 'Modo de prueba: no se mueve dinero real',
  form: {
    heading: 'Confirma tu pago',
    sentence: {
      redirect: 'A continuación irás a la página segura de tu banco o billetera para aprobar el pago.',
      qr: 'A continuación verás un código QR para escanear con la app de tu banco o copiar en ella.',
      multibanco: 'A continuación verás la entidad y la referencia para pagar en un cajero o en tu banco.',
      voucher: 'A continuación verás un comprobante para pagar en efectivo en una tienda cercana.',
      ussd: 'A continuación verás un código para marcar en tu teléfono.',
      bank_transfer_mexico: 'A continuación verás la CLABE a la que debes transferir.',
    },
    pay: {
      redirect: 'Continuar al pago',
      qr: 'Ver código QR',
      multibanco: 'Ver referencia de pago',
      voucher: 'Obtener comprobante',
      ussd: 'Ver código',
      bank_transfer_mexico: 'Ver CLABE',
    },
    cancel: 'Cancelar el pago',
  },
  card: {
    heading: 'Paga con tarjeta',
    sentence: 'Escribe los datos tal como aparecen en tu tarjeta.',
    pay: (amount) => `Pagar ${amount}`,
    labels: {
      pan: 'Número de tarjeta',
      expiry: 'Fecha de vencimiento',
      cvv: 'Código de seguridad',
      holder_name: 'Nombre en la tarjeta',
    },
    expiryForm: 'MM/AA',
    cvvHint: '3 o 4 dígitos, normalmente al dorso',
    accepted: 'Tarjetas aceptadas',
    missing: {
      pan: 'Escribe el número de tu tarjeta.',
      expiry: 'Escribe la fecha de vencimiento.',
      cvv: 'Escribe el código de seguridad.',
      holder_name: 'Escribe el nombre que aparece en la tarjeta.',
    },
    malformed: {
      pan: 'Revisa el número de tarjeta: falta un dígito o no es correcto.',
      expiry: 'Escribe mes y año como en tu tarjeta, por ejemplo 04/31.',
      cvv: 'El código de seguridad tiene 3 o 4 dígitos.',
      holder_name: 'Escribe el nombre completo, tal como está en la tarjeta.',
    },
    expired: 'Esta tarjeta está vencida.',
  },
  stopped: {
    heading: 'Aquí ya no se puede introducir una tarjeta',
    sentence: 'No se ha cobrado nada. Vuelva al comercio y empiece un pago nuevo.',
  },
  leaving: {
    heading: 'Aprueba tu pago',
    sentence: 'Te llevamos a la página de tu banco o proveedor de pagos.',
    link: 'Continuar al pago',
  },
  waiting: {
    heading: 'Estamos procesando tu pago',
    sentence: 'Suele tardar unos segundos. No tienes que pagar de nuevo.',
    stages: ['Datos recibidos', 'Esperando la confirmación', 'Pago completado'],
    later: 'Puedes cerrar esta página. El mismo enlace muestra después cómo terminó.',
  },
  returned: {
    heading: 'Un momento: preguntamos a tu banco',
    sentence: 'Suele tardar unos segundos. Después verás aquí cómo terminó.',
  },
  instructions: {
    dial: 'Marcar ahora',
    remind: 'Añadir al calendario',
    arrival: 'Esta página se actualiza sola y te avisa cuando llegue tu pago.',
    labels: {
      code: 'Código para marcar',
      clabe: 'CLABE',
      payload: 'Código para copiar',
      entity: 'Entidad',
      reference: 'Referencia',
      number: 'Número de comprobante',
      amount: 'Importe',
    },
    qr: {
      heading: 'Escanea para pagar',
      how: [
        'Abre la app de tu banco y elige pagar con código QR.',
        'Escanea el código, o cópialo y pégalo allí.',
        'Revisa el nombre y el importe, y confirma.',
      ],
      link: () => 'Abrir en la app de tu banco',
    },
    multibanco: {
      heading: 'Paga con Multibanco',
      how: [
        'En un cajero o en la app de tu banco, elige pago de servicios.',
        'Escribe la entidad, la referencia y el importe tal como aparecen.',
        'Confirma y guarda el recibo.',
      ],
      link: (host) => `Instrucciones en ${host}`,
    },
    voucher: {
      heading: 'Paga en efectivo',
      how: [
        'Imprime este comprobante o muéstralo en tu teléfono.',
        'Llévalo a una de las tiendas y paga el importe exacto.',
        'Guarda el recibo hasta que llegue el pago.',
      ],
      link: (host) => `Instrucciones en ${host}`,
    },
    ussd: {
      heading: 'Marca para pagar',
      how: ['Marca el código desde el teléfono de tu cuenta bancaria.', 'Sigue los pasos y confirma.'],
      link: (host) => `Instrucciones en ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Paga por transferencia',
      how: [
        'En la app de tu banco, haz una transferencia SPEI a esta CLABE.',
        'Transfiere el importe exacto en una sola transferencia.',
      ],
      link: () => 'Abrir en la app de tu banco',
    },
  },
  checkNow: 'Comprobar ahora',
  notPaidYet: 'Aún no he pagado',
  reload: 'Intentar de nuevo',
  outcomes: {
    success: { heading: 'Pago completado', sentence: 'Gracias. Tu pago se realizó con éxito.' },
    cancelled: { heading: 'Pago cancelado', sentence: 'El pago fue cancelado. No se cobró nada.' },
    declined: { heading: 'Pago rechazado', sentence: 'El pago fue rechazado. No se cobró nada.' },
    error: {
      heading: 'El pago falló',
      sentence: 'No se pudo realizar el pago. Si te falta dinero, consulta a la tienda e indica tu pedido.',
    },
    expired: {
      heading: 'Pago vencido',
      sentence: 'El plazo para hacer este pago terminó. No se cobró nada.',
    },
  },
  expiredElsewhere: {
    heading: 'El plazo terminó',
    sentence:
      'Este pago se podía hacer hasta ahora. Si pagaste a tiempo, guarda el recibo y consulta a la tienda.',
  },
  declined: {
    card: 'Tu banco no aprobó esta tarjeta: suele ser por falta de fondos, un límite o un código de seguridad erróneo. Prueba con otra tarjeta o consulta a tu banco.',
    blocked: 'No podemos aceptar este pago. Elige otra forma de pagar o consulta a la tienda.',
    other: 'Tu banco o proveedor de pagos no lo aprobó. Inténtalo de nuevo o elige otra forma de pagar.',
  },
  paidBefore: {
    heading: 'Ya está pagado',
    sentence: (when) => `Este pago se hizo el ${when}. No queda nada por pagar.`,
  },
  dayAndTime: '{day} a las {time}',
  continueTo: (merchant) => `Continuar a ${merchant}`,
  tryAgainAt: (merchant) => `Intentar de nuevo en ${merchant}`,
  backTo: (merchant) => `Volver a ${merchant}`,
  goBackYourself: (merchant) => `Puedes cerrar esta página y volver a ${merchant}.`,
  script: {
    copy: 'Copiar',
    copyCode: 'Copiar código',
    copied: 'Copiado',
    print: 'Imprimir',
    save: 'Guardar como imagen',
    send: 'Enviar',
    busy: 'Un momento…',
    offline: 'Sin conexión. Intentando de nuevo…',
    timeLeft: 'quedan {time}',
    onward: 'Te llevamos allí en {seconds} s.',
    stay: 'Quedarme aquí',
  },
  problems: {
    cardNotAccepted:
      'No se cobró nada. Corrige lo que está marcado y escribe de nuevo los datos de tu tarjeta.',
    cardDeclined: 'Tu banco rechazó esta tarjeta. Prueba con otra tarjeta.',
    outdatedForm:
      'No se hizo nada con esta tarjeta: la anterior fue rechazada mientras tanto. Escribe sus datos de nuevo.',
    cardsUnderWay:
      'No se cobró nada. Todavía se están verificando otras tarjetas. Inténtalo de nuevo en unos minutos.',
    tooManyCards: 'Se introdujeron tarjetas con errores demasiadas veces.',
    notProven:
      'No se hizo nada: no se pudo verificar este formulario. Permite las cookies de esta página e inténtalo de nuevo.',
    notCancelled: 'No se pudo cancelar el pago en este momento. Inténtalo de nuevo en un momento.',
  },
  failures: {
    unknownLink: {
      heading: 'Página no encontrada',
      sentence:
        'A esta dirección no le corresponde ningún pago. Abre el enlace completo que recibiste, o pide uno nuevo a la tienda.',
    },
    expiredLink: {
      heading: 'Enlace caducado',
      sentence:
        'Este pago terminó hace mucho y su página ya no se muestra. Pregunta a la tienda por tu pedido.',
    },
    refused: {
      heading: 'Solicitud no aceptada',
      sentence: 'Vuelve a la página de pago e inténtalo de nuevo.',
    },
    tooMany: {
      heading: 'Un momento, por favor',
      sentence:
        'Esta página se abrió muchas veces en poco tiempo. Espera unos segundos; tu pago sigue como estaba.',
    },
    unavailable: {
      heading: 'Algo salió mal',
      sentence: 'No podemos mostrar esta página ahora. Tu pago está a salvo: inténtalo en un momento.',
    },
  },
};
