import { compileModel, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { passes, present } from './support/filter-by-hand.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { propertySettings } from './support/property-settings.ts';
import { rowsOf } from './support/query-rows.ts';
import { randomFilters, randomRows, ZONES, type FilteredRow } from './support/random-filters.ts';
import type { EngineTest } from './support/test-engines.ts';

/** The zones of the queries, which some servers have to be given. */
export const zonesOfProperties: readonly string[] = ZONES;

/** What an engine that is asked over a network needs, to be searched in seconds. */
export interface SearchedEngine {
  /** Searches of each property. */
  readonly runs: number;
  /** Makes a table of `id`, `text`, `number`, `flag` and `moment` (in microseconds), all of which may be null. */
  readonly createTable: (name: string) => string;
  /** Of the table, for statements that no source sends; default: none is named. */
  readonly schema?: string;
  /** `2024-01-31 10:00:00.000250` as the engine has it in an INSERT; default: as a text. */
  readonly moment?: (text: string) => string;
}

/** Declares what holds of hostile texts and of every filter. */
export function testProperties(test: EngineTest, engine: SearchedEngine): void {
  const settings = { ...propertySettings, numRuns: engine.runs };
  testTexts(test, settings);
  test('every operator keeps the rows that its rule keeps, of one table', async (database) => {
    const rows = fc.sample(randomRows, { ...settings, numRuns: SETS_OF_ROWS }).flat();
    const values = rows.map((row, id) => valuesOf(row, id, database.dialect.quoteText, engine.moment));
    const table = engine.schema === undefined ? TABLE : `${engine.schema}.${TABLE}`;
    await database.run(engine.createTable(table));
    await database.run(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    const asked = fc.tuple(randomFilters, fc.constantFrom(...ZONES));
    const property = fc.asyncProperty(asked, async ([filters, timezone]) => {
      const query = { dimensions: ['t.id'], filters, timezone, order: { 't.id': 'asc' } };
      const found = await rowsOf(database, filteredModel, query);
      const kept = [...rows.entries()].filter(([, row]) =>
        present(filters).every((filter) => passes(row, filter, timezone)),
      );
      assert.deepEqual(
        found.map((row) => row['t.id']),
        kept.map(([id]) => id),
      );
    });
    await fc.assert(property, settings);
  });
}

function testTexts(test: EngineTest, settings: fc.Parameters<unknown>): void {
  test('texts are read as they were, quoted and bound', async ({ dialect, query }) => {
    const type = dialect.name === 'mysql' ? 'CHAR' : 'VARCHAR';
    const property = fc.asyncProperty(hostileTexts, hostileTexts, async (quoted, bound) => {
      const sql = `SELECT ${dialect.quoteText(quoted)}, CAST(${dialect.placeholder(1, 'text')} AS ${type})`;
      const { rows } = await query(sql, [bound]);
      assert.deepEqual(rows, [[quoted, bound]]);
    });
    await fc.assert(property, settings);
  });

  test('two quoted names each find their own column', async ({ dialect, query }) => {
    const property = fc.asyncProperty(hostileTexts, hostileTexts, async (...names) => {
      fc.pre(names[0] !== names[1]);
      // Names of members begin with a letter; MySQL leaves blanks in front of an alias out.
      const [first, second] = names.map((name) => dialect.quoteIdentifier(`n${name}`));
      const from = `(SELECT 'one' AS ${first}, 'two' AS ${second}) AS t`;
      const { rows } = await query(`SELECT t.${second}, t.${first} FROM ${from}`, []);
      assert.deepEqual(rows, [['two', 'one']]);
    });
    await fc.assert(property, settings);
  });
}

const TABLE = 'filtered';
const SETS_OF_ROWS = 8;

const filteredModel: Model = compileFiltered(`
cubes:
  - name: t
    sql_table: ${TABLE}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
      - { name: number, sql: number, type: number }
      - { name: flag, sql: flag, type: boolean }
      - { name: moment, sql: moment, type: time }
`);

function compileFiltered(content: string): Model {
  const compiled = compileModel([{ path: 't.yml', content }]);
  assert.ok('model' in compiled);
  return compiled.model;
}

function valuesOf(
  { text, number, flag, moment }: FilteredRow,
  id: number,
  quote: (text: string) => string,
  momentOf = quote,
): string {
  const at = moment === null ? 'NULL' : momentOf(momentText(moment));
  const values = [
    id,
    text === null ? 'NULL' : quote(text),
    number === null ? 'NULL' : `${number}E0`,
    flag,
    at,
  ];
  return `(${values.map((value) => value ?? 'NULL').join(', ')})`;
}

/** Moments are in quarters of a millisecond. */
function momentText(moment: number): string {
  const quarter = String((moment % 1) * 1000).padStart(3, '0');
  return `${new Date(moment).toISOString().slice(0, -1).replace('T', ' ')}${quarter}`;
}
