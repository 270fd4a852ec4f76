import type { Words } from './words.js';

export const english: Words = {
  language: 'en',
  labels: {
    reference: 'Order',
    description: 'Description',
    method: 'Payment method',
    payBy: 'Pay by',
    paidOn: 'Paid on',
    transaction: 'Transaction number',
    places: 'Where to pay',
    barcode: 'Barcode of the voucher',
    qrCode: 'QR code to scan with your bank app',
  },
  methods: {
    card: 'Card',
    cash_mexico: 'Cash',
    cash_uruguay: 'Cash',
    qr_code: 'QR code',
    p2c: 'Card or phone transfer',
    cash_costa_rica: 'Cash',
    bank_transfer_mexico: 'Bank transfer',
    bank_transfer_peru: 'Bank transfer',
    bank_transfer_africa: 'Bank transfer',
  },
  links: { contact: 'Contact', terms: 'Terms', privacy: 'Privacy' },
  languageChoice: 'Language',
  titleOf: (merchant) => `Payment to ${merchant}`,
  caution: 'We never ask for the password or PIN of your bank.',
  testMode: 'Test mode: no real money is moved',
  form: {
    heading: 'Confirm your payment',
    sentence: {
      redirect: 'Next, you go to the secure page of your bank or wallet to approve the payment.',
      qr: 'Next, you get a QR code to scan with your bank app, or to copy into it.',
      multibanco: 'Next, you get the entity and reference to pay at a cash machine or in your bank app.',
      voucher: 'Next, you get a voucher to pay in cash at a shop near you.',
      ussd: 'Next, you get a code to dial on your phone.',
      bank_transfer_mexico: 'Next, you get the CLABE to transfer the amount to.',
    },
    pay: {
      redirect: 'Continue to payment',
      qr: 'Show QR code',
      multibanco: 'Get payment reference',
      voucher: 'Get voucher',
      ussd: 'Get code',
      bank_transfer_mexico: 'Get CLABE',
    },
    cancel: 'Cancel payment',
  },
  card: {
    heading: 'Pay by card',
    sentence: 'Enter the details as they are on your card.',
    pay: (amount) => `Pay ${amount}`,
    labels: {
      pan: 'Card number',
      expiry: 'Expiry date',
      cvv: 'Security code',
      holder_name: 'Name on the card',
    },
    expiryForm: 'MM/YY',
    cvvHint: '3 or 4 digits, usually on the back',
    accepted: 'Accepted cards',
    missing: {
      pan: 'Enter your card number.',
      expiry: 'Enter the expiry date.',
      cvv: 'Enter the security code.',
      holder_name: 'Enter the name on the card.',
    },
    malformed: {
      pan: 'Check the card number: a digit is missing or wrong.',
      expiry: 'Enter month and year as on your card, such as 04/31.',
      cvv: 'The security code has 3 or 4 digits.',
      holder_name: 'Enter the whole name, as it is on the card.',
    },
    expired: 'This card has expired.',
  },
  stopped: {
    heading: 'No card can be entered here any more',
    sentence: 'Nothing was charged. Go back to the merchant and start a new payment.',
  },
  leaving: {
    heading: 'Approve your payment',
    sentence: 'You are being taken to the page of your bank or payment provider.',
    link: 'Continue to payment',
  },
  waiting: {
    heading: 'Your payment is being processed',
    sentence: 'This usually takes a few seconds. You do not have to pay again.',
    stages: ['Details received', 'Waiting for confirmation', 'Payment complete'],
    later: 'You may close this page. The same link shows later how it ended.',
  },
  returned: {
    heading: 'One moment: we are asking your bank',
    sentence: 'This usually takes a few seconds. You will then see here how it ended.',
  },
  instructions: {
    dial: 'Dial now',
    remind: 'Add to calendar',
    arrival: 'This page refreshes by itself and shows when your payment has arrived.',
    labels: {
      code: 'Code to dial',
      clabe: 'CLABE',
      payload: 'Code to copy',
      entity: 'Entity',
      reference: 'Reference',
      number: 'Voucher number',
      amount: 'Amount',
    },
    qr: {
      heading: 'Scan to pay',
      how: [
        'Open your bank app and choose to pay by QR code.',
        'Scan the code, or copy it and paste it there.',
        'Check name and amount, and confirm.',
      ],
      link: () => 'Open in your bank app',
    },
    multibanco: {
      heading: 'Pay by Multibanco',
      how: [
        'At a cash machine or in your bank app, choose to pay for services.',
        'Enter entity, reference and amount exactly as shown.',
        'Confirm, and keep the receipt.',
      ],
      link: (host) => `Instructions at ${host}`,
    },
    voucher: {
      heading: 'Pay in cash',
      how: [
        'Print this voucher, or show it on your phone.',
        'Take it to one of the shops and pay the exact amount.',
        'Keep the receipt until the payment has arrived.',
      ],
      link: (host) => `Instructions at ${host}`,
    },
    ussd: {
      heading: 'Dial to pay',
      how: ['Dial the code from the phone of your bank account.', 'Follow the steps and confirm.'],
      link: (host) => `Instructions at ${host}`,
    },
    bank_transfer_mexico: {
      heading: 'Pay by transfer',
      how: [
        'In your bank app, make a SPEI transfer to this CLABE.',
        'Transfer the exact amount in one transfer.',
      ],
      link: () => 'Open in your bank app',
    },
  },
  checkNow: 'Check now',
  notPaidYet: 'I have not paid yet',
  reload: 'Try again',
  outcomes: {
    success: { heading: 'Payment complete', sentence: 'Thank you. Your payment was successful.' },
    cancelled: { heading: 'Payment cancelled', sentence: 'The payment was cancelled. Nothing was charged.' },
    declined: { heading: 'Payment declined', sentence: 'The payment was declined. Nothing was charged.' },
    error: {
      heading: 'Payment failed',
      sentence: 'The payment could not be made. Should money be missing, ask the shop and name your order.',
    },
    expired: {
      heading: 'Payment expired',
      sentence: 'The time to make this payment is over. Nothing was charged.',
    },
  },
  expiredElsewhere: {
    heading: 'Time is up',
    sentence: 'This payment could be made until now. If you paid in time, keep the receipt and ask the shop.',
  },
  declined: {
    card: 'Your bank did not approve this card: often for lack of funds, a limit or a wrong security code. Try another card, or ask your bank.',
    blocked: 'This payment cannot be accepted. Please choose another way to pay, or ask the shop.',
    other: 'Your bank or payment provider did not approve it. Try again, or choose another way to pay.',
  },
  paidBefore: {
    heading: 'Already paid',
    sentence: (when) => `This payment was made on ${when}. There is nothing left to pay.`,
  },
  dayAndTime: '{day} at {time}',
  continueTo: (merchant) => `Continue to ${merchant}`,
  tryAgainAt: (merchant) => `Try again at ${merchant}`,
  backTo: (merchant) => `Back to ${merchant}`,
  goBackYourself: (merchant) => `You may close this page and go back to ${merchant}.`,
  script: {
    copy: 'Copy',
    copyCode: 'Copy code',
    copied: 'Copied',
    print: 'Print',
    save: 'Save as image',
    send: 'Send',
    busy: 'One moment…',
    offline: 'No connection. Trying again…',
    timeLeft: '{time} left',
    onward: 'You are being taken there in {seconds} s.',
    stay: 'Stay here',
  },
  problems: {
    cardNotAccepted: 'Nothing was charged. Please correct what is marked below and enter your card again.',
    cardDeclined: 'Your bank declined this card. Try another card.',
    outdatedForm:
      'Nothing was done with this card: the one before was declined meanwhile. Please enter it again.',
    cardsUnderWay:
      'Nothing was charged. Other cards are still being checked. Please try again in a few minutes.',
    tooManyCards: 'Cards with mistakes were entered too often.',
    notProven:
      'Nothing was done: this form could not be verified. Allow cookies for this page, then please try again.',
    notCancelled: 'The payment could not be cancelled right now. Please try again in a moment.',
  },
  failures: {
    unknownLink: {
      heading: 'Page not found',
      sentence:
        'No payment belongs to this address. Open the whole link that you were given, or ask the shop for a new one.',
    },
    expiredLink: {
      heading: 'Link expired',
      sentence:
        'This payment ended long ago, and its page is no longer shown. Ask the shop about your order.',
    },
    refused: { heading: 'Request not accepted', sentence: 'Go back to the payment page and try again.' },
    tooMany: {
      heading: 'One moment, please',
      sentence:
        'This page was opened very often in a short time. Wait a few seconds; your payment is as it was.',
    },
    unavailable: {
      heading: 'Something went wrong',
      sentence: 'We cannot show this page right now. Your payment is safe: try again in a moment.',
    },
  },
};
