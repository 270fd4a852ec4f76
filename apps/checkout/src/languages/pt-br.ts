import type { Words } from './words.js';

export const brazilianPortuguese: Words = {
  language: 'pt-BR',
  labels: {
    reference: 'Pedido',
    description: 'Descrição',
    method: 'Forma de pagamento',
    payBy: 'Pague até',
    paidOn: 'Pago em',
    transaction: 'Número da transação',
    places: 'Onde pagar',
    barcode: 'Código de barras do comprovante',
    qrCode: 'Código QR para ler com o app do seu banco',
  },
  methods: {
    card: 'Cartão',
    cash_mexico: 'Dinheiro',
    cash_uruguay: 'Dinheiro',
    qr_code: 'Código QR',
    p2c: 'Transferência por cartão ou telefone',
    cash_costa_rica: 'Dinheiro',
    bank_transfer_mexico: 'Transferência bancária',
    bank_transfer_peru: 'Transferência bancária',
    bank_transfer_africa: 'Transferência bancária',
  },
  links: { contact: 'Contato', terms: 'Termos', privacy: 'Privacidade' },
  languageChoice: 'Idioma',
  titleOf: (merchant) => `Pagamento para ${merchant}`,
  caution: 'Nunca pedimos a senha nem o PIN do seu banco.',
  testMode: 'Modo de teste: nenhum dinheiro real é movimentado',
  form: {
    heading: 'Confirme seu pagamento',
    sentence: {
      redirect: 'Em seguida, você vai à página segura do seu banco ou carteira para aprovar o pagamento.',
      qr: 'Em seguida, você recebe um código QR para ler com o app do seu banco ou copiar nele.',
      multibanco: 'Em seguida, você recebe a entidade e a referência para pagar no caixa ou no app do banco.',
      voucher: 'Em seguida, você recebe um comprovante para pagar em dinheiro em uma loja.',
      ussd: 'Em seguida, você recebe um código para discar no telefone.',
      bank_transfer_mexico: 'Em seguida, você recebe a CLABE para a transferência.',
    },
    pay: {
      redirect: 'Continuar para o pagamento',
      qr: 'Mostrar código QR',
      multibanco: 'Obter referência',
      voucher: 'Obter comprovante',
      ussd: 'Obter código',
      bank_transfer_mexico: 'Obter CLABE',
    },
    cancel: 'Cancelar pagamento',
  },
  card: {
    heading: 'Pague com cartão',
    sentence: 'Digite os dados como aparecem no seu cartão.',
    pay: (amount) => `Pagar ${amount}`,
    labels: {
      pan: 'Número do cartão',
      expiry: 'Data de validade',
      cvv: 'Código de segurança',
      holder_name: 'Nome no cartão',
    },
    expiryForm: 'MM/AA',
    cvvHint: '3 ou 4 dígitos, geralmente no verso',
    accepted: 'Cartões aceitos',
    missing: {
      pan: 'Digite o número do cartão.',
      expiry: 'Digite a data de validade.',
      cvv: 'Digite o código de segurança.',
      holder_name: 'Digite o nome que está no cartão.',
    },
    malformed: {
      pan: 'Confira o número do cartão: falta um dígito ou há um errado.',
      expiry: 'Digite o mês e o ano como no cartão, por exemplo 04/31.',
      cvv: 'O código de segurança tem 3 ou 4 dígitos.',
      holder_name: 'Digite o nome completo, como está no cartão.',
    },
    expired: 'Este cartão está vencido.',
  },
  stopped: {
    heading: 'Já não é possível inserir um cartão aqui',
    sentence: 'Nada foi cobrado. Volte à loja e comece um novo pagamento.',
  },
  leaving: {
    heading: 'Aprove seu pagamento',
    sentence: 'Você será levado à página do seu banco ou provedor de pagamento.',
    link: 'Continuar para o pagamento',
  },
  waiting: {
    heading: 'Seu pagamento está sendo processado',
    sentence: 'Costuma levar alguns segundos. Você não precisa pagar de novo.',
    stages: ['Dados recebidos', 'Aguardando a confirmação', 'Pagamento concluído'],
    later: 'Você pode fechar esta página. O mesmo link mostra depois como terminou.',
  },
  returned: {
    heading: 'Um momento: estamos perguntando ao seu banco',
    sentence: 'Costuma levar alguns segundos. Depois você vê aqui como terminou.',
  },
  instructions: {
    dial: 'Discar agora',
    remind: 'Adicionar ao calendário',
    arrival: 'Esta página se atualiza sozinha e avisa quando o pagamento chegar.',
    labels: {
      code: 'Código para discar',
      clabe: 'CLABE',
      payload: 'Código copia e cola',
      entity: 'Entidade',
      reference: 'Referência',
      number: 'Número do comprovante',
      amount: 'Valor',
    },
    qr: {
      heading: 'Leia o código para pagar',
      how: [
        'Abra o app do seu banco e escolha pagar com código QR.',
        'Leia o código, ou copie e cole no app.',
        'Confira o nome e o valor, e confirme.',
      ],
      link: () => 'Abrir no app do banco',
    },
    multibanco: {
      heading: 'Pague com Multibanco',
      how: [
        'No caixa automático ou no app do banco, escolha pagamento de serviços.',
        'Digite a entidade, a referência e o valor como aparecem.',
        'Confirme e guarde o recibo.',
      ],
      link: (host) => `Instruções em ${host}`,
    },
    voucher: {
      heading: 'Pague em dinheiro',
      how: [
        'Imprima este comprovante ou mostre no telefone.',
        'Leve a uma das lojas e pague o valor exato.',
        'Guarde o recibo até o pagamento chegar.',
      ],
      link: (host) => `Instruções em ${host}`,
    },
    ussd: {
      heading: 'Disque para pagar',
      how: ['Disque o código no telefone da sua conta bancária.', 'Siga os passos e confirme.'],
      link: (host) => `Instruções em ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Pague por transferência',
      how: [
        'No app do banco, faça uma transferência SPEI para esta CLABE.',
        'Transfira o valor exato em uma única transferência.',
      ],
      link: () => 'Abrir no app do banco',
    },
  },
  checkNow: 'Verificar agora',
  notPaidYet: 'Ainda não paguei',
  reload: 'Tentar novamente',
  outcomes: {
    success: {
      heading: 'Pagamento concluído',
      sentence: 'Obrigado. Seu pagamento foi realizado com sucesso.',
    },
    cancelled: { heading: 'Pagamento cancelado', sentence: 'O pagamento foi cancelado. Nada foi cobrado.' },
    declined: { heading: 'Pagamento recusado', sentence: 'O pagamento foi recusado. Nada foi cobrado.' },
    error: {
      heading: 'O pagamento falhou',
      sentence: 'Não foi possível realizar o pagamento. Se faltar dinheiro, fale com a loja e diga o pedido.',
    },
    expired: {
      heading: 'Pagamento expirado',
      sentence: 'O prazo para fazer este pagamento terminou. Nada foi cobrado.',
    },
  },
  expiredElsewhere: {
    heading: 'O prazo terminou',
    sentence:
      'Este pagamento podia ser feito até agora. Se você pagou a tempo, guarde o recibo e fale com a loja.',
  },
  declined: {
    card: 'Seu banco não aprovou este cartão: em geral por falta de saldo, um limite ou código de segurança errado. Tente outro cartão ou fale com seu banco.',
    blocked: 'Não podemos aceitar este pagamento. Escolha outra forma de pagar ou fale com a loja.',
    other: 'Seu banco ou provedor de pagamento não aprovou. Tente de novo ou escolha outra forma de pagar.',
  },
  paidBefore: {
    heading: 'Já está pago',
    sentence: (when) => `Este pagamento foi feito em ${when}. Não há mais nada a pagar.`,
  },
  dayAndTime: '{day} às {time}',
  continueTo: (merchant) => `Continuar para ${merchant}`,
  tryAgainAt: (merchant) => `Tentar de novo em ${merchant}`,
  backTo: (merchant) => `Voltar para ${merchant}`,
  goBackYourself: (merchant) => `Você pode fechar esta página e voltar para ${merchant}.`,
  script: {
    copy: 'Copiar',
    copyCode: 'Copiar código',
    copied: 'Copiado',
    print: 'Imprimir',
    save: 'Salvar como imagem',
    send: 'Enviar',
    busy: 'Um momento…',
    offline: 'Sem conexão. Tentando de novo…',
    timeLeft: 'restam {time}',
    onward: 'Você será levado para lá em {seconds} s.',
    stay: 'Ficar aqui',
  },
  problems: {
    cardNotAccepted: 'Nada foi cobrado. Corrija o que está marcado e digite os dados do cartão novamente.',
    cardDeclined: 'Seu banco recusou este cartão. Tente outro cartão.',
    outdatedForm:
      'Nada foi feito com este cartão: o anterior foi recusado nesse meio-tempo. Digite os dados novamente.',
    cardsUnderWay:
      'Nada foi cobrado. Outros cartões ainda estão sendo verificados. Tente novamente em alguns minutos.',
    tooManyCards: 'Foram inseridos cartões com erros vezes demais.',
    notProven:
      'Nada foi feito: não foi possível verificar este formulário. Permita cookies nesta página e tente novamente.',
    notCancelled: 'Não foi possível cancelar o pagamento agora. Tente novamente em instantes.',
  },
  failures: {
    unknownLink: {
      heading: 'Página não encontrada',
      sentence:
        'Nenhum pagamento corresponde a este endereço. Abra o link completo que você recebeu, ou peça um novo à loja.',
    },
    expiredLink: {
      heading: 'Link expirado',
      sentence:
        'Este pagamento terminou há muito tempo e a página dele não é mais mostrada. Pergunte à loja sobre o seu pedido.',
    },
    refused: { heading: 'Pedido não aceito', sentence: 'Volte à página de pagamento e tente novamente.' },
    tooMany: {
      heading: 'Um momento, por favor',
      sentence:
        'Esta página foi aberta muitas vezes em pouco tempo. Aguarde uns segundos; seu pagamento está como estava.',
    },
    unavailable: {
      heading: 'Algo deu errado',
      sentence: 'Não podemos mostrar esta página agora. Seu pagamento está seguro: tente em instantes.',
    },
  },
};
