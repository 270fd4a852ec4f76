import type { OpenAPIObject } from '@nestjs/swagger';
import { event, eventFields } from '#domain/wire/events';
import { reversalEventFields } from '#domain/wire/reversal';
import { jsonContent } from '../openapi/endpoint.js';
import { exampleFrom } from '../transactions/transactions.openapi.js';

const exampleId = String(eventFields['event_id']?.example);

/** What the gateway sends to the merchant, by name (contract §8). */
export const webhooks: OpenAPIObject['webhooks'] & object = {
  transactionEnded: {
    post: {
      operationId: 'transactionEnded',
      tags: ['events'],
      summary: 'A payment, payout or refund has ended, or its money came or went since',
      description: [
        "Sent to the transaction's `callback_url`, else to the project's default, once it is final, and for each reversal of it",
        '(`GET /v2/reversals`): at least once, the same bytes each time, so **know an event by its `event_id`**. Verify one of the two signatures, made with the `whsec_…`',
        'callback secret, over the bytes as they came. Events may come in any order; `GET /v2/events` has them in theirs.',
        '',
        'A 2xx within 15 s is delivery; redirects are not followed. Anything else is tried again after 5 s, 5 min, 30 min,',
        '2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each ±20 %; then the callback is `exhausted`, and',
        '`POST /v2/callbacks/{event_id}/redeliver` sends it again.',
      ].join('\n'),
      security: [],
      parameters: [
        header('webhook-id', '`event_id` of the body', exampleId),
        header('webhook-timestamp', 'When this attempt was sent, in seconds since 1970', '1388957500'),
        header(
          'webhook-signature',
          [
            '[Standard Webhooks](https://www.standardwebhooks.com): base64 HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>`',
            'behind `v1,`. Two values, separated by a space, while a secret is rotated: one that fits is enough',
          ].join(' '),
          'v1,AaafFQtMNV2pfzTeQ2R4yccaSzGmLCrlQ7kidMKAwjs=',
        ),
        header('Date', 'When this attempt was sent', 'Sun, 05 Jan 2014 21:31:40 GMT'),
        header(
          'Digest',
          '`SHA-256=` and the base64 SHA-256 of the body',
          'SHA-256=JYNIcHZdFUR0l/eDkAxvelCnmh/8Buo4wtcd71OBGu8=',
        ),
        header(
          'Signature',
          'The other signature: as on requests (*Signing a request*), of your path and host',
          'keyId="ck_test",algorithm="hmac-sha256",headers="(request-target) host date digest",signature="a9Yx4pFj6D4c+wzU1xHhX/jd9wbuTtLTjgmgnyYz32M="',
        ),
      ],
      requestBody: {
        required: true,
        content: jsonContent<unknown>(event, {
          success: exampleFrom(eventFields),
          reversal: exampleFrom(reversalEventFields),
        }),
      },
      responses: {
        '2XX': { description: 'Delivered; what the answer says is not read' },
        '410': { description: 'Never send this one again: it is `stopped`' },
        default: {
          description: 'Tried again later; `Retry-After` puts it off, by at most 24 h',
        },
      },
    },
  },
};

function header(name: string, description: string, example: string) {
  const schema = { type: 'string' as const };
  return { name, in: 'header' as const, required: true, description, schema, example };
}
