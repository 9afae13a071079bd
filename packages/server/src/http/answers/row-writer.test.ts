import { managementOperations } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTextRowType, type LazyRow, type TextColumn } from '../../db/statements/text-row.ts';
import { answerRows } from '../../paging/row-list-answer.ts';
import type { ReportRow } from '../../workspace/items/workspace-rows.ts';
import { createSerializer } from './serialization.ts';

const { INT4, TEXT, TIMESTAMPTZ, JSONB, BOOL } = pg.types.builtins;

/** The columns of reports, and one that no answer declares. */
const columns = Object.entries({
  id: INT4,
  publicId: TEXT,
  deploymentId: INT4,
  name: TEXT,
  title: TEXT,
  folderId: INT4,
  pivotItems: JSONB,
  meta: JSONB,
  version: INT4,
  source: TEXT,
  userId: INT4,
  createdBy: INT4,
  createdAt: TIMESTAMPTZ,
  updatedAt: TIMESTAMPTZ,
  secret: TEXT,
  isSecret: BOOL,
}).map(([name, typeId]): TextColumn => ({ name, typeId }));

const Row = createTextRowType(columns);

const texts = {
  id: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
  integer: fc.option(fc.integer({ min: -3, max: 100 }).map(String)),
  // As PostgreSQL has them: without NUL and lone surrogates.
  text: fc.oneof(
    fc.constantFrom('', '"', '\\', '\n\t\r\b\f', '\u2028 ä 日本 🦊', '</script>', '{"a":1}'),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  ),
  time: fc.constantFrom(
    '2026-01-31 08:30:00.123456+00',
    '2026-01-31 08:30:00.1+00',
    '2026-01-31 08:30:00+00',
    '2026-01-31 08:30:00+05:30',
  ),
  object: fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value, undefined, 1)),
  json: fc.jsonValue().map((value) => JSON.stringify(value)),
};

const pivot = '{"rows":["a.b"],"columns":[],"filters":[],"measures":[],"x":1}';

/** A row as it may be stored; or, where it is not sound, as a row may be after it was changed by hand. */
const rowThat = (isSound: boolean) =>
  fc
    .record({
      id: texts.id,
      publicId: fc.constantFrom('abcdefghijkl', ...(isSound ? [] : ['no', null])),
      deploymentId: texts.id,
      name: texts.text,
      title: fc.option(texts.text),
      folderId: isSound ? fc.option(texts.id) : texts.integer,
      pivotItems: fc.option(fc.constantFrom(pivot, ...(isSound ? [] : ['{"rows":1}', 'null', '3']))),
      meta: fc.option(isSound ? texts.object : texts.json),
      version: isSound ? texts.id : texts.integer,
      source: fc.constantFrom(null, 'EXCEL', 'D3', ...(isSound ? [] : ['FORTRAN'])),
      userId: isSound ? texts.id : texts.integer,
      createdBy: fc.option(texts.id),
      createdAt: texts.time,
      updatedAt: texts.time,
      secret: fc.option(texts.text),
      isSecret: fc.constantFrom('t', 'f'),
    })
    .map((fields) => Object.values(fields));

const users = [
  { id: 1, email: 'a"b@example.com', firstName: null, picture: null },
  { id: 2, email: '日@example.com', firstName: 'ä', picture: null },
];

function answerOf(rows: readonly LazyRow<ReportRow>[]) {
  const userOf = ({ id }: Pick<ReportRow, 'id'>) => users[id % 2];
  const computed = {
    type: () => 'REPORT',
    createdBy: ({ createdBy }: ReportRow) => createdBy ?? undefined,
    user: userOf,
    refreshedByUser: ({ id }: ReportRow) => ({ ...users[id % 2] }),
    canEdit: ({ id }: ReportRow) => id % 3 === 0,
    canManage: () => true,
  };
  const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: null };
  return answerRows(rows, computed, { pageInfo, count: rows.length });
}

function createReportListSerializer() {
  const [answer] = Object.values(managementOperations.getReports.answers);
  assert.ok(answer && 'schema' in answer);
  const serialize = createSerializer(answer.schema);
  return (value: unknown) => {
    const damage: unknown[] = [];
    const text = String(serialize(value, (found) => damage.push(...found)));
    return { answer: JSON.parse(text) as { items: object[] }, text, damage };
  };
}

const rowsOfBoth = fc.boolean().chain((isSound) => fc.array(rowThat(isSound), { maxLength: 5 }));

test('rows are written as their items are, damaged ones as well', () => {
  const serialize = createReportListSerializer();
  fc.assert(
    fc.property(rowsOfBoth, (rows) => {
      // The columns are those of reports.
      const lazy = rows.map((fields) => new Row(fields) as LazyRow<ReportRow>);
      const written = serialize(answerOf(lazy));
      const asItems = serialize(answerOf(lazy).toListAnswer());
      assert.deepEqual(written, { ...asItems, text: written.text });
      const [item] = written.answer.items;
      assert.deepEqual(Object.keys(item ?? {}), Object.keys(asItems.answer.items[0] ?? {}));
      assert.ok(!written.text.includes('secret'));
    }),
    { numRuns: 300 },
  );
});

test('what is not damaged is written without items in between', () => {
  const serialize = createReportListSerializer();
  const fields = ['1', 'abcdefghijkl', '1', 'a', null, null, null, '{"b": 1.50}', '1', null, '1', null];
  const answer = answerOf([
    new Row([...fields, '2026-01-31 08:30:00+00', '2026-01-31 08:30:00+00', 'x', 't']) as LazyRow<ReportRow>,
  ]);
  answer.toListAnswer = () => assert.fail('items were made');
  const { text } = serialize(answer);
  assert.match(text, /"meta":\{"b": 1\.50\}/, 'JSON is as the database has written it');
  assert.match(text, /"createdAt":"2026-01-31T08:30:00\.000Z"/);
});

test('a list that lacks a required field is written by the rules for what is damaged', () => {
  const serialize = createReportListSerializer();
  const Short = createTextRowType(columns.filter(({ name }) => name !== 'name'));
  const short = new Short(['1']) as LazyRow<ReportRow>;
  const { answer, damage } = serialize(answerOf([short]));
  assert.deepEqual(answer.items, serialize(answerOf([short]).toListAnswer()).answer.items);
  assert.ok(damage.length > 0);
});
