import type { Words } from './words.js';

export const portuguese: Words = {
  language: 'pt',
  labels: { reference: 'Referência', description: 'Descrição', method: 'Forma de pagamento' },
  methods: { card: 'Cartão', cash_mexico: 'Dinheiro', cash_uruguay: 'Dinheiro', qr_code: 'Código QR' },
  titleOf: (merchant) => `Pagamento para ${merchant}`,
  form: {
    heading: 'Confirme seu pagamento',
    sentence: 'Confira os dados acima antes de pagar.',
    pay: (amount) => `Pagar ${amount}`,
    cancel: 'Cancelar pagamento',
  },
  card: {
    heading: 'Pague com cartão',
    sentence: 'Digite os dados como aparecem no seu cartão.',
    labels: {
      pan: 'Número do cartão',
      exp_month: 'Mês de validade',
      exp_year: 'Ano de validade',
      cvv: 'Código de segurança (CVV)',
      holder_name: 'Nome no cartão',
    },
    hints: { exp_month: 'MM', exp_year: 'AA', cvv: '3 ou 4 dígitos, geralmente no verso' },
    problems: {
      pan: 'Este número de cartão não é válido.',
      exp_month: 'Digite um mês de 1 a 12.',
      exp_year: 'Digite um ano de 2 ou 4 dígitos.',
      cvv: 'Digite os 3 ou 4 dígitos do código.',
      holder_name: 'Digite o nome com 2 a 120 caracteres.',
    },
    expired: 'Este cartão está vencido.',
  },
  stopped: {
    heading: 'Já não é possível inserir um cartão aqui',
    sentence: 'Nada foi cobrado. Volte à loja e comece um novo pagamento.',
  },
  leaving: {
    heading: 'Conclua seu pagamento',
    sentence: 'Você será levado à página do seu banco ou provedor de pagamento.',
    link: 'Continuar para o pagamento',
  },
  waiting: {
    heading: 'Seu pagamento está sendo processado',
    sentence: 'Esta página se atualiza sozinha. Você não precisa pagar de novo.',
  },
  instructions: {
    heading: 'Conclua seu pagamento',
    sentence: 'Esta página se atualiza sozinha e avisa quando o pagamento chegar.',
    link: {
      ussd: 'Ver instruções',
      bank_transfer_mexico: 'Abrir no app do banco',
      qr: 'Abrir no app do banco',
      multibanco: 'Ver instruções',
      voucher: 'Ver o comprovante',
    },
    steps: {
      code: 'Disque este código no telefone',
      clabe: 'Transfira para esta CLABE',
      payload: 'Copie este código no app do banco',
      entity: 'Entidade',
      reference: 'Referência',
      number: 'Número do comprovante',
      payBy: 'Pague até',
    },
  },
  checkNow: 'Verificar agora',
  backToPayment: 'Voltar ao pagamento',
  outcomes: {
    success: {
      heading: 'Pagamento concluído',
      sentence: 'Obrigado. Seu pagamento foi realizado com sucesso.',
    },
    cancelled: { heading: 'Pagamento cancelado', sentence: 'O pagamento foi cancelado. Nada foi cobrado.' },
    declined: { heading: 'Pagamento recusado', sentence: 'O pagamento foi recusado. Nada foi cobrado.' },
    error: { heading: 'O pagamento falhou', sentence: 'Não foi possível realizar o pagamento.' },
    expired: { heading: 'Pagamento expirado', sentence: 'O prazo para fazer este pagamento terminou.' },
  },
  continueTo: (merchant) => `Continuar para ${merchant}`,
  problems: {
    cardNotAccepted: 'Nada foi cobrado. Corrija o que está marcado e digite os dados do cartão novamente.',
    tooManyCards: 'Foram inseridos cartões com erros vezes demais.',
    notProven:
      'Nada foi feito: não foi possível verificar este formulário. Permita cookies nesta página e tente novamente.',
    notCancelled: 'Não foi possível cancelar o pagamento agora. Tente novamente em instantes.',
  },
  failures: {
    unknownLink: {
      heading: 'Página não encontrada',
      sentence: 'Este link de pagamento não existe. Verifique se você abriu o link completo.',
    },
    refused: { heading: 'Pedido não aceito', sentence: 'Volte à página de pagamento e tente novamente.' },
    unavailable: {
      heading: 'Algo deu errado',
      sentence: 'Não podemos mostrar esta página agora. Recarregue em instantes.',
    },
  },
};
