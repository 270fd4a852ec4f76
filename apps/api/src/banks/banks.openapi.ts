import { countryCodes } from '#domain/values/countries';
import { bankList } from '#domain/wire/bank';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

export const exampleBanks = [
  { name: 'Access Bank', code: '044', country: 'NG' },
  { name: 'Guaranty Trust Bank', code: '058', country: 'NG' },
];

const listAfricanBanks: Endpoint = {
  method: 'get',
  path: '/v2/bank/africa',
  operation: {
    operationId: 'listAfricanBanks',
    tags: ['payouts'],
    summary: 'The banks of an African country',
    description: "What your project's route for African payouts can pay out to, by name.",
    parameters: [
      {
        name: 'country_code',
        in: 'query',
        required: true,
        description: 'ISO 3166-1 alpha-2',
        schema: { type: 'string', enum: [...countryCodes] },
        example: 'NG',
      },
    ],
    responses: {
      '200': {
        description: 'An empty list: there is no bank to pay out to',
        content: jsonContent(bankList, { nigeria: exampleBanks, none: [] }),
      },
      ...errorResponses([
        ...signedErrors,
        'requiredFieldsMissing',
        'invalidParams',
        'methodNotEnabled',
        'typeNotSupported',
        'payoutProjectDisabled',
        'payoutMidDisabled',
        'payoutRouteMissing',
        'payoutRoutingInconsistent',
        'providerDisabled',
        'bankListUnavailable',
      ]),
    },
  },
};

export const bankEndpoints: readonly Endpoint[] = [listAfricanBanks];
