import { sameRouteAgain, type Defect } from './defect.js';

/** Defects of refunds alone (contract §15.11). */
export const refundDefects: Readonly<Record<string, Defect>> = {
  'refund-sum-by-query': {
    files: {
      'dist/libs/persistence/migrations/0048-refunds.js': [
        ['constraint refund_totals_refunded_check check (refunded >= 0 and refunded <= paid),', ''],
        [
          '  before uuid;\nbegin\n',
          `  before uuid;
  gone constant numeric := (select coalesce(sum(amount), 0) from transactions
    where payment = new.payment and identifier <> new.identifier and status in ('pending', 'success'));
begin
  perform pg_sleep(0.3);
`,
        ],
        [
          'if it.refunded + it.provider_refunded + it.charged_back + new.amount > it.paid then',
          'if gone + new.amount > it.paid then',
        ],
      ],
    },
    settings: {},
  },
  'refund-freed-while-unknown': {
    settings: {
      plantedSql: `
        alter table refund_totals drop constraint refund_totals_refunded_check, drop constraint refund_totals_count_check;
        create function free_unknown_refund() returns trigger language plpgsql security definer as $$
        begin
          update refund_totals set refunded = refunded - transactions.amount, count = count - 1
          from transactions
          where transactions.identifier = new.identifier and transactions.payment = refund_totals.payment;
          return null;
        end $$;
        create trigger attempts_free_unknown after update of state on attempts for each row
          when (old.state <> 'unknown' and new.state = 'unknown') execute function free_unknown_refund()`,
    },
  },
  'refund-sent-again': {
    files: {
      'dist/libs/persistence/transactions/begin-attempt.js': [
        [
          "where not (state = 'not_sent' or (state = 'declined' and cause in ('soft', 'retry')))",
          "where transactions.type <> 'refund' and not (state = 'not_sent' or (state = 'declined' and cause in ('soft', 'retry')))",
        ],
        sameRouteAgain,
      ],
    },
    settings: {},
  },
  'refund-not-found-ends': {
    files: {
      'dist/libs/domain/transaction/look-ups.js': [
        [
          '!paysOut(known.transaction.type) && isUnanswered',
          "known.transaction.type !== 'payout' && isUnanswered",
        ],
      ],
    },
    settings: {},
  },
  'refund-hold-kept': {
    settings: {
      plantedSql: `create or replace trigger transactions_close_refund after update of status on transactions for each row
        when (new.type = 'refund' and old.finished_at is null and new.finished_at is not null and new.status <> 'error')
        execute function close_refund()`,
    },
  },
  'refund-rest-refused': {
    files: {
      'dist/libs/domain/refunds/refuse-refund.js': [
        ['compareAmounts(amount, sums.left) > 0', 'compareAmounts(amount, sums.left) >= 0'],
      ],
    },
    settings: {},
  },
  'refund-race-refused': {
    files: {
      'dist/apps/api/src/refunds/create-refund.js': [
        ['if (!(await this.oneReference.findKnown(call, keyOf(request))))', 'if (true)'],
      ],
    },
    settings: {},
  },
  'returned-still-counts': {
    settings: {
      plantedSql: `create or replace trigger reversals_totals before insert or update on reversals for each row
        when (new.kind <> 'returned') execute function count_reversal()`,
    },
  },
};
