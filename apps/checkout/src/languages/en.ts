import type { Words } from './words.js';

export const english: Words = {
  language: 'en',
  labels: { reference: 'Reference', description: 'Description', method: 'Payment method' },
  methods: { card: 'Card', cash_mexico: 'Cash', cash_uruguay: 'Cash', qr_code: 'QR code' },
  titleOf: (merchant) => `Payment to ${merchant}`,
  form: {
    heading: 'Confirm your payment',
    sentence: 'Check the details above before you pay.',
    pay: (amount) => `Pay ${amount}`,
    cancel: 'Cancel payment',
  },
  card: {
    heading: 'Pay by card',
    sentence: 'Enter the details as they are on your card.',
    labels: {
      pan: 'Card number',
      exp_month: 'Expiry month',
      exp_year: 'Expiry year',
      cvv: 'Security code (CVV)',
      holder_name: 'Name on the card',
    },
    hints: { exp_month: 'MM', exp_year: 'YY', cvv: '3 or 4 digits, usually on the back' },
    problems: {
      pan: 'This is not a valid card number.',
      exp_month: 'Enter a month from 1 to 12.',
      exp_year: 'Enter a year of 2 or 4 digits.',
      cvv: 'Enter the 3 or 4 digits of the code.',
      holder_name: 'Enter the name with 2 to 120 characters.',
    },
    expired: 'This card has expired.',
  },
  stopped: {
    heading: 'No card can be entered here any more',
    sentence: 'Nothing was charged. Go back to the merchant and start a new payment.',
  },
  leaving: {
    heading: 'Complete your payment',
    sentence: 'You are being taken to the page of your bank or payment provider.',
    link: 'Continue to payment',
  },
  waiting: {
    heading: 'Your payment is being processed',
    sentence: 'This page refreshes by itself. You do not have to pay again.',
  },
  instructions: {
    heading: 'Complete your payment',
    sentence: 'This page refreshes by itself and shows when the payment has arrived.',
    link: {
      ussd: 'Show instructions',
      bank_transfer_mexico: 'Open in your bank app',
      qr: 'Open in your bank app',
      multibanco: 'Show instructions',
      voucher: 'Show voucher',
    },
    steps: {
      code: 'Dial this code on your phone',
      clabe: 'Transfer to this CLABE',
      payload: 'Copy this code into your bank app',
      entity: 'Entity',
      reference: 'Reference',
      number: 'Voucher number',
      payBy: 'Pay by',
    },
  },
  checkNow: 'Check now',
  backToPayment: 'Back to the payment',
  outcomes: {
    success: { heading: 'Payment complete', sentence: 'Thank you. Your payment was successful.' },
    cancelled: { heading: 'Payment cancelled', sentence: 'The payment was cancelled. Nothing was charged.' },
    declined: { heading: 'Payment declined', sentence: 'The payment was declined. Nothing was charged.' },
    error: { heading: 'Payment failed', sentence: 'The payment could not be made.' },
    expired: { heading: 'Payment expired', sentence: 'The time to make this payment is over.' },
  },
  continueTo: (merchant) => `Continue to ${merchant}`,
  problems: {
    cardNotAccepted: 'Nothing was charged. Please correct what is marked below and enter your card again.',
    tooManyCards: 'Cards with mistakes were entered too often.',
    notProven:
      'Nothing was done: this form could not be verified. Allow cookies for this page, then please try again.',
    notCancelled: 'The payment could not be cancelled right now. Please try again in a moment.',
  },
  failures: {
    unknownLink: {
      heading: 'Page not found',
      sentence: 'This payment link does not exist. Check that you opened the whole link.',
    },
    refused: { heading: 'Request not accepted', sentence: 'Go back to the payment page and try again.' },
    unavailable: {
      heading: 'Something went wrong',
      sentence: 'We cannot show this page right now. Please reload it in a moment.',
    },
  },
};
