import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDuckDbSource } from '../src/sources/duckdb-source.ts';
import { readAll } from './read-all.ts';

test('every connection of a source is in UTC, wherever the server stands', async () => {
  process.env['TZ'] = 'America/New_York';
  const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
  const ask = () => readAll(source, "SELECT CAST(TIMESTAMPTZ '2024-01-01 00:00:00Z' AS TIMESTAMP)");
  const answers = await Promise.all([ask(), ask(), ask()]);
  await source.close();
  assert.deepEqual(
    answers,
    Array.from({ length: 3 }, () => [['2024-01-01T00:00:00.000']]),
  );
});
