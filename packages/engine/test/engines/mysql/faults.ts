import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineError } from '../../../src/errors/errors.ts';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** What the words of the server must have, and what stands where it says the fault is. */
const FAULTS: readonly [sql: string, words: RegExp, place: string | undefined][] = [
  ['SELECT 1,\n no_such FROM kept', /Unknown column 'no_such'/, 'no_such'],
  ['SELECT `kept`.`no_such` FROM kept', /Unknown column 'kept.no_such'/, '`kept`.`no_such`'],
  ['SELECT * FROM kept WHERE 1 = 1\n AND GROUP x', /syntax.*near 'GROUP x' at line 2/s, 'GROUP x'],
  ['SELECT n FROM missing', /Table 'data.missing' doesn't exist/, 'missing'],
  ['SELECT n FROM kept a, kept b', /Column 'n' in .* is ambiguous: several tables/, 'n FROM'],
  ['SELECT n, SUM(1) OVER () FROM kept WHERE SUM(1) OVER () > 1', /multi_stage: true/, undefined],
  ["SELECT CAST('a' AS CHAR) LIKE 1 ESCAPE 'ab'", /ESCAPE/, undefined],
];

/** What a caller is told of a statement that fails. */
export function testFaults(world: () => MySqlWorld): void {
  test("the database's own words say what is wrong with a statement, and where", async () => {
    for (const [sql, words, place] of FAULTS)
      await assert.rejects(readAll(world().source, sql), (error: EngineError) => {
        assert.equal(error.code, 'query.failed', sql);
        assert.match(error.message, words);
        const found = error.at === undefined ? undefined : sql.slice(error.at);
        assert.ok(place === undefined ? found === undefined : found?.startsWith(place), `${sql}: ${found}`);
        return true;
      });
  });

  test('a right that is missing is told without the user and the host', async () => {
    await world().admin.query('CREATE DATABASE hidden; CREATE TABLE hidden.secrets (n INT)');
    await assert.rejects(readAll(world().source, 'SELECT n FROM hidden.secrets'), (error: EngineError) => {
      assert.equal(error.code, 'query.failed');
      assert.match(error.message, /^SELECT command denied for table .*secrets/);
      assert.doesNotMatch(error.message, /reader|127\.0\.0\.1|localhost/);
      return true;
    });
  });

  test('a connection is good after a statement that failed', async () => {
    await world().withSource({ maxConnections: 1 }, async (single) => {
      const [first] = await readAll(single, 'SELECT CONNECTION_ID()');
      await assert.rejects(readAll(single, 'SELECT no_such'), { code: 'query.failed' });
      await assert.rejects(readAll(single, 'SELECT (SELECT n FROM (SELECT 1 n UNION SELECT 2) a)'), {
        code: 'query.failed',
      });
      assert.deepEqual(await readAll(single, 'SELECT CONNECTION_ID()'), [first]);
    });
  });

  test('a zone that the server has not loaded is refused by name, and read when it is loaded', async () => {
    const { source, server } = world();
    const sql = "SELECT CONVERT_TZ(TIMESTAMP '2024-07-01 12:00:00', '+00:00', 'Europe/Berlin')";
    await assert.rejects(readAll(source, sql), {
      code: 'query.failed',
      message: /does not know the time zone "Europe\/Berlin".*mysql_tzinfo_to_sql/,
    });
    await server.loadZones('Europe/Berlin', 'America/St_Johns');
    assert.deepEqual(await readAll(source, sql), [['2024-07-01T14:00:00.000']]);
  });
}
