import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** A file that nothing may write. */
const written = join(tmpdir(), `oriel-mysql-written-${process.pid}`);

/** Refused by their words, before a server hears of them. */
const REFUSED = [
  '',
  ';',
  '-- nothing',
  '# nothing',
  '/* nothing */',
  'INSERT INTO kept VALUES (2)',
  'UPDATE kept SET n = 2',
  'DELETE FROM kept',
  'REPLACE INTO kept VALUES (2)',
  'TRUNCATE kept',
  'DROP TABLE kept',
  'CREATE TEMPORARY TABLE made AS SELECT 1',
  'CALL made()',
  'DO SLEEP(1)',
  'HANDLER kept OPEN',
  'SET @@session.sql_mode = DEFAULT',
  "SET STATEMENT sql_mode = '' FOR SELECT 1",
  'EXPLAIN ANALYZE SELECT 1',
  'ANALYZE SELECT 1',
  'BEGIN',
  'COMMIT',
  'KILL 1',
  'SHOW TABLES',
  'PREPARE made FROM "SELECT 1"',
  'EXECUTE IMMEDIATE "DELETE FROM kept"',
  'LOCK TABLES kept WRITE',
  "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE kept",
  '/*!50000 DELETE FROM kept */',
  '/*M! DELETE FROM kept */',
  'SELECT 1 /*! FROM kept FOR UPDATE */',
  `SELECT 1 INTO OUTFILE '${written}'`,
  `SELECT n FROM kept INTO DUMPFILE '${written}'`,
  `(SELECT 1 INTO OUTFILE '${written}')`,
  `SELECT 1 -- \n INTO OUTFILE '${written}'`,
  `SELECT 1 --1 INTO OUTFILE '${written}'`,
  `SELECT '\\' INTO OUTFILE '${written}' -- '`,
  `SELECT 1/**/INTO/**/OUTFILE '${written}'`,
  `SELECT 1.INTO OUTFILE '${written}'`,
  `SELECT 1e1INTO OUTFILE '${written}'`,
  `SELECT .5INTO OUTFILE '${written}'`,
  'SELECT n INTO @made FROM kept',
  "SELECT LOAD_FILE('/etc/passwd')",
  'SELECT n FROM kept FOR UPDATE',
  'SELECT n FROM kept FOR SHARE',
  'SELECT n FROM kept LOCK IN SHARE MODE',
  'SELECT * FROM (SELECT n FROM kept FOR  UPDATE) a',
];

/** Refused by the server: a second statement, and what a part of one writes, whatever rights its user has. */
const REFUSED_BY_SERVER = [
  'SELECT 1; DROP TABLE kept',
  'SELECT 1; SELECT 2',
  'WITH a AS (SELECT 1 AS n) DELETE FROM kept',
  'WITH a AS (SELECT 1 AS n) UPDATE kept SET n = 2',
  'SELECT writes()',
  'SELECT n FROM kept WHERE writes() > 0',
];

/** Statements that read, though words of others are in them. */
const TAKEN = [
  "SELECT 'INTO OUTFILE' FROM kept",
  'SELECT `into` FROM (SELECT 1 AS `into`) a',
  'SELECT 1 /* INTO OUTFILE */ -- FOR UPDATE\n # LOCK IN SHARE MODE',
  '((SELECT 1))',
  'SELECT a.into, 1.5 FROM (SELECT 1 AS `into`) a',
  ' \n-- comment\n# comment\n/* comment */ SELECT 1;',
  'WITH a AS (SELECT 1 AS n) SELECT n FROM a',
  "SELECT 'it''s; -- ', \"/*! */\"",
];

/** The SQL of a model only reads. */
export function testRefusals(world: () => MySqlWorld): void {
  test('only a SELECT is taken, and it writes no file and locks no row', async () => {
    await world().withSource({ user: 'owner', password: 'hunter3' }, async (powerful) => {
      for (const sql of REFUSED)
        await assert.rejects(readAll(powerful, sql), { code: 'query.sql_refused' }, sql);
      for (const sql of TAKEN) assert.equal((await readAll(powerful, sql)).length, 1, sql);
    });
    await assert.rejects(access(written));
  });

  test('a part that writes and a second statement are refused by the server', async () => {
    const { admin, withSource, flavour } = world();
    await admin.query(
      'CREATE FUNCTION writes() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM kept; RETURN 1; END',
    );
    if (flavour === 'mariadb') await admin.query('CREATE SEQUENCE numbers');
    const more = flavour === 'mariadb' ? ['SELECT NEXT VALUE FOR numbers', 'SELECT SETVAL(numbers, 9)'] : [];
    await withSource({ user: 'owner', password: 'hunter3', maxConnections: 1 }, async (powerful) => {
      for (const sql of [...REFUSED_BY_SERVER, ...more]) {
        await assert.rejects(readAll(powerful, sql), { code: /^query\.(failed|sql_refused)$/ }, sql);
        assert.deepEqual(await readAll(powerful, 'SELECT n FROM kept'), [[1]], sql);
      }
      await assert.rejects(readAll(powerful, 'SELECT writes()'), {
        code: 'query.sql_refused',
        message: 'The SQL of the model may only read',
      });
    });
  });
}
