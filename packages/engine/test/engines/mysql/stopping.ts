import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** More rows than can be counted. */
const ENDLESS = 'million a, million b, million c';
/** More rows than the buffers on the way have room for. */
const LONG = 'SELECT n, wide FROM million UNION ALL SELECT n, wide FROM million';

/** What stops a statement, on the server too. */
export function testStopping(world: () => MySqlWorld): void {
  test('aborting stops the statement on the server', async () => {
    const { source, untilRunning, untilStopped } = world();
    for (const sql of ['SELECT SLEEP(600) /* aborted */', `SELECT COUNT(*) FROM ${ENDLESS} /* aborted */`]) {
      const controller = new AbortController();
      const reading = readAll(source, sql, [], controller.signal);
      await untilRunning('/* aborted */');
      controller.abort();
      await assert.rejects(reading, { code: 'query.cancelled', message: 'The query was cancelled' });
      await untilStopped('/* aborted */');
    }
  });

  test('aborting stops a statement that sends many rows, also while its reader waits', async () => {
    const { source, untilStopped } = world();
    for (const isWaiting of [false, true]) {
      const controller = new AbortController();
      const gate = Promise.withResolvers<void>();
      const reading = source.read(
        { sql: `${LONG} /* endless */`, params: [] },
        {
          signal: controller.signal,
          take: () => {
            setImmediate(() => controller.abort());
            controller.signal.addEventListener('abort', () => gate.resolve());
            return isWaiting ? gate.promise : undefined;
          },
        },
      );
      await assert.rejects(reading, { code: 'query.cancelled' });
      await untilStopped('/* endless */');
    }
  });

  test('of statements that are aborted at any moment none goes on, and the others are answered', async () => {
    const { source, untilStopped } = world();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const controller = new AbortController();
        const isAborted = index % 2 === 0;
        const sql = isAborted ? 'SELECT SLEEP(600) /* crowd */' : `SELECT n + ${index} FROM kept`;
        const reading = readAll(source, sql, [], controller.signal).catch(({ code }) => code);
        // From before a connection is had to after the statement has begun.
        for (let turn = 0; turn < index; turn += 1) await new Promise(setImmediate);
        if (isAborted) controller.abort();
        return reading;
      }),
    );
    for (const [index, answer] of answers.entries())
      assert.deepEqual(answer, index % 2 === 0 ? 'query.cancelled' : [[String(index + 1)]]);
    await untilStopped('/* crowd */');
  });

  test('what takes the rows can stop the statement', async () => {
    const { source, untilStopped } = world();
    for (const take of [
      () => {
        throw new Error('enough');
      },
      () => Promise.reject(new Error('enough')),
    ]) {
      const statement = { sql: `${LONG} /* refused */`, params: [] };
      const reading = source.read(statement, { signal: new AbortController().signal, take });
      await assert.rejects(reading, new Error('enough'));
      await untilStopped('/* refused */');
    }
  });

  test('a statement is stopped by the server when it takes too long', async () => {
    await world().withSource({ queryTimeoutMs: 50 }, async (hasty) => {
      await assert.rejects(readAll(hasty, `SELECT COUNT(*) FROM ${ENDLESS} /* hasty */`), {
        code: 'query.timeout',
        message: 'The query took longer than 0.05 s and was stopped',
      });
    });
    await world().untilStopped('/* hasty */');
  });

  test('where no second connection is to be had, the first is closed', async () => {
    await world().admin.query(
      "CREATE USER lonely@'%' IDENTIFIED BY 'p' WITH MAX_USER_CONNECTIONS 1; GRANT SELECT ON data.* TO lonely@'%'",
    );
    await world().withSource({ user: 'lonely', password: 'p' }, async (lonely) => {
      const controller = new AbortController();
      const reading = readAll(lonely, `${LONG} /* lonely */`, [], controller.signal);
      await world().untilRunning('/* lonely */');
      controller.abort();
      await assert.rejects(reading, { code: 'query.cancelled' });
    });
    // The server notices when it sends rows.
    await world().untilStopped('/* lonely */');
  });
}
