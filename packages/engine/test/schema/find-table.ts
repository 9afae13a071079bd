import assert from 'node:assert/strict';
import type { SourceSchema, TableSchema } from '../../src/sources/schema/source-schema.ts';

/** A table of a schema, which there has to be. */
export function findTable({ schemas }: SourceSchema, schema: string, table: string): TableSchema {
  const found = schemas
    .filter(({ name }) => name === schema)
    .flatMap(({ tables }) => tables)
    .find(({ name }) => name === table);
  assert.ok(found, `there is no ${schema}.${table}`);
  return found;
}

/** What values of each column are to a model. */
export const typesOf = ({ columns }: TableSchema) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]));

/** Names that have to come as they are: mixed case, dots, quotes, blanks, letters and emoji beyond ASCII. */
export const HOSTILE_NAMES = [
  'MixedCase',
  'a.b.c',
  'it\'s "quoted" `twice`',
  '; drop table kept; --',
  '%s $1 ? {p1}',
  ' blank  inside',
  'Zürich 東京',
];
