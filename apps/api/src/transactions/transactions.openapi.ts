import { errorOf, timeoutErrors } from '#domain/errors/error-catalogue';
import { echoedNames } from '#domain/transaction/echoed';
import type { TransactionType } from '#domain/transaction/status';
import { eventFields } from '#domain/wire/events';
import type { PublishedFields } from '#domain/wire/field';
import { checkedFields, commonFields, recordFields, recordSchemas } from '#domain/wire/record';
import { orNull } from '#domain/wire/schema';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

type Example = Readonly<Record<string, unknown>>;

type Described = {
  readonly operationId: string;
  readonly tags: string[];
  readonly examples: Readonly<Record<string, Example>>;
};

/** The check endpoint of a direction. */
export function checkEndpoint(type: TransactionType, { operationId, tags, examples }: Described): Endpoint {
  return {
    method: 'get',
    path: `/v2/${type}/{reference}`,
    operation: {
      operationId,
      tags,
      summary: `The full record of a ${type}`,
      description: `By the reference of the merchant, whichever of its projects created the ${type}.`,
      parameters: [
        referenceParameter(examples),
        {
          name: 'wait',
          in: 'query',
          description: 'Holds the request until the status changes, for at most this many seconds.',
          schema: { type: 'integer', minimum: 0, maximum: 30 },
          example: 10,
        },
      ],
      responses: {
        '200': {
          description: 'The record, with its status history',
          content: jsonContent(recordSchemas[type], examples),
        },
        ...errorResponses([...signedErrors, 'invalidParams', 'resourceNotFound']),
      },
    },
  };
}

/** The merchant's own cancel of a direction. */
export function cancelEndpoint(type: TransactionType, { operationId, tags, examples }: Described): Endpoint {
  return {
    method: 'post',
    path: `/v2/${type}/{reference}/cancel`,
    operation: {
      operationId,
      tags,
      summary: `Cancel a ${type}`,
      description: cancelWords[type],
      parameters: [referenceParameter(examples)],
      requestBody: {
        required: false,
        description: 'Says nothing, and may be left out',
        content: jsonContent(orNull({ type: 'object' }), { nothing: {} }),
      },
      responses: {
        '200': {
          description: 'The record in the state that it has now, with its status history',
          content: jsonContent(recordSchemas[type], examples),
        },
        ...errorResponses([
          ...signedErrors,
          'unsupportedMediaType',
          'invalidParams',
          'resourceNotFound',
          timeoutErrors[type],
        ]),
      },
    },
  };
}

const cancelWords: Readonly<Record<TransactionType, string>> = {
  payment: [
    'One that was never sent ends as `declined`, 121. Of any other the provider is asked to cancel it, where it can, and',
    'looked up: **read `status`**, because a customer may have paid meanwhile, or may still pay. One that is final is',
    'answered as it is. 504: it is not known yet; the same call may be sent again.',
  ].join('\n'),
  payout: [
    'One that was never sent ends as `declined`, 1, and its funds are available again. One that may have been sent is',
    'refused with 30 and goes on. One that is final is answered as it is. 504: it is not known yet; the same call may be',
    'sent again.',
  ].join('\n'),
  refund: [
    'One that was never sent ends as `declined`, 121, and what it held is free again. One that may have been sent is',
    'refused with 30 and goes on. One that is final is answered as it is. 504: it is not known yet; the same call may be',
    'sent again.',
  ].join('\n'),
};

function referenceParameter(examples: Described['examples']) {
  return {
    name: 'reference',
    in: 'path' as const,
    required: true,
    description: "The merchant's own reference, percent-encoded",
    schema: { type: 'string' as const, minLength: 1, maxLength: 128 },
    example: Object.values(examples)[0]?.['reference'],
  };
}

/** A record that the merchant has cancelled. */
export function cancelledRecordExample(type: TransactionType, given: Example): Example {
  const { code, reason, description } = errorOf(`${type}Cancelled`);
  const error = { error_code: code, error_reason: reason, error_description: description };
  return declinedRecordExample(type, { ...error, ...given });
}

/** An example with these values; fields that are not always present only if they are given, or echoed from the request. */
export function exampleFrom(fields: PublishedFields, given: Example = {}): Example {
  const isShown = (name: string) => echoedNames.includes(name) || fields[name]?.when === undefined;
  const values = Object.entries(fields).map(([name, { example }]) => {
    const otherwise = isShown(name) ? example : undefined;
    return [name, Object.hasOwn(given, name) ? given[name] : otherwise] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The part of an acceptance that describes the next step. */
export const challengedExample = {
  challenge: checkedFields.challenge.example,
  expires_date: checkedFields.expires_date.example,
};
export const declinedExample = {
  status: 'declined',
  error_code: 200,
  error_reason: 'Transaction processing error',
  error_description: commonFields.error_description.example,
};
const provider = checkedFields.provider.example;

/** A record that waits for its challenge. */
export function openExample(type: TransactionType, given: Example): Example {
  return exampleFrom(recordFields(type), {
    finished_date: null,
    provider,
    expires_date: checkedFields.expires_date.example,
    ...given,
  });
}

/** A record that its provider has declined, and whose callback was delivered. */
export function declinedRecordExample(type: TransactionType, given: Example): Example {
  const callback = {
    event_id: eventFields['event_id']?.example,
    state: 'delivered',
    attempts: 1,
    next_attempt: null,
  };
  return exampleFrom(recordFields(type), { ...declinedExample, provider, callback, ...given });
}
