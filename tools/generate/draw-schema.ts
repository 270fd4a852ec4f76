import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from '#persistence/entities/entities';

type EntityClass = (typeof entities)[number];
type Table = {
  readonly entity: EntityClass;
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
};
type Column = {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
};
/** Columns that name a row of another table. */
type Reference = { readonly columns: readonly string[]; readonly to: string; readonly isOneToOne: boolean };

const folder = 'libs/persistence/entities';
const decorated = getMetadataArgsStorage();

/** docs/schema.md, made of the entities and of what their docstrings say. */
export function schemaDocument(): string {
  const tables = entities.map(readTable);
  return `# Schema

What Postgres holds, drawn from the classes in \`${folder}\` (\`npm run generate\`); \`test/system/entities.test.ts\`
holds those against the migrations. Indexes, checks, defaults and what each column means stand in the classes, triggers
and functions in the migrations, and who may read and write what in \`libs/persistence/roles/role-grants.ts\`.

## Keys

Primary keys and what refers to them. Tables without a line refer to others by value, if at all.

\`\`\`mermaid
erDiagram
${tables.flatMap(drawRelations).join('\n')}
${tables
  .filter(({ isView }) => !isView)
  .map(drawKeys)
  .join('\n')}
\`\`\`

## Tables

Columns of the primary key are in _italics_; \`?\`: may be null.

${listTables(tables)}
`;
}

function readTable(entity: EntityClass): Table {
  const ofEntity = ({ target }: { readonly target: unknown }) => target === entity;
  const table = decorated.tables.find(ofEntity);
  if (!table?.name) throw new Error(`${entity.name} names no table`);
  const columns = decorated.columns
    .filter(ofEntity)
    .filter(({ mode }) => mode !== 'virtual-property')
    .map(({ propertyName, options }) => ({
      name: options.name ?? propertyName,
      type: `${String(options.type ?? '')}${options.array ? '[]' : ''}`,
      isNullable: options.nullable === true,
      isPrimary: options.primary === true,
      propertyName,
    }));
  const nameOf = (property: string) =>
    columns.find(({ propertyName }) => propertyName === property)?.name ?? property;
  const unique = [
    columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name),
    ...decorated.uniques.filter(ofEntity).map((key) => (key.columns as string[]).map(nameOf)),
  ].map((key) => key.join());
  const references = decorated.foreignKeys.filter(ofEntity).map((key) => {
    const own = (key.columnNames ?? [key.propertyName ?? '']).map(nameOf);
    return { columns: own, to: tableOf(key.type), isOneToOne: unique.includes(own.join()) };
  });
  return { entity, name: table.name, isView: table.type === 'view', columns, references };
}

function tableOf(type: unknown): string {
  const entity: unknown = typeof type === 'function' ? (type as () => unknown)() : type;
  return decorated.tables.find(({ target }) => target === entity)?.name ?? '';
}

function drawRelations({ name, columns, references }: Table): readonly string[] {
  return references.map((reference) => {
    const isOptional = columns.some((column) => reference.columns.includes(column.name) && column.isNullable);
    const [one, many] = [isOptional ? '|o' : '||', reference.isOneToOne ? 'o|' : 'o{'];
    return `  ${reference.to} ${one}--${many} ${name} : "${reference.columns.join(', ')}"`;
  });
}

function drawKeys({ name, columns, references }: Table): string {
  const lines = columns.flatMap((column) => {
    const isForeign = references.some((reference) => reference.columns.includes(column.name));
    const keys = [...(column.isPrimary ? ['PK'] : []), ...(isForeign ? ['FK'] : [])].join(', ');
    return keys === '' ? [] : [`    ${column.type.replaceAll(' ', '_')} ${column.name} ${keys}`];
  });
  return `  ${name} {\n${lines.join('\n')}\n  }`;
}

function listTables(tables: readonly Table[]): string {
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const rows = tables.map(({ entity, name, isView, columns }) => {
    const list = columns.map((column) => {
      const shown = `${column.name}${column.isNullable ? '?' : ''}`;
      return column.isPrimary ? `_${shown}_` : shown;
    });
    return `| \`${name}\`${isView ? ' (view)' : ''} | ${docstringOf(entity, sources)} | ${list.join(', ')} |`;
  });
  return ['| table | a row is | columns |', '| --- | --- | --- |', ...rows].join('\n');
}

/** What stands above the decorators of a class. */
function docstringOf({ name }: EntityClass, sources: readonly string[]): string {
  const source = sources.find((text) => text.includes(`export class ${name} {`)) ?? '';
  const above = source.slice(0, source.indexOf(`export class ${name} {`));
  const decorators = Math.max(above.lastIndexOf('\n@Entity('), above.lastIndexOf('\n@ViewEntity('));
  const text = /\/\*\*((?:(?!\*\/)[^])*)\*\/$/.exec(above.slice(0, decorators))?.[1];
  if (text === undefined) throw new Error(`${name} does not say what a row is`);
  return text.replaceAll(/\s*\n \*\s*/g, ' ').trim();
}
