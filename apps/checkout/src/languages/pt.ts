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
