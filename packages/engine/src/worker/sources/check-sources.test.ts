import { duckdb } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../errors/errors.ts';
import type { Source } from '../../sources/connection/source.ts';
import { checkSources } from './check-sources.ts';

function sourceOf(read: Source['read'], isPaidForByUse = false): Source {
  return {
    dialect: duckdb,
    limits: {},
    slots: 1,
    isPaidForByUse,
    read,
    version: async () => '',
    close: async () => {},
  };
}

const away = sourceOf(async () => {
  throw new EngineError('source.unavailable', 'refused');
});

async function check(sources: Readonly<Record<string, Source>>, only?: string) {
  const { status, body } = await checkSources(sources, only);
  return { status, ...(JSON.parse(Buffer.concat(body as Buffer[]).toString()) as object) };
}

test('each source tells how it is', async () => {
  const { status, sources } = (await check({ here: sourceOf(async () => {}), away })) as {
    status: number;
    sources: Record<string, { health: string; error?: string }>;
  };
  assert.equal(status, 500);
  assert.equal(sources['here']?.health, 'HEALTH');
  assert.equal(sources['away']?.health, 'DOWN');
  assert.match(sources['away']?.error ?? '', /refused/);
});

test('a warehouse that is paid for by use is asked by its name alone', async () => {
  let asked = 0;
  const warehouse = sourceOf(async () => void (asked += 1), true);
  assert.equal((await check({ warehouse })).status, 200);
  assert.equal(asked, 0);
  assert.equal((await check({ warehouse, away }, 'warehouse')).status, 200);
  assert.equal(asked, 1);
});
