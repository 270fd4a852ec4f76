import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when a payment may be sent, the card it is paid with stays: no second post of the form replaces it. */
export class OneCard1700000000004 implements MigrationInterface {
  name = 'OneCard1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(card);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The law of the books is never loosened: there is no way back.'));
  }
}

const card = `
create function keep_card() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its card', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_card
  before update of card_first6, card_last4, card_brand, card_fingerprint on transactions for each row
  when (old.submit_due_at is not null and
    (new.card_first6, new.card_last4, new.card_brand, new.card_fingerprint)
    is distinct from (old.card_first6, old.card_last4, old.card_brand, old.card_fingerprint))
  execute function keep_card()`;
