import { toJsonSchema, type TSchema } from '@oriel/contract';
import pg from 'pg';
import { parserOf, type TextColumn, type TextRow } from '../../db/statements/text-row.ts';
import type { RowListAnswer } from '../../paging/row-list-answer.ts';
import { createValueCheck } from './answer-check.ts';

/** Writes a value by a schema. */
type WriteValue = (value: unknown) => string;

/** Makes the {@link WriteValue} of a schema. */
type CreateValueWriter = (schema: TSchema) => WriteValue;

/** The schema of an object with its fields. */
export type ItemSchema = TSchema & {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
};

/**
 * The text of a value of one field, with its name before it, or nothing for a field that is left out; undefined for a
 * value that does not meet the schema.
 */
type WriteField = (row: TextRow) => string | undefined;

/** Makes the writer of one field of the items of an answer. */
type FieldWriter = (answer: RowListAnswer<unknown>) => WriteField;

/**
 * Makes the writer of lists that are rows of the database: what a column holds is written as PostgreSQL has written it,
 * as far as its type alone says that this meets the schema, and every other value is checked and written by its own
 * schema.
 *
 * @returns the JSON of the items; undefined where a value does not meet its schema, or where fields are missing: the
 * answer is then to be written as items, by the rules for what is damaged
 */
export function createRowWriter(
  item: ItemSchema,
  createWriter: CreateValueWriter,
): (answer: RowListAnswer<unknown>) => string | undefined {
  const known = new WeakMap<readonly TextColumn[], readonly FieldWriter[]>();
  return (answer) => {
    const columns = answer.rows[0]?.columns;
    if (!columns) return '[]';
    const writers =
      known.get(columns) ?? createFieldWriters({ item, columns, createWriter }, answer.computed);
    known.set(columns, writers);
    return writeRows(
      answer.rows,
      writers.map((write) => write(answer)),
    );
  };
}

function writeRows(rows: readonly TextRow[], fields: readonly WriteField[]): string | undefined {
  let text = '';
  for (const row of rows) {
    let start = text === '' ? '[{' : ',{';
    for (const write of fields) {
      const field = write(row);
      if (field === undefined) return undefined;
      if (field === '') continue;
      text += start;
      text += field;
      start = ',';
    }
    text += start === ',' ? '}' : `${start}}`;
  }
  return `${text}]`;
}

interface RowShape {
  readonly item: ItemSchema;
  readonly columns: readonly TextColumn[];
  readonly createWriter: CreateValueWriter;
}

function createFieldWriters(
  { item, columns, createWriter }: RowShape,
  computed: RowListAnswer<unknown>['computed'],
): FieldWriter[] {
  const { properties, required = [] } = item;
  // As the writer of items has it.
  const names = [...required, ...Object.keys(properties).filter((name) => !required.includes(name))];
  return names.flatMap((name) => {
    // The names are those of the properties.
    const property = {
      name,
      schema: properties[name] as TSchema,
      isRequired: required.includes(name),
      createWriter,
    };
    if (name in computed) return [createComputedWriter(property)];
    const index = columns.findLastIndex((column) => column.name === name);
    const typeId = columns[index]?.typeId;
    if (typeId !== undefined) {
      const write = createColumnWriter({ ...property, index, typeId });
      return [() => write];
    }
    return property.isRequired ? [() => () => undefined] : [];
  });
}

interface Property {
  readonly name: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
  readonly createWriter: CreateValueWriter;
}

/** Objects are written once for all rows of the answer that have them in common. */
function createComputedWriter({ name, schema, isRequired, createWriter }: Property): FieldWriter {
  const write = createCheckedWriter(schema, createWriter);
  const before = `${JSON.stringify(name)}:`;
  return ({ computed }) => {
    // Those of one operation are the same for all its answers.
    const valueOf = computed[name] as (row: TextRow) => unknown;
    const written = new Map<unknown, string>();
    let last: { value: unknown; field: string } | undefined;
    return (row) => {
      const value = valueOf(row);
      if (value === undefined) return isRequired ? undefined : '';
      // Mostly of the row before as well.
      if (last && value === last.value) return last.field;
      const known = written.get(value);
      const text = known === undefined ? write(value) : undefined;
      const field = known ?? (text === undefined ? undefined : before + text);
      if (field === undefined) return undefined;
      if (typeof value === 'object') written.set(value, field);
      last = { value, field };
      return field;
    };
  };
}

function createCheckedWriter(
  schema: TSchema,
  createWriter: CreateValueWriter,
): (value: unknown) => string | undefined {
  const check = createValueCheck(schema);
  const write = createWriter(schema);
  return (value) => (check(value) ? write(value) : undefined);
}

const { INT2, INT4, INT8, OID, TEXT, VARCHAR, BOOL, TIMESTAMPTZ, JSONB } = pg.types.builtins;
const INTEGERS: ReadonlySet<number> = new Set([INT2, INT4, INT8, OID]);
const TEXTS: ReadonlySet<number> = new Set([TEXT, VARCHAR]);

/** A schema of one type, as the validator is given it. */
interface ColumnSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly ColumnSchema[];
}

function createColumnWriter({
  name,
  schema,
  index,
  typeId,
  createWriter,
}: Property & { index: number; typeId: number }): WriteField {
  const before = `${JSON.stringify(name)}:`;
  const { isNullable, ...value } = valueSchemaOf(toJsonSchema(schema) as ColumnSchema);
  const whenNull = isNullable ? `${before}null` : undefined;
  const write = createTextWriter({ typeId, value, write: createCheckedWriter(schema, createWriter) });
  return ({ texts }) => {
    const text = texts[index] ?? null;
    if (text === null) return whenNull;
    const written = write(text);
    return written === undefined ? undefined : before + written;
  };
}

/** What a schema says of values other than null, and whether it takes null. */
function valueSchemaOf(schema: ColumnSchema): ColumnSchema & { isNullable: boolean } {
  const [inner, last, ...more] = schema.anyOf ?? [];
  if (inner && last?.type === 'null' && more.length === 0) return { ...inner, isNullable: true };
  const types = [schema.type ?? []].flat();
  const [type] = types.filter((each) => each !== 'null');
  return { ...schema, ...(type !== undefined && { type }), isNullable: types.includes('null') };
}

/** Keywords that say nothing of a value beyond what the type of its column does, or that answers are not held to. */
const WITHOUT_MEANING = new Set([
  'type',
  'format',
  'description',
  'examples',
  'default',
  'deprecated',
  'maxLength',
  'maxItems',
  'additionalProperties',
]);

/** Makes what writes the text of a value of a column. */
function createTextWriter({
  typeId,
  value,
  write,
}: {
  typeId: number;
  value: ColumnSchema;
  write: (value: unknown) => string | undefined;
}): (text: string) => string | undefined {
  const parse = parserOf(typeId);
  const bounds = Object.entries(value).filter(([keyword]) => !WITHOUT_MEANING.has(keyword));
  const isOf = (type: string, format?: string) => value.type === type && value.format === format;
  const isWhole = INTEGERS.has(typeId) && (value.type === 'integer' || value.type === 'number');
  if (isWhole && bounds.every(([keyword]) => isBound(keyword))) return createNumberWriter(value);
  if (bounds.length === 0) {
    if (TEXTS.has(typeId) && isOf('string')) return quote;
    if (typeId === TIMESTAMPTZ && isOf('string', 'date-time')) return (text) => `"${parse(text)}"`;
    if (typeId === BOOL && isOf('boolean')) return (text) => (text === 't' ? 'true' : 'false');
    if (typeId === JSONB && isFree(value)) return (text) => (text.startsWith('{') ? text : undefined);
  }
  return (text) => write(parse(text));
}

function isBound(keyword: string): boolean {
  return keyword === 'minimum' || keyword === 'maximum';
}

function createNumberWriter({ minimum = -Infinity, maximum = Infinity }: ColumnSchema) {
  return (text: string) => {
    const number = Number(text);
    return number >= minimum && number <= maximum ? text : undefined;
  };
}

// Texts of the database have no lone surrogates, which JSON would have to escape as well.
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\u0000-\u001f"\\]/;

function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** An object with keys of the caller's own. */
function isFree(value: ColumnSchema): boolean {
  return value.type === 'object' && 'additionalProperties' in value && value.additionalProperties === true;
}
