/** A common table expression for `with recursive`: the merchants of a table, by one look into its index for each, and a null at the end. */
export const merchantsOf = (table: 'provider_entries' | 'transactions') => `merchants as (
      (select merchant from ${table} order by merchant limit 1)
      union all
      select (select ${table}.merchant from ${table}
        where ${table}.merchant > merchants.merchant order by ${table}.merchant limit 1)
      from merchants where merchant is not null
    )`;
