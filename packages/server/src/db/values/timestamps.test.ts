import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../test/data/test-database.ts';
import { toIsoTime } from './timestamps.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

/** Microseconds since 1970, up to the last minutes of the year 9999. */
const time = (min: bigint) =>
  fc.oneof(
    fc.bigInt({ min, max: 253_402_300_000_000_000n }),
    fc.constantFrom(0n, 1n, 999n, 1_000n, 999_999n, 1_000_000n, 253_402_300_000_000_000n),
  );

/**
 * Zones, and the first time that they are tried with: far back their offsets have seconds, which `Date` does not read.
 */
const zones = [
  ['UTC', -62_135_596_800_000_000n],
  ['Europe/Berlin', 0n],
  ['America/St_Johns', 0n],
] as const;

test('times of the database have the form of the API in whichever zone it writes them', async () => {
  for (const [zone, first] of zones) {
    const client = await database.pool.connect();
    try {
      await client.query(`set timezone = '${zone}'`);
      await fc.assert(
        fc.asyncProperty(fc.array(time(first), { minLength: 1, maxLength: 20 }), async (times) => {
          const { rows } = await client.query<{ text: string; wanted: string }>(
            `select t::text as text, to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as wanted
             from (select 'epoch'::timestamptz + n * interval '1 microsecond' as t from unnest($1::bigint[]) n) times`,
            [times.map(String)],
          );
          for (const { text, wanted } of rows) assert.equal(toIsoTime(text), wanted, text);
        }),
        { numRuns: 30 },
      );
    } finally {
      client.release(true);
    }
  }
});
