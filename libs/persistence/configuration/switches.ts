import type { Configuration } from '#domain/configuration/configuration';
import { withSwitchedOff, type SwitchedOff, type SwitchKind } from '#domain/routing/switched-off';
import type { SwitchEntity } from '../entities/configuration.js';
import type { Database } from '../database.js';
import { watchNewest, type Watch } from '../watch-newest.js';

/** An operator's decision to stop something, or to let it go on. */
export type Switch = {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly isOff: boolean;
  readonly operator: string;
  readonly reason: string;
};

/** Returns false, and stores nothing, if the state is the same already. */
export async function keepSwitch(database: Pick<Database, 'sql'>, wanted: Switch): Promise<boolean> {
  const rows = await database.sql<Pick<SwitchEntity, 'id'>[]>`
    insert into switches (kind, name, is_off, operator, reason)
    select ${wanted.kind}, ${wanted.name}, ${wanted.isOff}, ${wanted.operator}, ${wanted.reason}
    where ${wanted.isOff} <> coalesce(
      (select is_off from switches where kind = ${wanted.kind} and name = ${wanted.name} order by id desc limit 1), false)
    returning id`;
  return rows.length > 0;
}

export type KeptSwitch = Switch & {
  readonly at: Date;
  /** None came after it. */
  readonly isNewest: boolean;
};

/** The newest first. */
export async function listSwitches(database: Pick<Database, 'sql'>): Promise<readonly KeptSwitch[]> {
  return database.sql<KeptSwitch[]>`
    select kind, name, is_off as "isOff", operator, reason, switched_at as at,
      id = max(id) over (partition by kind, name) as "isNewest"
    from switches order by id desc`;
}

async function loadSwitchedOff(database: Pick<Database, 'sql'>): Promise<SwitchedOff> {
  return database.sql<Pick<SwitchEntity, 'kind' | 'name'>[]>`
    select kind, name from (select distinct on (kind, name) kind, name, is_off from switches
      order by kind, name, id desc) as newest
    where is_off order by kind, name`;
}

/** The newest configuration, with everything that is switched off disabled. */
export type SwitchedConfiguration = Watch & { readonly current: () => Configuration };

/**
 * Keeps the switches that are off in memory, so that a request needs no query. After a failed query the last result stays.
 * `tell` is called with the switches that are off from now on.
 */
export async function watchSwitches(
  database: Database,
  configuration: () => Configuration,
  tell: (off: SwitchedOff) => void,
): Promise<SwitchedConfiguration> {
  let off = await loadSwitchedOff(database);
  if (off.length > 0) tell(off);
  let made:
    | { readonly of: Configuration; readonly off: SwitchedOff; readonly configuration: Configuration }
    | undefined;
  const watch = watchNewest(async () => {
    const newest = await loadSwitchedOff(database);
    if (JSON.stringify(newest) === JSON.stringify(off)) return;
    off = newest;
    tell(off);
  });
  return {
    current() {
      const of = configuration();
      if (made?.of !== of || made.off !== off) made = { of, off, configuration: withSwitchedOff(of, off) };
      return made.configuration;
    },
    stop: () => watch.stop(),
  };
}
