import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatResult, isClean } from './figures.ts';
import { runChaos } from './run.ts';

/** The same each time, so that a failure can be repeated: `npm run chaos -- --seed N`. */
const SEED = 20_261_122;

test('a minute of faults loses nothing, serves nobody foreign rows, and is recovered from', async () => {
  const result = await runChaos({ minutes: 1, seed: SEED, onProgress: () => {} });
  process.stderr.write(`${formatResult(result)}\n`);
  assert.ok(isClean(result), formatResult(result));
  assert.ok(result.acknowledgedWrites > 100 && result.checkedRows > 10_000, formatResult(result));
});
