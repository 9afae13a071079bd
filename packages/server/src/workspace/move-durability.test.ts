import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { createTestApp } from '../test/index.ts';

test('a bulk move that was answered survives the death of the database, and what was not moved is whole', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-durable-'));
  await chmod(dataDir, 0o755);
  // As in production: the disk is waited for.
  const postgres = await startEmbeddedPostgres({ dataDir });
  process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
  const world = await createTestApp();
  const base = `/api/v1/deployments/${world.deploymentId}`;
  const make = async (path: string, body: object) =>
    ((await world.call({ method: 'POST', path: base + path, body })).json() as { id: number }).id;
  const folderId = await make('/folders', { name: 'Safe' });
  const ids: number[] = [];
  for (let index = 0; index < 60; index += 1) ids.push(await make('/reports', { name: `Report ${index}` }));
  const move = (part: number[]) =>
    world.call({
      method: 'POST',
      path: `${base}/workspace/bulk-move`,
      body: { folderId, items: part.map((id) => ({ type: 'REPORT', id })) },
    });

  const answered = (await move(ids.slice(0, 30))).json() as { moved: { id: number }[] };
  const interrupted = move(ids.slice(30)).catch(() => undefined);
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await Promise.all([postgres.exited, interrupted]);

  const again = await startEmbeddedPostgres({ dataDir });
  const database = connectDatabase({ ...again.connection, database: world.database.connection.database });
  try {
    const { rows } = await database.pool.query<{ id: number; folder_id: number | null }>(
      'select id, folder_id from reports order by id',
    );
    const inFolder = new Set(rows.filter((row) => row.folder_id === folderId).map(({ id }) => id));
    assert.equal(answered.moved.length, 30);
    for (const { id } of answered.moved)
      assert.ok(inFolder.has(id), `report ${id} was answered as moved and is not`);
    assert.ok(rows.every((row) => row.folder_id === null || row.folder_id === folderId));
    // Items move in the order given, so what the death left undone is the end of the list.
    const moved = ids.map((id) => inFolder.has(id));
    assert.ok(moved.lastIndexOf(true) < (moved.includes(false) ? moved.indexOf(false) : ids.length));
  } finally {
    await database.close();
    await world.app.close();
    await again.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
