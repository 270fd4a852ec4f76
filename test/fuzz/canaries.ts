import { createRandom } from '../fakes/seeded-random.js';
import { needle, type Needle } from '../witnesses/needles.js';

/** The card and person that requests contain, and the texts to search for where they must not be. */
export type Canaries = {
  readonly pan: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly address: string;
  readonly customer: string;
  /** No answer, log, row or file may hold one of these. */
  readonly ofCards: readonly Needle[];
  readonly ofPersons: readonly Needle[];
};

/** Different for each seed; nothing else in the system looks like them. */
export function createCanaries(seed: number): Canaries {
  const random = createRandom(seed, 'canaries');
  const letters = (count: number) =>
    Array.from({ length: count }, () => random.pick([...'bcdfghjklmnpqrstvwxz'])).join('');
  const digits = Array.from({ length: 16 }, () => random.whole(0, 9)).join('');
  const pan = withCheckDigit(`73${digits}`);
  const firstName = `Zeph${letters(7)}`;
  const lastName = `Quag${letters(7)}`;
  const email = `${letters(9)}@${letters(9)}.example`;
  const address = `Canary Row ${letters(8)}`;
  const customer = `canary-${letters(10)}`;
  return {
    pan,
    firstName,
    lastName,
    email,
    address,
    customer,
    ofCards: [
      needle('card number', pan),
      needle('all but its last digits', pan.slice(0, -4)),
      needle('the middle of it', pan.slice(6, -4)),
    ],
    ofPersons: [
      needle('first name', firstName),
      needle('last name', lastName),
      needle('email', email),
      needle('address', address),
      needle('customer identifier', customer),
    ],
  };
}

/** Digits completed by the check digit that makes them a card number. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
