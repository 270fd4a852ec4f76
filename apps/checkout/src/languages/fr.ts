import type { Words } from './words.js';

export const french: Words = {
  language: 'fr',
  labels: {
    reference: 'Commande',
    description: 'Objet',
    method: 'Moyen de paiement',
    payBy: 'À payer avant :',
    paidOn: 'Payé le',
    transaction: 'Numéro de transaction',
    places: 'Où payer',
    barcode: 'Code-barres du bon de paiement',
    qrCode: 'Code QR à scanner avec l’application de votre banque',
  },
  methods: {
    card: 'Carte bancaire',
    cash_mexico: 'Espèces',
    cash_uruguay: 'Espèces',
    qr_code: 'Code QR',
    p2c: 'Virement par carte ou téléphone',
    cash_costa_rica: 'Espèces',
    bank_transfer_mexico: 'Virement bancaire',
    bank_transfer_peru: 'Virement bancaire',
    bank_transfer_africa: 'Virement bancaire',
  },
  links: { contact: 'Nous contacter', terms: 'Conditions', privacy: 'Confidentialité' },
  languageChoice: 'Langue',
  titleOf: (merchant) => `Paiement à ${merchant}`,
  caution: 'Nous ne demandons jamais le mot de passe ni le code de votre banque.',
  testMode: 'Mode test : aucun argent réel n’est transféré',
  form: {
    heading: 'Confirmez votre paiement',
    sentence: {
      redirect:
        'Vous irez ensuite sur la page sécurisée de votre banque ou portefeuille pour approuver le paiement.',
      qr: 'Vous obtiendrez ensuite un code QR à scanner avec l’application de votre banque, ou à y copier.',
      multibanco:
        'Vous obtiendrez ensuite l’entité et la référence pour payer à un distributeur ou dans l’application de votre banque.',
      voucher: 'Vous obtiendrez ensuite un bon de paiement à régler en espèces dans un magasin près de vous.',
      ussd: 'Vous obtiendrez ensuite un code à composer sur votre téléphone.',
      bank_transfer_mexico: 'Vous obtiendrez ensuite la CLABE vers laquelle virer le montant.',
    },
    pay: {
      redirect: 'Continuer vers le paiement',
      qr: 'Afficher le code QR',
      multibanco: 'Obtenir la référence',
      voucher: 'Obtenir le bon de paiement',
      ussd: 'Obtenir le code',
      bank_transfer_mexico: 'Obtenir la CLABE',
    },
    cancel: 'Annuler le paiement',
  },
  card: {
    heading: 'Payer par carte',
    sentence: 'Saisissez les données telles qu’elles figurent sur votre carte.',
    pay: (amount) => `Payer ${amount}`,
    labels: {
      pan: 'Numéro de carte',
      expiry: 'Date d’expiration',
      cvv: 'Code de sécurité',
      holder_name: 'Nom sur la carte',
    },
    expiryForm: 'MM/AA',
    cvvHint: '3 ou 4 chiffres, en général au dos',
    accepted: 'Cartes acceptées',
    missing: {
      pan: 'Saisissez le numéro de votre carte.',
      expiry: 'Saisissez la date d’expiration.',
      cvv: 'Saisissez le code de sécurité.',
      holder_name: 'Saisissez le nom qui figure sur la carte.',
    },
    malformed: {
      pan: 'Vérifiez le numéro de carte : un chiffre manque ou est faux.',
      expiry: 'Saisissez le mois et l’année comme sur votre carte, par exemple 04/31.',
      cvv: 'Le code de sécurité a 3 ou 4 chiffres.',
      holder_name: 'Saisissez le nom complet, tel qu’il figure sur la carte.',
    },
    expired: 'Cette carte a expiré.',
  },
  stopped: {
    heading: 'Aucune carte ne peut plus être saisie ici',
    sentence: 'Rien n’a été débité. Retournez chez le marchand et commencez un nouveau paiement.',
  },
  leaving: {
    heading: 'Approuvez votre paiement',
    sentence: 'Vous êtes dirigé vers la page de votre banque ou prestataire de paiement.',
    link: 'Continuer vers le paiement',
  },
  waiting: {
    heading: 'Votre paiement est en cours',
    sentence: 'Cela prend en général quelques secondes. Vous n’avez pas à payer de nouveau.',
    stages: ['Données reçues', 'En attente de confirmation', 'Paiement terminé'],
    later: 'Vous pouvez fermer cette page. Le même lien montrera plus tard le résultat.',
  },
  returned: {
    heading: 'Un instant : nous interrogeons votre banque',
    sentence: 'Cela prend en général quelques secondes. Le résultat s’affichera ici.',
  },
  instructions: {
    dial: 'Composer maintenant',
    remind: 'Ajouter au calendrier',
    arrival: 'Cette page s’actualise seule et vous indique quand votre paiement est arrivé.',
    labels: {
      code: 'Code à composer',
      clabe: 'CLABE',
      payload: 'Code à copier',
      entity: 'Entité',
      reference: 'Référence',
      number: 'Numéro du bon',
      amount: 'Montant',
    },
    qr: {
      heading: 'Scannez pour payer',
      how: [
        'Ouvrez l’application de votre banque et choisissez de payer par code QR.',
        'Scannez le code, ou copiez-le et collez-le dans l’application.',
        'Vérifiez le nom et le montant, puis confirmez.',
      ],
      link: () => 'Ouvrir dans l’application de la banque',
    },
    multibanco: {
      heading: 'Payer par Multibanco',
      how: [
        'À un distributeur ou dans l’application de votre banque, choisissez le paiement de services.',
        'Saisissez l’entité, la référence et le montant exactement comme affichés.',
        'Confirmez et gardez le reçu.',
      ],
      link: (host) => `Instructions sur ${host}`,
    },
    voucher: {
      heading: 'Payer en espèces',
      how: [
        'Imprimez ce bon de paiement ou montrez-le sur votre téléphone.',
        'Apportez-le dans l’un des magasins et payez le montant exact.',
        'Gardez le reçu jusqu’à l’arrivée du paiement.',
      ],
      link: (host) => `Instructions sur ${host}`,
    },
    ussd: {
      heading: 'Composez pour payer',
      how: [
        'Composez le code depuis le téléphone de votre compte bancaire.',
        'Suivez les étapes et confirmez.',
      ],
      link: (host) => `Instructions sur ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Payer par virement',
      how: [
        'Dans l’application de votre banque, faites un virement SPEI vers cette CLABE.',
        'Virez le montant exact en une seule fois.',
      ],
      link: () => 'Ouvrir dans l’application de la banque',
    },
  },
  checkNow: 'Vérifier maintenant',
  notPaidYet: 'Je n’ai pas encore payé',
  reload: 'Réessayer',
  outcomes: {
    success: { heading: 'Paiement effectué', sentence: 'Merci. Votre paiement a réussi.' },
    cancelled: { heading: 'Paiement annulé', sentence: 'Le paiement a été annulé. Rien n’a été débité.' },
    declined: { heading: 'Paiement refusé', sentence: 'Le paiement a été refusé. Rien n’a été débité.' },
    error: {
      heading: 'Le paiement a échoué',
      sentence:
        'Le paiement n’a pas pu être effectué. S’il vous manque de l’argent, contactez la boutique et indiquez votre commande.',
    },
    expired: {
      heading: 'Paiement expiré',
      sentence: 'Le délai pour ce paiement est écoulé. Rien n’a été débité.',
    },
  },
  expiredElsewhere: {
    heading: 'Le délai est écoulé',
    sentence:
      'Ce paiement pouvait être fait jusqu’à maintenant. Si vous avez payé à temps, gardez le reçu et contactez la boutique.',
  },
  declined: {
    card: 'Votre banque n’a pas approuvé cette carte : souvent faute de fonds, à cause d’un plafond ou d’un code de sécurité erroné. Essayez une autre carte ou contactez votre banque.',
    blocked:
      'Ce paiement ne peut pas être accepté. Choisissez un autre moyen de paiement ou contactez la boutique.',
    other:
      'Votre banque ou prestataire de paiement ne l’a pas approuvé. Réessayez ou choisissez un autre moyen de paiement.',
  },
  paidBefore: {
    heading: 'Déjà payé',
    sentence: (when) => `Ce paiement a été fait le ${when}. Il ne reste rien à payer.`,
  },
  dayAndTime: '{day} à {time}',
  continueTo: (merchant) => `Continuer vers ${merchant}`,
  tryAgainAt: (merchant) => `Réessayer chez ${merchant}`,
  backTo: (merchant) => `Retour à ${merchant}`,
  goBackYourself: (merchant) => `Vous pouvez fermer cette page et retourner à ${merchant}.`,
  script: {
    copy: 'Copier',
    copyCode: 'Copier le code',
    copied: 'Copié',
    print: 'Imprimer',
    save: 'Enregistrer l’image',
    send: 'Envoyer',
    busy: 'Un instant…',
    offline: 'Pas de connexion. Nouvel essai…',
    timeLeft: 'encore {time}',
    onward: 'Vous y serez dirigé dans {seconds} s.',
    stay: 'Rester ici',
  },
  problems: {
    cardNotAccepted:
      'Rien n’a été débité. Corrigez ce qui est signalé ci-dessous et saisissez de nouveau votre carte.',
    cardDeclined: 'Votre banque a refusé cette carte. Essayez une autre carte.',
    outdatedForm:
      'Rien n’a été fait avec cette carte : la précédente a été refusée entre-temps. Saisissez-la de nouveau.',
    cardsUnderWay:
      'Rien n’a été débité. D’autres cartes sont encore en cours de vérification. Réessayez dans quelques minutes.',
    tooManyCards: 'Des cartes erronées ont été saisies trop souvent.',
    notProven:
      'Rien n’a été fait : ce formulaire n’a pas pu être vérifié. Autorisez les cookies pour cette page, puis réessayez.',
    notCancelled: 'Le paiement n’a pas pu être annulé pour l’instant. Réessayez dans un moment.',
  },
  failures: {
    unknownLink: {
      heading: 'Page introuvable',
      sentence:
        'Aucun paiement ne correspond à cette adresse. Ouvrez le lien complet que vous avez reçu, ou demandez-en un nouveau à la boutique.',
    },
    expiredLink: {
      heading: 'Lien expiré',
      sentence:
        'Ce paiement est terminé depuis longtemps et sa page n’est plus affichée. Interrogez la boutique sur votre commande.',
    },
    refused: {
      heading: 'Demande non acceptée',
      sentence: 'Retournez à la page de paiement et réessayez.',
    },
    tooMany: {
      heading: 'Un instant, s’il vous plaît',
      sentence:
        'Cette page a été ouverte très souvent en peu de temps. Attendez quelques secondes ; votre paiement n’a pas changé.',
    },
    unavailable: {
      heading: 'Une erreur s’est produite',
      sentence:
        'Nous ne pouvons pas afficher cette page pour l’instant. Votre paiement est en sécurité : réessayez dans un moment.',
    },
  },
};
