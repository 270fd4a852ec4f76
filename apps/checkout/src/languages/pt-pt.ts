import { brazilianPortuguese } from './pt-br.js';
import type { Words } from './words.js';

/** As it is written in Portugal; what is the same in Brazil is taken from there. */
export const europeanPortuguese: Words = {
  ...brazilianPortuguese,
  language: 'pt-PT',
  labels: {
    ...brazilianPortuguese.labels,
    reference: 'Encomenda',
    method: 'Método de pagamento',
    payBy: 'Pagar até',
    barcode: 'Código de barras do talão',
    qrCode: 'Código QR para ler com a aplicação do seu banco',
  },
  methods: { ...brazilianPortuguese.methods, p2c: 'Transferência por cartão ou telemóvel' },
  links: { contact: 'Contacto', terms: 'Termos', privacy: 'Privacidade' },
  languageChoice: 'Língua',
  titleOf: (merchant) => `Pagamento a ${merchant}`,
  caution: 'Nunca pedimos a palavra-passe nem o PIN do seu banco.',
  testMode: 'Modo de teste: não é movimentado dinheiro real',
  form: {
    heading: 'Confirme o seu pagamento',
    sentence: {
      redirect: 'A seguir, será levado à página segura do seu banco ou carteira para aprovar o pagamento.',
      qr: 'A seguir, recebe um código QR para ler com a aplicação do seu banco ou copiar para ela.',
      multibanco:
        'A seguir, recebe a entidade e a referência para pagar numa caixa Multibanco ou no homebanking.',
      voucher: 'A seguir, recebe um talão para pagar em dinheiro numa loja.',
      ussd: 'A seguir, recebe um código para marcar no telemóvel.',
      bank_transfer_mexico: 'A seguir, recebe a CLABE para a transferência.',
    },
    pay: {
      ...brazilianPortuguese.form.pay,
      voucher: 'Obter talão',
    },
    cancel: 'Cancelar pagamento',
  },
  card: {
    ...brazilianPortuguese.card,
    heading: 'Pagar com cartão',
    sentence: 'Introduza os dados tal como aparecem no seu cartão.',
    cvvHint: '3 ou 4 algarismos, geralmente no verso',
    accepted: 'Cartões aceites',
    missing: {
      pan: 'Introduza o número do cartão.',
      expiry: 'Introduza a data de validade.',
      cvv: 'Introduza o código de segurança.',
      holder_name: 'Introduza o nome que está no cartão.',
    },
    malformed: {
      pan: 'Verifique o número do cartão: falta um algarismo ou há um errado.',
      expiry: 'Introduza o mês e o ano como no cartão, por exemplo 04/31.',
      cvv: 'O código de segurança tem 3 ou 4 algarismos.',
      holder_name: 'Introduza o nome completo, tal como está no cartão.',
    },
    expired: 'Este cartão está fora de validade.',
  },
  stopped: {
    heading: 'Já não é possível introduzir um cartão aqui',
    sentence: 'Nada foi cobrado. Volte à loja e inicie um novo pagamento.',
  },
  leaving: {
    heading: 'Aprove o seu pagamento',
    sentence: 'Será levado à página do seu banco ou prestador de pagamentos.',
    link: 'Continuar para o pagamento',
  },
  waiting: {
    heading: 'O seu pagamento está a ser processado',
    sentence: 'Costuma demorar alguns segundos. Não precisa de pagar outra vez.',
    stages: ['Dados recebidos', 'A aguardar a confirmação', 'Pagamento concluído'],
    later: 'Pode fechar esta página. A mesma ligação mostra depois como terminou.',
  },
  returned: {
    heading: 'Um momento: estamos a perguntar ao seu banco',
    sentence: 'Costuma demorar alguns segundos. Depois vê aqui como terminou.',
  },
  instructions: {
    dial: 'Marcar agora',
    remind: 'Adicionar ao calendário',
    arrival: 'Esta página atualiza-se sozinha e avisa quando o pagamento chegar.',
    labels: {
      ...brazilianPortuguese.instructions.labels,
      code: 'Código para marcar',
      payload: 'Código para copiar e colar',
      number: 'Número do talão',
      amount: 'Montante',
    },
    qr: {
      heading: 'Leia o código para pagar',
      how: [
        'Abra a aplicação do seu banco e escolha pagar com código QR.',
        'Leia o código, ou copie-o e cole-o na aplicação.',
        'Verifique o nome e o montante, e confirme.',
      ],
      link: () => 'Abrir na aplicação do banco',
    },
    multibanco: {
      heading: 'Pagar por Multibanco',
      how: [
        'Numa caixa Multibanco ou no homebanking, escolha pagamento de serviços.',
        'Introduza a entidade, a referência e o montante tal como aparecem.',
        'Confirme e guarde o talão.',
      ],
      link: (host) => `Instruções em ${host}`,
    },
    voucher: {
      heading: 'Pagar em dinheiro',
      how: [
        'Imprima este talão ou mostre-o no telemóvel.',
        'Leve-o a uma das lojas e pague o montante exato.',
        'Guarde o recibo até o pagamento chegar.',
      ],
      link: (host) => `Instruções em ${host}`,
    },
    ussd: {
      heading: 'Marque para pagar',
      how: ['Marque o código no telemóvel da sua conta bancária.', 'Siga os passos e confirme.'],
      link: (host) => `Instruções em ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Pagar por transferência',
      how: [
        'Na aplicação do banco, faça uma transferência SPEI para esta CLABE.',
        'Transfira o montante exato numa única transferência.',
      ],
      link: () => 'Abrir na aplicação do banco',
    },
  },
  reload: 'Tentar novamente',
  outcomes: {
    ...brazilianPortuguese.outcomes,
    success: {
      heading: 'Pagamento concluído',
      sentence: 'Obrigado. O seu pagamento foi efetuado com sucesso.',
    },
    error: {
      heading: 'O pagamento falhou',
      sentence:
        'Não foi possível efetuar o pagamento. Se lhe faltar dinheiro, contacte a loja e indique a encomenda.',
    },
  },
  expiredElsewhere: {
    heading: 'O prazo terminou',
    sentence: 'Este pagamento podia ser feito até agora. Se pagou a tempo, guarde o talão e contacte a loja.',
  },
  declined: {
    card: 'O seu banco não aprovou este cartão: em geral por falta de saldo, um limite ou um código de segurança errado. Tente outro cartão ou contacte o seu banco.',
    blocked: 'Não podemos aceitar este pagamento. Escolha outra forma de pagar ou contacte a loja.',
    other:
      'O seu banco ou prestador de pagamentos não aprovou. Tente novamente ou escolha outra forma de pagar.',
  },
  paidBefore: {
    heading: 'Já está pago',
    sentence: (when) => `Este pagamento foi feito em ${when}. Não há mais nada a pagar.`,
  },
  tryAgainAt: (merchant) => `Tentar novamente em ${merchant}`,
  backTo: (merchant) => `Voltar a ${merchant}`,
  goBackYourself: (merchant) => `Pode fechar esta página e voltar a ${merchant}.`,
  script: {
    ...brazilianPortuguese.script,
    save: 'Guardar como imagem',
    offline: 'Sem ligação. A tentar novamente…',
    timeLeft: 'faltam {time}',
    onward: 'Será levado para lá em {seconds} s.',
    stay: 'Ficar aqui',
  },
  problems: {
    cardNotAccepted:
      'Nada foi cobrado. Corrija o que está assinalado e introduza novamente os dados do cartão.',
    cardDeclined: 'O seu banco recusou este cartão. Tente outro cartão.',
    outdatedForm:
      'Nada foi feito com este cartão: o anterior foi entretanto recusado. Introduza novamente os dados.',
    cardsUnderWay:
      'Nada foi cobrado. Outros cartões ainda estão a ser verificados. Tente novamente dentro de alguns minutos.',
    tooManyCards: 'Foram introduzidos cartões com erros demasiadas vezes.',
    notProven:
      'Nada foi feito: não foi possível verificar este formulário. Permita cookies nesta página e tente novamente.',
    notCancelled: 'Não foi possível cancelar o pagamento agora. Tente novamente dentro de momentos.',
  },
  failures: {
    unknownLink: {
      heading: 'Página não encontrada',
      sentence:
        'Nenhum pagamento corresponde a este endereço. Abra a ligação completa que recebeu, ou peça uma nova à loja.',
    },
    expiredLink: {
      heading: 'Ligação expirada',
      sentence:
        'Este pagamento terminou há muito tempo e a sua página já não é mostrada. Pergunte à loja pela sua encomenda.',
    },
    refused: { heading: 'Pedido não aceite', sentence: 'Volte à página de pagamento e tente novamente.' },
    tooMany: {
      heading: 'Um momento, por favor',
      sentence:
        'Esta página foi aberta demasiadas vezes em pouco tempo. Aguarde uns segundos; o seu pagamento está como estava.',
    },
    unavailable: {
      heading: 'Algo correu mal',
      sentence:
        'Não podemos mostrar esta página agora. O seu pagamento está seguro: tente dentro de momentos.',
    },
  },
};
