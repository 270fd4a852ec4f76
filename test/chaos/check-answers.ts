import { groupBy, type Run, type Violation } from './chaos-run.js';
import { duplicateCode, outcomeOf, type Operation } from './operation-log.js';

/** Compares the callers' answers with the books: contract §4 from outside. */
export function checkAnswers({ operations, evidence }: Pick<Run, 'operations' | 'evidence'>): Violation[] {
  const violations: Violation[] = [];
  const rows = groupBy(evidence.transactions, (transaction) => transaction.reference);
  for (const [reference, own] of groupBy(operations, (operation) => operation.reference)) {
    const say = (invariant: string, detail: string) =>
      violations.push({ invariant, detail: `${reference}: ${detail}` });
    const found = rows.get(reference) ?? [];
    if (found.length > 1) {
      say('at most one transaction per reference', found.map((row) => row.identifier).join(', '));
    }
    const known = new Set(found.flatMap((row) => [row.identifier, row.request_id]));
    for (const { answer, kind } of own) {
      if (answer && !Number.isInteger(answer.code))
        say('every answer has the one body', `HTTP ${answer.status}`);
      const named = [answer?.identifier, answer?.requestId].filter((id) => id !== undefined);
      const isAbout = answer?.status === 200 || answer?.identifier !== undefined;
      if (kind === 'create' && isAbout && !named.every((id) => known.has(id))) {
        say('every answer is about the one transaction that exists', named.join(', '));
      }
    }
    const creates = own.filter((operation) => operation.kind === 'create');
    checkOne(creates, found.length, say);
    // All of them have the same body; only what was sent with another one is refused without a name.
    const isNameless = creates.some(({ answer }) => answer?.code === duplicateCode && !answer.identifier);
    if (isNameless)
      say('the same content is never taken for another', `${duplicateCode} without an identifier`);
    for (const { answer } of own.filter((operation) => operation.kind === 'changed')) {
      const isRight = answer === undefined || answer.status >= 500 || answer.code === duplicateCode;
      if (found.length > 0 && !isRight)
        say('a changed body gets 108', `HTTP ${answer.status}, ${answer.code}`);
    }
  }
  return violations;
}

function checkOne(
  creates: readonly Operation[],
  rows: number,
  say: (invariant: string, detail: string) => void,
): void {
  const accepted = creates.filter((operation) => outcomeOf(operation) === 'ok');
  const unknown = creates.filter((operation) => outcomeOf(operation) === 'unknown');
  if (accepted.length > 0 && rows === 0) say('every accepted transaction exists', 'it does not exist');
  const names = new Set(accepted.map((operation) => operation.answer?.identifier));
  if (names.size > 1) say('parallel duplicates: one identifier', [...names].join(', '));
  if (accepted.length > 1 && unknown.length === 0) {
    say('parallel duplicates: exactly one is accepted', `${accepted.length} were`);
  }
  const isRefusedThroughout = accepted.length === 0 && unknown.length === 0;
  const hasDuplicate = creates.some((operation) => operation.answer?.code === duplicateCode);
  if (isRefusedThroughout && rows > 0) {
    const codes = creates.map((operation) => `${operation.answer?.status}/${operation.answer?.code}`);
    say('a refusal leaves nothing behind', codes.join(', '));
  }
  if (isRefusedThroughout && hasDuplicate && rows === 0) say('a duplicate of something', 'there is nothing');
}
