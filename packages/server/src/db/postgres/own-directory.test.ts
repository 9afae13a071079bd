import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeOwnDirectory } from './own-directory.ts';

/** A user whom no folder of this test belongs to. */
const NOBODY = 4_000_000;
/** As seen by another user, to whom everything here belongs to a stranger. */
const asAnother = [NOBODY];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-own-'));
});
after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('makes a folder that only its owner may enter, and those above it', async () => {
  const path = join(folder, 'above', 'new');
  await makeOwnDirectory(path);
  assert.equal(await modeOf(path), 0o700);
});

test('takes a folder of ours and closes it to others', async () => {
  const path = join(folder, 'ours');
  await mkdir(path);
  await chmod(path, 0o777);
  await makeOwnDirectory(path);
  assert.equal(await modeOf(path), 0o700);
});

test('follows a link of ours, as one to another disk', async () => {
  const [disk, link] = [join(folder, 'disk'), join(folder, 'link')];
  await mkdir(disk, { mode: 0o755 });
  await symlink(disk, link);
  await makeOwnDirectory(link);
  assert.equal(await modeOf(disk), 0o700);
});

test('leaves what a link of another user leads to as it is', async () => {
  const [victim, link] = [join(folder, 'victim'), join(folder, 'trap')];
  await mkdir(victim, { mode: 0o755 });
  await symlink(victim, link);
  await assert.rejects(makeOwnDirectory(link, undefined, asAnother), /no folder of ours/);
  assert.equal(await modeOf(victim), 0o755);
});

test('leaves the folder of another user as it is', async () => {
  const path = join(folder, 'theirs');
  await mkdir(path);
  await chmod(path, 0o777);
  await assert.rejects(makeOwnDirectory(path, undefined, asAnother), /no folder of ours/);
  assert.equal(await modeOf(path), 0o777);
});

test('refuses a file in the place', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  await assert.rejects(makeOwnDirectory(path), /no folder of ours/);
  assert.equal((await readdir(folder)).includes('file'), true);
});
