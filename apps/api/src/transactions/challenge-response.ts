import type { Challenge } from '#domain/transaction/challenge';

/** The challenge object of specification §2.8, in wire names. `typeTwice`: the key `type` beside `challenge_type`. */
export function challengeResponse(
  challenge: Challenge,
  typeTwice: boolean,
): Readonly<Record<string, unknown>> {
  const challenge_type = challenge.type;
  const type = typeTwice ? { type: challenge.type } : {};
  return { challenge_type, ...type, ...content(challenge) };
}

function content(challenge: Challenge): Readonly<Record<string, unknown>> {
  switch (challenge.type) {
    case 'redirect':
      return { challenge_redirect: { url: challenge.url } };
    case 'ussd':
      return { ussd: { code: challenge.code } };
    case 'bank_transfer_mexico':
      return { bank_transfer_mexico: { clabe: challenge.clabe } };
    case 'bank_code':
      return { challenge_bank_code: challenge.banks };
    case 'qr':
      return { qr: { payload: challenge.payload } };
    case 'multibanco':
      return { multibanco: { entity: challenge.entity, reference: challenge.reference } };
    case 'voucher':
      return { voucher: { number: challenge.number, pay_by: challenge.payBy } };
  }
}
