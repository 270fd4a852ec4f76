import { errorOf, timeoutErrors } from '#domain/errors/error-catalogue';
import { echoedNames } from '#domain/transaction/echoed';
import {
  checkedFields,
  commonFields,
  eventFields,
  recordFields,
  status,
  type PublishedFields,
} from '#domain/transaction/record';
import type { TransactionType } from '#domain/transaction/status';
import { closedObject, componentOf, instant, named, orNull, type Schema } from '#domain/wire-schema';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

/** The answer of the check endpoint, and of a cancel. */
const recordSchemas: Readonly<Record<TransactionType, Schema>> = {
  payment: named('PaymentRecord', objectOf(recordFields('payment'))),
  payout: named('PayoutRecord', objectOf(recordFields('payout'))),
};

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
          description: 'Holds the request until the status changes, at most so many seconds.',
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

/** A record whose merchant has cancelled it. */
export function cancelledRecordExample(type: TransactionType, given: Example): Example {
  const { code, reason, description } = errorOf(type === 'payment' ? 'paymentCancelled' : 'payoutCancelled');
  const error = { error_code: code, error_reason: reason, error_description: description };
  return declinedRecordExample(type, { ...error, ...given });
}

/** Specification §2.7 and §2.10: what is answered to the creation of payments and payouts server to server. */
export function acceptanceFields(type: TransactionType): PublishedFields {
  const shown = [
    'error_code',
    'error_reason',
    'error_description',
    'identifier',
    'reference',
    'request_id',
    'type',
    'method',
    'mode',
    'currency',
    'amount',
    'status',
    'challenge',
    'expires_date',
    'timestamp',
  ];
  const { challenge, expires_date } = checkedFields;
  return pickFields(
    { ...recordFields(type), expires_date: { ...expires_date, when: challenge.when } },
    shown,
  );
}

/** A status and since when. */
export const statusSince = named('StatusSince', closedObject({ name: status, date: instant }));
/** Specification §2.7: `card` says since when. */
export const statusOrObject: Schema = {
  description: 'An object on `card`, a string elsewhere',
  oneOf: [status, statusSince],
};

export function pickFields(fields: PublishedFields, names: readonly string[]): PublishedFields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field === undefined ? [] : [[name, field] as const];
    }),
  );
}

/** An object with these fields and no other. */
export function objectOf(fields: PublishedFields): Schema {
  const entries = Object.entries(fields);
  return closedObject(
    Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    entries.filter(([, { when }]) => when !== undefined).map(([name]) => name),
  );
}

function schemaOf({ schema, when, example }: PublishedFields[string]): Schema {
  if (when === undefined) return schema;
  const { description, ...rest } = schema;
  const words = typeof description === 'string' ? [`${description}.`] : [];
  const examples = componentOf(schema) ? {} : { examples: [example] };
  return { ...rest, description: [...words, `Present when ${when}.`].join(' '), ...examples };
}

/** The body of a callback, and one entry of the event feed. */
export const eventSchema = named('Event', objectOf(eventFields));

/** An example with these values: of what is sometimes there only what is given, and what a merchant may have written. */
export function exampleFrom(fields: PublishedFields, given: Example = {}): Example {
  const isShown = (name: string) => echoedNames.includes(name) || fields[name]?.when === undefined;
  const values = Object.entries(fields).map(([name, { example }]) => {
    const otherwise = isShown(name) ? example : undefined;
    return [name, Object.hasOwn(given, name) ? given[name] : otherwise] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What an acceptance has while something is to be done. */
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
