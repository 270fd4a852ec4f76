import { africanCurrencies } from './africa.js';
import { bolivianBankNames } from './bolivian-banks.js';
import { pixPayoutRules, africanRules, bolivianRules } from './field-rules.js';
import { customer, fieldsOf, payoutUrls } from './row-parts.js';
import type { Method } from './method.js';

/** Payouts, specification §2.10. */
export const payoutMethods = [
  {
    code: 'bank_transfer_africa',
    type: 'payout',
    style: 'h2h',
    currencies: Object.keys(africanCurrencies),
    countriesOfCurrency: africanCurrencies,
    amount: 'number',
    required: customer('identifier'),
    conditional: fieldsOf(
      'bank_transfer_africa',
      'account_number account_number_alias beneficiary_first_name beneficiary_last_name beneficiary_email ' +
        'beneficiary_phone beneficiary_document_type beneficiary_document_value',
    ),
    urls: payoutUrls,
    rules: africanRules,
    documents: [],
    requisites: 'bank_transfer_africa',
    requisiteDefaults: { beneficiary_first_name: 'first_name', beneficiary_last_name: 'last_name' },
    challenges: ['bank_code'],
    statusAsObject: true,
    showsRequisites: true,
  },
  {
    code: 'bank_transfer_bolivia',
    type: 'payout',
    style: 'h2h',
    country: 'BO',
    currencies: ['BOB'],
    amount: 'number',
    required: [
      ...customer('identifier country'),
      ...fieldsOf(
        'bank_transfer_bolivia',
        'bank_code account_number account_type beneficiary_first_name beneficiary_last_name',
      ),
    ],
    conditional: [],
    urls: payoutUrls,
    rules: bolivianRules,
    bankNames: bolivianBankNames,
    documents: [],
    requisites: 'bank_transfer_bolivia',
    challenges: [],
  },
  {
    code: 'pix',
    type: 'payout',
    style: 'h2h',
    country: 'BR',
    currencies: ['BRL'],
    amount: 'number',
    required: [
      ...customer('identifier first_name last_name'),
      ...fieldsOf('pix', 'name account account_type'),
    ],
    conditional: customer('itn'),
    urls: payoutUrls,
    extras: ['lang'],
    rules: pixPayoutRules,
    documents: ['BR_CPF', 'BR_CNPJ'],
    documentKey: { path: 'account', when: 'account_type', kinds: { CPF: 'BR_CPF', CNPJ: 'BR_CNPJ' } },
    requisites: 'pix',
    challenges: [],
  },
] as const satisfies readonly Method[];
