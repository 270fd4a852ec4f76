import type { Step } from '../languages/words.js';
import type { Instructions } from './choose-view.js';

/** One thing to enter elsewhere: as it is copied, and in the groups it is read in. */
export type InstructedStep = {
  readonly name: Step;
  /** Empty: nothing to copy. */
  readonly text: string;
  readonly groups: readonly string[];
};

/** What the customer enters at the bank, the machine or the shop. */
export function instructedSteps(challenge: Instructions): readonly InstructedStep[] {
  switch (challenge.type) {
    case 'ussd':
      return [{ name: 'code', text: challenge.code, groups: [challenge.code] }];
    case 'bank_transfer_mexico':
      return [inGroups('clabe', challenge.clabe, /^(.{3})(.{3})(.{11})(.)$/)];
    case 'qr':
      return [{ name: 'payload', text: challenge.payload, groups: [challenge.payload] }];
    case 'multibanco':
      return [
        { name: 'entity', text: challenge.entity, groups: [challenge.entity] },
        inGroups('reference', challenge.reference, /^(.{3})(.{3})(.{3})$/),
      ];
    case 'voucher':
      return [{ name: 'number', text: challenge.number, groups: challenge.number.match(/.{1,4}/g) ?? [] }];
  }
}

/** In the parts of the form, where the text has it; groups are for the eye, and nothing stands between them. */
function inGroups(name: Step, text: string, form: RegExp): InstructedStep {
  const groups =
    form
      .exec(text)
      ?.slice(1)
      .filter((group) => group !== undefined) ?? [];
  return { name, text, groups: groups.length === 0 ? [text] : groups };
}
