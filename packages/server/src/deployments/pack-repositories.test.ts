import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openModelRepository, shownCommit } from '../build/model-repository.ts';
import { packRepository } from './pack-repositories.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-packing-'));
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

const author = { name: 'Ada', email: 'ada@example.com' };

test('packing keeps branches, drafts and conflicts, and forgets what an upload has left', async () => {
  const repository = await openModelRepository(dataDir, 1);
  await repository.commit({
    branch: 'master',
    message: 'Start',
    author,
    files: [{ path: 'a.yml', content: 'a' }],
  });
  const master = await repository.getBranch('master');
  const dev = await repository.createBranch('dev', master.head);
  const saved = await repository.saveDraft(dev, [{ kind: 'set', path: 'b.yml', content: 'b' }], author);
  const objects = join(repository.directory, 'objects');
  const [left, current] = ['tmp_objdir-incoming-left', 'tmp_objdir-incoming-current'];
  for (const name of [left, current]) await mkdir(join(objects, name));
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(join(objects, left), old, old);

  await packRepository(repository.directory);
  const again = await openModelRepository(dataDir, 1);
  assert.deepEqual(await again.listBranches(), [saved, master]);
  const shown = await again.readFiles(shownCommit(await again.getBranch('dev')));
  assert.deepEqual(
    shown.map(({ content }) => content),
    ['a', 'b'],
  );
  const names = await readdir(objects);
  assert.deepEqual([names.includes(left), names.includes(current)], [false, true]);
  const further = await again.saveDraft(saved, [{ kind: 'set', path: 'c.yml', content: 'c' }], author);
  assert.deepEqual(await again.getBranch('dev'), further);
});

test('an object that is missing is found by packing', async () => {
  const repository = await openModelRepository(dataDir, 2);
  const files = [{ path: 'a.yml', content: 'lost' }];
  await repository.commit({ branch: 'master', message: 'Start', author, files });
  const [file] = await repository.listFiles((await repository.getBranch('master')).head);
  const { blob = '' } = file ?? {};
  await rm(join(repository.directory, 'objects', blob.slice(0, 2), blob.slice(2)));
  await assert.rejects(packRepository(repository.directory), { code: 'model_repository_lost' });
  const { head } = await repository.getBranch('master');
  await assert.rejects(repository.readFiles(head), { code: 'model_repository_lost' });
});
