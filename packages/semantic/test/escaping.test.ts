import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hostileTexts } from './support/hostile-texts.ts';
import { propertySettings } from './support/property-settings.ts';
import { onEveryEngine } from './support/test-engines.ts';

const test = onEveryEngine();

test('a quoted text is read as it was', async ({ dialect, query }) => {
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (text) => {
      const { rows } = await query(`SELECT ${dialect.quoteText(text)}`, []);
      assert.deepEqual(rows, [[text]]);
    }),
    propertySettings,
  );
});

test('a bound text is read as it was', async ({ dialect, query }) => {
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (text) => {
      const { rows } = await query(`SELECT CAST(${dialect.placeholder(1, 'text')} AS VARCHAR)`, [text]);
      assert.deepEqual(rows, [[text]]);
    }),
    propertySettings,
  );
});

test('a quoted identifier names what it says', async ({ dialect, query }) => {
  await fc.assert(
    fc.asyncProperty(hostileTexts, async (name) => {
      const { columns } = await query(`SELECT 1 AS ${dialect.quoteIdentifier(name)}`, []);
      assert.deepEqual(columns, [name]);
    }),
    propertySettings,
  );
});

test('identifiers that are longer than the engine allows stay apart', async ({ dialect, query }) => {
  const [first, second] = ['one', 'two'].map((end) =>
    dialect.quoteIdentifier(`${'orders__'.repeat(12)}${end}`),
  );
  const { rows } = await query(
    `SELECT ${first}, ${second} FROM (SELECT 1 AS ${first}, 2 AS ${second}) AS t ORDER BY ${second}`,
    [],
  );
  assert.deepEqual(
    rows.map((row) => row.map(Number)),
    [[1, 2]],
  );
});
