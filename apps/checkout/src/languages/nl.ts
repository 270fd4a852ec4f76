import type { Words } from './words.js';

export const dutch: Words = {
  language: 'nl',
  labels: {
    reference: 'Bestelling',
    description: 'Omschrijving',
    method: 'Betaalmethode',
    payBy: 'Betaal vóór',
    paidOn: 'Betaald op',
    transaction: 'Transactienummer',
    places: 'Waar u betaalt',
    barcode: 'Streepjescode van de betaalbon',
    qrCode: 'QR-code om met uw bank-app te scannen',
  },
  methods: {
    card: 'Kaart',
    cash_mexico: 'Contant',
    cash_uruguay: 'Contant',
    qr_code: 'QR-code',
    p2c: 'Overboeking met kaart of telefoon',
    cash_costa_rica: 'Contant',
    bank_transfer_mexico: 'Bankoverschrijving',
    bank_transfer_peru: 'Bankoverschrijving',
    bank_transfer_africa: 'Bankoverschrijving',
  },
  links: { contact: 'Contact opnemen', terms: 'Voorwaarden', privacy: 'Privacybeleid' },
  languageChoice: 'Taal',
  titleOf: (merchant) => `Betaling aan ${merchant}`,
  caution: 'Wij vragen nooit om het wachtwoord of de pincode van uw bank.',
  testMode: 'Testmodus: er wordt geen echt geld overgemaakt',
  form: {
    heading: 'Bevestig uw betaling',
    sentence: {
      redirect:
        'Hierna gaat u naar de beveiligde pagina van uw bank of wallet om de betaling goed te keuren.',
      qr: 'Hierna krijgt u een QR-code om met uw bank-app te scannen of daarin te kopiëren.',
      multibanco:
        'Hierna krijgt u de entiteit en de referentie om bij een geldautomaat of in uw bank-app te betalen.',
      voucher: 'Hierna krijgt u een betaalbon om contant te betalen in een winkel bij u in de buurt.',
      ussd: 'Hierna krijgt u een code om op uw telefoon te kiezen.',
      bank_transfer_mexico: 'Hierna krijgt u de CLABE waarnaar u het bedrag overmaakt.',
    },
    pay: {
      redirect: 'Verder naar de betaling',
      qr: 'QR-code tonen',
      multibanco: 'Referentie ophalen',
      voucher: 'Betaalbon ophalen',
      ussd: 'Code ophalen',
      bank_transfer_mexico: 'CLABE ophalen',
    },
    cancel: 'Betaling annuleren',
  },
  card: {
    heading: 'Betalen met kaart',
    sentence: 'Vul de gegevens in zoals ze op uw kaart staan.',
    pay: (amount) => `${amount} betalen`,
    labels: {
      pan: 'Kaartnummer',
      expiry: 'Vervaldatum',
      cvv: 'Beveiligingscode',
      holder_name: 'Naam op de kaart',
    },
    expiryForm: 'MM/JJ',
    cvvHint: '3 of 4 cijfers, meestal op de achterkant',
    accepted: 'Geaccepteerde kaarten',
    missing: {
      pan: 'Vul uw kaartnummer in.',
      expiry: 'Vul de vervaldatum in.',
      cvv: 'Vul de beveiligingscode in.',
      holder_name: 'Vul de naam in die op de kaart staat.',
    },
    malformed: {
      pan: 'Controleer het kaartnummer: er ontbreekt een cijfer of er is een cijfer fout.',
      expiry: 'Vul maand en jaar in zoals op uw kaart, bijvoorbeeld 04/31.',
      cvv: 'De beveiligingscode heeft 3 of 4 cijfers.',
      holder_name: 'Vul de volledige naam in, zoals die op de kaart staat.',
    },
    expired: 'Deze kaart is verlopen.',
  },
  stopped: {
    heading: 'Hier kan geen kaart meer worden ingevuld',
    sentence: 'Er is niets afgeschreven. Ga terug naar de winkel en begin een nieuwe betaling.',
  },
  leaving: {
    heading: 'Keur uw betaling goed',
    sentence: 'U wordt naar de pagina van uw bank of betaaldienst gebracht.',
    link: 'Verder naar de betaling',
  },
  waiting: {
    heading: 'Uw betaling wordt verwerkt',
    sentence: 'Dit duurt meestal een paar seconden. U hoeft niet nog eens te betalen.',
    stages: ['Gegevens ontvangen', 'Wachten op bevestiging', 'Betaling voltooid'],
    later: 'U kunt deze pagina sluiten. Dezelfde link toont later hoe het is afgelopen.',
  },
  returned: {
    heading: 'Een ogenblik: wij vragen het aan uw bank',
    sentence: 'Dit duurt meestal een paar seconden. Daarna ziet u hier hoe het is afgelopen.',
  },
  instructions: {
    dial: 'Nu bellen',
    remind: 'In agenda zetten',
    arrival: 'Deze pagina ververst vanzelf en laat zien wanneer uw betaling is aangekomen.',
    labels: {
      code: 'Code om te kiezen',
      clabe: 'CLABE',
      payload: 'Code om te kopiëren',
      entity: 'Entiteit',
      reference: 'Referentie',
      number: 'Bonnummer',
      amount: 'Bedrag',
    },
    qr: {
      heading: 'Scan om te betalen',
      how: [
        'Open uw bank-app en kies betalen met QR-code.',
        'Scan de code, of kopieer hem en plak hem daar.',
        'Controleer naam en bedrag, en bevestig.',
      ],
      link: () => 'Openen in uw bank-app',
    },
    multibanco: {
      heading: 'Betalen met Multibanco',
      how: [
        'Kies bij een geldautomaat of in uw bank-app voor het betalen van diensten.',
        'Vul entiteit, referentie en bedrag precies in zoals getoond.',
        'Bevestig en bewaar de bon.',
      ],
      link: (host) => `Uitleg op ${host}`,
    },
    voucher: {
      heading: 'Contant betalen',
      how: [
        'Druk deze betaalbon af of toon hem op uw telefoon.',
        'Neem hem mee naar een van de winkels en betaal het exacte bedrag.',
        'Bewaar de kassabon tot de betaling is aangekomen.',
      ],
      link: (host) => `Uitleg op ${host}`,
    },
    ussd: {
      heading: 'Bel om te betalen',
      how: ['Kies de code op de telefoon van uw bankrekening.', 'Volg de stappen en bevestig.'],
      link: (host) => `Uitleg op ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Betalen met overschrijving',
      how: [
        'Doe in uw bank-app een SPEI-overschrijving naar deze CLABE.',
        'Maak het exacte bedrag in één keer over.',
      ],
      link: () => 'Openen in uw bank-app',
    },
  },
  checkNow: 'Nu controleren',
  notPaidYet: 'Ik heb nog niet betaald',
  reload: 'Opnieuw proberen',
  outcomes: {
    success: { heading: 'Betaling voltooid', sentence: 'Dank u wel. Uw betaling is gelukt.' },
    cancelled: {
      heading: 'Betaling geannuleerd',
      sentence: 'De betaling is geannuleerd. Er is niets afgeschreven.',
    },
    declined: {
      heading: 'Betaling geweigerd',
      sentence: 'De betaling is geweigerd. Er is niets afgeschreven.',
    },
    error: {
      heading: 'Betaling mislukt',
      sentence:
        'De betaling kon niet worden gedaan. Mist u geld, neem dan contact op met de winkel en noem uw bestelling.',
    },
    expired: {
      heading: 'Betaling verlopen',
      sentence: 'De tijd voor deze betaling is voorbij. Er is niets afgeschreven.',
    },
  },
  expiredElsewhere: {
    heading: 'De tijd is voorbij',
    sentence:
      'Deze betaling kon tot nu toe worden gedaan. Hebt u op tijd betaald, bewaar dan de bon en neem contact op met de winkel.',
  },
  declined: {
    card: 'Uw bank heeft deze kaart niet goedgekeurd: vaak door te weinig saldo, een limiet of een verkeerde beveiligingscode. Probeer een andere kaart of vraag het uw bank.',
    blocked:
      'Deze betaling kan niet worden geaccepteerd. Kies een andere betaalmethode of vraag het de winkel.',
    other:
      'Uw bank of betaaldienst heeft het niet goedgekeurd. Probeer het opnieuw of kies een andere betaalmethode.',
  },
  paidBefore: {
    heading: 'Al betaald',
    sentence: (when) => `Deze betaling is gedaan op ${when}. Er hoeft niets meer te worden betaald.`,
  },
  dayAndTime: '{day} om {time}',
  continueTo: (merchant) => `Verder naar ${merchant}`,
  tryAgainAt: (merchant) => `Opnieuw proberen bij ${merchant}`,
  backTo: (merchant) => `Terug naar ${merchant}`,
  goBackYourself: (merchant) => `U kunt deze pagina sluiten en teruggaan naar ${merchant}.`,
  script: {
    copy: 'Kopiëren',
    copyCode: 'Code kopiëren',
    copied: 'Gekopieerd',
    print: 'Afdrukken',
    save: 'Opslaan als afbeelding',
    send: 'Versturen',
    busy: 'Een ogenblik…',
    offline: 'Geen verbinding. Er wordt opnieuw geprobeerd…',
    timeLeft: 'nog {time}',
    onward: 'U wordt er over {seconds} s naartoe gebracht.',
    stay: 'Hier blijven',
  },
  problems: {
    cardNotAccepted:
      'Er is niets afgeschreven. Verbeter wat hieronder is gemarkeerd en vul uw kaart opnieuw in.',
    cardDeclined: 'Uw bank heeft deze kaart geweigerd. Probeer een andere kaart.',
    outdatedForm: 'Er is niets met deze kaart gedaan: de vorige is intussen geweigerd. Vul hem opnieuw in.',
    cardsUnderWay:
      'Er is niets afgeschreven. Andere kaarten worden nog gecontroleerd. Probeer het over een paar minuten opnieuw.',
    tooManyCards: 'Er zijn te vaak kaarten met fouten ingevuld.',
    notProven:
      'Er is niets gedaan: dit formulier kon niet worden gecontroleerd. Sta cookies toe voor deze pagina en probeer het opnieuw.',
    notCancelled: 'De betaling kon nu niet worden geannuleerd. Probeer het zo meteen opnieuw.',
  },
  failures: {
    unknownLink: {
      heading: 'Pagina niet gevonden',
      sentence:
        'Bij dit adres hoort geen betaling. Open de hele link die u hebt gekregen, of vraag de winkel om een nieuwe.',
    },
    expiredLink: {
      heading: 'Link verlopen',
      sentence:
        'Deze betaling is lang geleden afgelopen en haar pagina wordt niet meer getoond. Vraag de winkel naar uw bestelling.',
    },
    refused: {
      heading: 'Verzoek niet geaccepteerd',
      sentence: 'Ga terug naar de betaalpagina en probeer het opnieuw.',
    },
    tooMany: {
      heading: 'Een ogenblik geduld',
      sentence:
        'Deze pagina is in korte tijd heel vaak geopend. Wacht een paar seconden; aan uw betaling is niets veranderd.',
    },
    unavailable: {
      heading: 'Er ging iets mis',
      sentence: 'Wij kunnen deze pagina nu niet tonen. Uw betaling is veilig: probeer het zo meteen opnieuw.',
    },
  },
};
