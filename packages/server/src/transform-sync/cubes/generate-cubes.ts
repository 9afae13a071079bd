import type { DbtColumn, DbtManifest, DbtModel, DbtRelationship } from '../../db/values/stored-manifest.ts';
import { toIdentifier } from '../manifest/to-identifier.ts';
import { dimensionTypeOf, isSummable } from './column-type.ts';
import { withHeader } from './generated-text.ts';
import { field, literal, scalar } from './yaml-text.ts';

/** A file of a data model. */
export interface GeneratedFile {
  /** From the folder of the project. */
  readonly path: string;
  readonly content: string;
}

/** What is made of a manifest. */
export interface GeneratedCubes {
  readonly files: readonly GeneratedFile[];
  /** What was passed over, in sentences. */
  readonly notes: readonly string[];
}

/** Where generated files lie. */
export const GENERATED_FOLDER = 'model/cubes/dbt/';

/** Makes one file with one cube of each model. The same manifest makes the same files. */
export function generateCubes({ models, relationships, notes }: DbtManifest): GeneratedCubes {
  const { joins, notes: passedOver } = joinsOf(models, relationships);
  const files = models.map((model) => ({
    path: `${GENERATED_FOLDER}${model.name}.yml`,
    content: withHeader(model.id, cubeOf(model, joins.get(model.id) ?? [])),
  }));
  return { files, notes: [...notes, ...passedOver] };
}

interface Join {
  readonly to: DbtModel;
  readonly fromColumn: DbtColumn;
  readonly toColumn: DbtColumn;
}

/** Joins by the model that has them. Between two cubes there is one join, and each of both needs a primary key. */
function joinsOf(models: readonly DbtModel[], relationships: readonly DbtRelationship[]) {
  const byId = new Map(models.map((model) => [model.id, model]));
  const joins = new Map<string, Join[]>();
  const notes: string[] = [];
  for (const { from: fromId, fromColumn, to: toId, toColumn } of relationships) {
    const [from, to] = [byId.get(fromId), byId.get(toId)];
    // Seeds, sources and snapshots have no cube.
    if (!from || !to) continue;
    const known = joins.get(fromId) ?? [];
    const join = { to, fromColumn: columnOf(from, fromColumn), toColumn: columnOf(to, toColumn) };
    const problem = problemOf(from, join, known);
    if (problem !== undefined)
      notes.push(
        `${from.name}.${fromColumn} refers to ${to.name}.${toColumn}, but ${problem}; there is no join for it`,
      );
    else joins.set(fromId, [...known, join]);
  }
  return { joins, notes };
}

function problemOf(from: DbtModel, { to }: Join, known: readonly Join[]): string | undefined {
  if (from.id === to.id) return 'a cube has no join with itself';
  const withoutKey = [from, to].find(({ primaryKey }) => primaryKey.length === 0);
  if (withoutKey) return `${withoutKey.name} has no primary key`;
  return known.some((join) => join.to.id === to.id) ? 'the two have a join already' : undefined;
}

/** The column as it is described, or by its name alone. */
function columnOf({ columns }: DbtModel, name: string): DbtColumn {
  const isQuoted = !/^[a-z_]\w*$/i.test(name);
  const found = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  return found ?? { name, description: '', isQuoted };
}

function cubeOf(model: DbtModel, joins: readonly Join[]): string {
  const { name, description, table, columns, primaryKey } = model;
  const sqlOf = (column: DbtColumn) => sqlNameOf(column, quoteOf(model));
  const names = memberNames(columns);
  const sums = columns.filter((column) => isSummable(column) && !primaryKey.includes(column.name));
  return [
    'cubes:',
    `  - name: ${scalar(cubeName(model))}`,
    `    title: ${scalar(`(dbt) ${titleOf(name)}`)}`,
    ...field(4, 'description', description),
    `    sql_table: ${scalar(literal(table))}`,
    ...listOf(
      'joins',
      joins.flatMap((join) => joinLines(model, join)),
    ),
    ...listOf(
      'dimensions',
      columns.flatMap((column) => [
        `      - name: ${scalar(names.get(column) ?? '')}`,
        ...field(8, 'description', column.description),
        `        sql: ${scalar(`{CUBE}.${sqlOf(column)}`)}`,
        `        type: ${dimensionTypeOf(column)}`,
        ...(primaryKey.includes(column.name) ? ['        primary_key: true', '        public: true'] : []),
      ]),
    ),
    ...listOf('measures', [
      '      - name: count',
      '        type: count',
      ...sums.flatMap((column) => [
        `      - name: ${uniqueName(`${names.get(column) ?? ''}_sum`, new Set(names.values()))}`,
        ...field(8, 'description', column.description),
        `        sql: ${scalar(`{CUBE}.${sqlOf(column)}`)}`,
        '        type: sum',
      ]),
    ]),
    '',
  ].join('\n');
}

function joinLines(from: DbtModel, { to, fromColumn, toColumn }: Join): string[] {
  const isKey = from.primaryKey.length === 1 && from.primaryKey[0] === fromColumn.name;
  const ours = `{CUBE}.${sqlNameOf(fromColumn, quoteOf(from))}`;
  const theirs = `{${cubeName(to)}}.${sqlNameOf(toColumn, quoteOf(to))}`;
  return [
    `      - name: ${scalar(cubeName(to))}`,
    `        relationship: ${isKey ? 'one_to_one' : 'many_to_one'}`,
    `        sql: ${scalar(`${ours} = ${theirs}`)}`,
  ];
}

function listOf(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `    ${name}:`, ...lines];
}

const cubeName = ({ name }: DbtModel) => `dbt_${name}`;

/** Members of a cube by their columns; `count` is that of every cube. */
function memberNames(columns: readonly DbtColumn[]): Map<DbtColumn, string> {
  const taken = new Set(['count']);
  return new Map(
    columns.map((column) => {
      const name = uniqueName(toIdentifier(column.name.toLowerCase()), taken);
      taken.add(name);
      return [column, name];
    }),
  );
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`;
  return unique;
}

/** The quotation mark of the data source, as dbt has written the table with it. */
function quoteOf({ table }: DbtModel): string {
  return table.includes('`') ? '`' : '"';
}

function sqlNameOf({ name, isQuoted }: DbtColumn, quote: string): string {
  return isQuoted ? literal(`${quote}${name.replaceAll(quote, quote + quote)}${quote}`) : name;
}

/** `order_items` as `Order Items`. */
function titleOf(name: string): string {
  return name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
