// @alone: it moves the temporary folder of its process.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDataFolder } from './data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { choosePostgresLayout } from './postgres-layout.ts';

/** The folder of a temporary start, with everything that is temporary for it. */
let folder: string;
let dataDir: string;
const tmpdirBefore = process.env['TMPDIR'];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-layout-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'tmp'));
  await chmod(join(folder, 'tmp'), 0o1777);
  process.env['TMPDIR'] = join(folder, 'tmp');
  // Longer than the path of a socket may be.
  dataDir = join(folder, 'deep'.repeat(30));
  await mkdir(dataDir);
});
after(async () => {
  if (tmpdirBefore === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = tmpdirBefore;
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const hashOf = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

test('a link that waits at a name among the temporary files is not followed', async () => {
  const victim = join(folder, 'victim');
  await mkdir(victim, { mode: 0o755 });
  const { uid } = await stat(victim);
  await symlink(victim, join(folder, 'tmp', `oriel-${hashOf(join(dataDir, 'run'), 12)}`));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    assert.deepEqual(await readdir(victim), []);
    const found = await stat(victim);
    assert.deepEqual([found.mode & 0o777, found.uid], [0o755, uid]);
    assert.equal((await stat(postgres.connection.host)).mode & 0o777, 0o700);
  } finally {
    await postgres.stop();
  }
  await assert.rejects(stat(postgres.connection.host), { code: 'ENOENT' });
});

test('the lock of a folder with a long path is in the folder, where no stranger can take it', async () => {
  const names = await readdir(join(folder, 'tmp'));
  const opened = await openDataFolder(dataDir);
  await assert.rejects(openDataFolder(dataDir), /in use by another Oriel/);
  await opened.release();
  await (await openDataFolder(dataDir)).release();
  if (process.platform === 'linux') assert.deepEqual(await readdir(join(folder, 'tmp')), names);
});

test('a cluster is run by its owner, whatever users the machine has got since', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root runs the database as another user');
  const made = join(folder, 'made');
  await mkdir(join(made, 'postgres'), { recursive: true });
  await writeFile(join(made, 'postgres', 'PG_VERSION'), '18\n');
  await chown(join(made, 'postgres', 'PG_VERSION'), 54_321, 54_322);
  assert.deepEqual((await choosePostgresLayout(made)).user, { uid: 54_321, gid: 54_322 });
});
