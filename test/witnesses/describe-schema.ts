/**
 * SQL: one line for each part of the schema `public`, in the words of Postgres: tables, columns and their order, constraints,
 * indexes, sequences, triggers, functions, views, comments and grants. Names of roles do not name the database. Parts of a
 * table in months are described, their bounds are not: those follow from the day.
 */
export const schemaDescription = `
  with described as (
    select oid, relname, relkind, relpersistence, reloptions, relacl from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and relname <> 'migrations'
  )
  select format('relation %s %s %s %s %s', relname, relkind, relpersistence, pg_get_partkeydef(oid), reloptions) as line
  from described
  union all
  select format('column %s.%s %s %s %s %s statistics %s storage %s %s', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid), attidentity, nullif(attstattarget, -1), attstorage,
    attoptions)
  from described join pg_attribute on attrelid = described.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select format('order %s %s', relname, string_agg(attname::text, ', ' order by attnum))
  from described join pg_attribute on attrelid = described.oid and attnum > 0 and not attisdropped group by relname
  union all
  select format('constraint %s.%s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
  from described join pg_constraint on conrelid = described.oid and contype <> 'n'
  union all
  select format('index %s %s', pg_get_indexdef(indexrelid), indisvalid)
  from described join pg_index on indrelid = described.oid
  union all
  select format('sequence %s %s %s %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement)
  from pg_sequence where seqrelid <> to_regclass('migrations_id_seq')
  union all
  select format('trigger %s %s %s', relname, tgenabled, pg_get_triggerdef(pg_trigger.oid))
  from described join pg_trigger on tgrelid = described.oid and not tgisinternal
  union all
  select format('function %s %s', pg_get_functiondef(oid), replace(proacl::text, current_database() || '_', ''))
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select format('view %s %s', relname, pg_get_viewdef(oid)) from described where relkind = 'v'
  union all
  select format('comment %s %s', relname, description)
  from described join pg_description on objoid = described.oid
  union all
  select format('grant %s %s %s', relname, replace(grantee::regrole::text, current_database() || '_', ''), privilege_type)
  from described cross join lateral aclexplode(relacl)
  union all
  select format('grant %s.%s %s %s', relname, attname, replace(grantee::regrole::text, current_database() || '_', ''),
    privilege_type)
  from described join pg_attribute on attrelid = described.oid cross join lateral aclexplode(attacl)
  order by 1`;
