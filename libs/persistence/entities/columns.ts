import { getMetadataArgsStorage, type ColumnType } from 'typeorm';

/** A type that TypeORM knows only because `createDatabase` names it; the driver gives its decimal text. */
export const xid8 = 'xid8' as ColumnType;

/** `expiredAtStage` → `expired_at_stage`: how every entity names its columns. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

/** A row as the driver returns it: `select transactions.*`. */
export type RowOf<Entity> = {
  readonly [Property in keyof Entity & string as ColumnName<Property>]: Entity[Property];
};

/** The same by property, what is null undefined. */
export type ReadOf<Entity> = {
  readonly [Property in keyof Entity]: null extends Entity[Property]
    ? Exclude<Entity[Property], null> | undefined
    : Entity[Property];
};

/** The answer to `select count(*)::integer as count`. */
export type Counted = { readonly count: number };

type EntityClass<Entity> = new () => Entity;

/** The columns of an entity, and how its rows are read and written without naming each. */
export function columnsOf<Entity extends object>(entity: EntityClass<Entity>) {
  const columns = getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName] as const);
  const names = new Map(columns);
  return {
    read(row: RowOf<Entity>): ReadOf<Entity> {
      const values = row as Readonly<Record<string, unknown>>;
      return Object.fromEntries(
        columns.map(([property, name]) => [property, values[name] ?? undefined]),
      ) as ReadOf<Entity>;
    },
    /** What an `insert` of these properties needs: `(${() => names}) values (${() => values})`. */
    insert(properties: Partial<ReadOf<Entity>>): { readonly names: string; readonly values: unknown[] } {
      const given = Object.keys(properties);
      return {
        names: given.map((property) => names.get(property)).join(', '),
        values: Object.values(properties),
      };
    },
  };
}
