import assert from 'node:assert/strict';
import fc from 'fast-check';
import { propertySettings } from './support/property-settings.ts';
import { rowsOf } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';

/** SQL of authors keeps its meaning wherever it is put: compared with SQL by hand that has it in parentheses. */
const test = onEveryEngine(`
  CREATE TABLE t (id INTEGER, a BOOLEAN, b BOOLEAN, n INTEGER, m INTEGER, s VARCHAR, d TIMESTAMP);
  INSERT INTO t VALUES
    (1, true, true, 1, 2, 'x', TIMESTAMP '2024-01-31 10:00:00'),
    (2, true, false, -3, 5, 'NOT', TIMESTAMP '2024-02-29 00:00:00'),
    (3, false, true, 0, NULL, 'yx', NULL),
    (4, false, false, 7, 7, NULL, TIMESTAMP '2023-12-31 23:59:59'),
    (5, NULL, true, NULL, 1, 'x', NULL),
    (6, false, NULL, 2, -1, '', TIMESTAMP '2024-03-01 12:30:00'),
    (7, NULL, NULL, NULL, NULL, NULL, NULL)`);

/** Boolean SQL with an operator of each precedence outermost, over columns of a table. */
const atoms = (c: (name: string) => string): string[] => [
  c('a'),
  `NOT(${c('a')})`,
  `NOT ${c('a')}`,
  `${c('a')} OR ${c('b')}`,
  `${c('a')} AND ${c('b')}`,
  `${c('a')} = ${c('b')}`,
  `${c('n')} < ${c('m')}`,
  `${c('n')} <> ${c('m')}`,
  `${c('n')} BETWEEN 0 AND 2`,
  `${c('n')} IN (1, 7)`,
  `${c('n')} NOT IN (1, 7)`,
  `${c('s')} LIKE '%x'`,
  `${c('s')} NOT LIKE '%x'`,
  `${c('s')} IS NULL`,
  `${c('a')} IS NOT TRUE`,
  `${c('a')} IS DISTINCT FROM ${c('b')}`,
  `CASE WHEN ${c('n')} > 0 THEN ${c('a')} ELSE ${c('b')} END`,
  `EXISTS (SELECT 1 WHERE ${c('n')} > 1)`,
  `COALESCE(${c('a')}, ${c('b')})`,
  `${c('d')} >= TIMESTAMP '2024-02-01 00:00:00'`,
  // Operators without a blank, and texts and comments that hold operators, quotes and parentheses.
  `NOT${c('"a"')}`,
  `${c('"a"')}OR${c('"b"')}`,
  `${c('"a"')}AND${c('"b"')}`,
  `${c('"n"')}ISNULL`,
  `${c('s')}='it''s OR ("x" -- '`,
  `${c('s')} = $$x$$ OR ${c('s')} = $q$it's OR ($q$`,
  `${c('a')} /* it's OR ( */ OR ${c('b')}`,
  `${c('a')} -- it's "OR" (\n OR ${c('b')}`,
];
const numbers = (c: (name: string) => string): string[] => [
  c('n'),
  `-${c('n')}`,
  `${c('n')} + ${c('m')}`,
  `${c('n')} - ${c('m')}`,
  `${c('n')} * ${c('m')}`,
  `${c('n')} % 2`,
  `${c('n')} + ${c('m')} * 2`,
  `CASE WHEN ${c('a')} THEN ${c('n')} ELSE ${c('m')} END`,
  `length(${c('s')})`,
  `(SELECT ${c('n')} + 1)`,
  `${c('n')}::integer - 1`,
  `${c('"n"')}+${c('"m"')}`,
  `-${c('"n"')}*-1`,
  `${c('n')} - /* ) */ ${c('m')}`,
  `CAST(${c('n')} AS integer) - ${c('m')}`,
];
const texts = (c: (name: string) => string): string[] => [
  c('s'),
  `${c('s')} || 'z'`,
  `'a' || ${c('s')} || 'b'`,
  `CASE WHEN ${c('a')} THEN ${c('s')} ELSE 'none' END`,
  `upper(${c('s')})`,
  `${c('n')}::varchar || ${c('s')}`,
  `${c('"s"')}||'''("'||${c('"s"')}`,
  `$q$it's ($q$ || ${c('s')}`,
  `${c('s')} || 'x' -- it's ||`,
];

/** Pairs of an expression as authors write it and as it stands in SQL by hand. */
const kinds = { boolean: atoms, number: numbers, string: texts };
type Kind = keyof typeof kinds;
const pairs = (kind: Kind) => {
  const [written, byHand] = [kinds[kind]((name) => `{CUBE}.${name}`), kinds[kind]((name) => `"t".${name}`)];
  return written.map((sql, index) => [sql, byHand[index] ?? ''] as const);
};

const quote = (sql: string) => JSON.stringify(sql);

/** In SQL by hand, a comment at the end must not take what follows. */
const enclosed = (sql: string) => `(${sql}\n)`;

/**
 * A cube with an expression as a dimension, in references of others, as segment, filter of a measure and in measures.
 */
function modelWith(kind: Kind, sql: string, condition: string) {
  const more = {
    boolean: ['NOT {e}', '{e} IS NULL', '{e} = {CUBE}.b', 'CASE WHEN {e} THEN 1 ELSE 2 END = 1'],
    number: ['{e} * 2 = 4', '-{e} < 3', '{e} - {e} = 0', '{e} IS NULL'],
    string: [`{e} || '!' = 'x!'`, `{e} IS NOT NULL`, `{e} LIKE 'x%'`, `length({e}) = 1`],
  }[kind];
  const derived = more.map(
    (text, index) => `      - { name: r${index}, sql: ${quote(text)}, type: boolean }`,
  );
  const model = modelOf(`
cubes:
  - name: t
    sql_table: t
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: e, sql: ${quote(sql)}, type: ${kind} }
${derived.join('\n')}
    segments:
      - { name: only, sql: ${quote(condition)} }
    measures:
      - { name: count, type: count }
      - { name: some, type: count, filters: [{ sql: ${quote(condition)} }] }
      - { name: highest, type: max, sql: "{CUBE}.id", filters: [{ sql: ${quote(condition)} }] }
      - { name: share, type: number, sql: "100 - {some} * 2" }
`);
  return { model, more };
}

const value = (result: unknown) => (result === null ? null : String(result));

async function idsByHand(database: TestDatabase, condition: string): Promise<string[]> {
  const { rows } = await database.query(`SELECT t.id FROM t WHERE ${condition} ORDER BY 1`, []);
  return rows.map(([id]) => String(id));
}

const expressions = fc.constantFrom(...(Object.keys(kinds) as Kind[])).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    pair: fc.constantFrom(...pairs(kind)),
    condition: fc.constantFrom(...pairs('boolean')),
  }),
);

test('an expression means the same alone, in others, in filters, segments and measures', async (database) => {
  await fc.assert(
    fc.asyncProperty(
      expressions,
      async ({ kind, pair: [sql, byHand], condition: [condition, conditionByHand] }) => {
        const { model, more } = modelWith(kind, sql, condition);
        const ids = async (query: object) =>
          (await rowsOf(database, model, { dimensions: ['t.id'], order: { 't.id': 'asc' }, ...query })).map(
            (row) => String(row['t.id']),
          );
        const set = (operator: string, member = 't.e') => ids({ filters: [{ member, operator }] });
        assert.deepEqual(await set('set'), await idsByHand(database, `${enclosed(byHand)} IS NOT NULL`));
        assert.deepEqual(await set('notSet'), await idsByHand(database, `${enclosed(byHand)} IS NULL`));
        if (kind === 'boolean')
          for (const [values, wanted] of [
            [['true'], `${enclosed(byHand)} = true`],
            [['false'], `${enclosed(byHand)} = false`],
            [['true', 'false'], `${enclosed(byHand)} IN (true, false)`],
          ] as const)
            assert.deepEqual(
              await ids({ filters: [{ member: 't.e', operator: 'equals', values }] }),
              await idsByHand(database, wanted),
            );
        if (kind === 'number')
          for (const [operator, sign] of [
            ['gt', '>'],
            ['lte', '<='],
          ] as const)
            assert.deepEqual(
              await ids({ filters: [{ member: 't.e', operator, values: ['1'] }] }),
              await idsByHand(database, `${enclosed(byHand)} ${sign} 1`),
            );
        if (kind === 'string')
          assert.deepEqual(
            await ids({ filters: [{ member: 't.e', operator: 'contains', values: ['x'] }] }),
            await idsByHand(database, `lower${enclosed(byHand)} LIKE '%x%'`),
          );
        for (const [index, text] of more.entries())
          assert.deepEqual(
            await ids({ filters: [{ member: `t.r${index}`, operator: 'equals', values: ['true'] }] }),
            await idsByHand(
              database,
              text.replaceAll('{e}', () => enclosed(byHand)).replaceAll('{CUBE}', 't'),
            ),
            text,
          );
        assert.deepEqual(
          await ids({ segments: ['t.only'], filters: [{ member: 't.id', operator: 'lt', values: ['7'] }] }),
          await idsByHand(database, `${enclosed(conditionByHand)} AND t.id < 7`),
        );
        const measured = await rowsOf(database, model, {
          measures: ['t.some', 't.highest', 't.share'],
          dimensions: ['t.e'],
        });
        const { rows } = await database.query(
          `SELECT ${enclosed(byHand)}, count(CASE WHEN ${enclosed(conditionByHand)} THEN 1 END), max(CASE WHEN ${enclosed(conditionByHand)} THEN t.id END),
          100 - count(CASE WHEN ${enclosed(conditionByHand)} THEN 1 END) * 2 FROM t GROUP BY 1`,
          [],
        );
        const sorted = (list: readonly (readonly unknown[])[]) =>
          list.map((row) => row.map(value).join('|')).sort();
        assert.deepEqual(
          sorted(measured.map((row) => ['t.e', 't.some', 't.highest', 't.share'].map((name) => row[name]))),
          sorted(rows),
        );
      },
    ),
    { ...propertySettings, numRuns: Math.max(60, propertySettings.numRuns ?? 0) },
  );
});

test('a comment of an author ends with its line', async (database) => {
  for (const comment of ['-- of the author', '/* of the author */']) {
    const { model } = modelWith('number', `{CUBE}.n ${comment}`, `{CUBE}.a ${comment}`);
    const found = await rowsOf(database, model, {
      dimensions: ['t.id'],
      segments: ['t.only'],
      filters: [{ member: 't.e', operator: 'gt', values: ['0'] }],
    });
    assert.deepEqual(
      found.map((row) => row['t.id']),
      [1],
    );
  }
});

test('what an author filters by FILTER_PARAMS keeps its meaning beside operators', async (database) => {
  const sources = [
    [`'"a"OR"b"'`, '("a" OR "b") = true'],
    [`'NOT "a"'`, '(NOT "a") = true'],
    [`'"a" -- OR'`, '"a" = true'],
    [`lambda x: '"a" OR "b" = ' + x`, '("a" OR "b" = true)'],
    [`lambda x: '"a" = ' + x + ' -- OR'`, '"a" = true'],
  ] as const;
  for (const [target, byHand] of sources) {
    const model = modelOf(`
cubes:
  - name: t
    sql: ${quote(`SELECT * FROM t WHERE {FILTER_PARAMS.t.e.filter(${target})} AND id < 6`)}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: e, sql: "COALESCE({CUBE}.a, true)", type: boolean }`);
    const filters = [{ member: 't.e', operator: 'equals', values: ['true'] }];
    const ids = await rowsOf(database, model, { dimensions: ['t.id'], filters });
    assert.deepEqual(
      ids.map((row) => String(row['t.id'])).toSorted(),
      await idsByHand(database, `${byHand} AND id < 6 AND COALESCE(a, true)`),
      target,
    );
  }
});
