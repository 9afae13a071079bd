import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findBranchHead } from './branch-head.ts';
import { git } from './git.ts';
import { modelDirectory, openModelRepository, type ModelRepository } from './model-repository.ts';

let dataDir: string;
let directory: string;
let repository: ModelRepository;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-heads-'));
  directory = modelDirectory(dataDir, 1);
  repository = await openModelRepository(dataDir, 1);
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

const commit = (branch: string, content: string) =>
  repository.commit({
    branch,
    message: 'Change the model',
    author: { name: 'Model author', email: 'author@example.com' },
    files: [{ path: 'cubes.yml', content }],
  });
const said = async (ref: string) => (await git(directory, ['rev-parse', ref])).toString().trim();

test('the head of a branch is the one that git names: loose, packed, and moved after packing', async () => {
  await commit('master', 'one');
  await commit('next/orders', 'two');
  assert.equal(await findBranchHead(directory, 'master'), await said('refs/heads/master'));
  await git(directory, ['pack-refs', '--all', '--prune']);
  assert.match(await readFile(join(directory, 'packed-refs'), 'utf8'), / refs\/heads\/master/);
  assert.equal(await findBranchHead(directory, 'master'), await said('refs/heads/master'));
  assert.equal(await findBranchHead(directory, 'next/orders'), await said('refs/heads/next/orders'));
  const moved = await commit('master', 'three');
  assert.equal(await findBranchHead(directory, 'master'), moved);
});

test('what is no branch has no head, also where it is part of a name, a path or a pattern', async () => {
  await commit('master', 'one');
  await commit('next/orders', 'two');
  for (const name of ['', 'nowhere', 'next', 'master/more', '../heads/master', '../../HEAD', 'mas*', '\0'])
    assert.equal(await findBranchHead(directory, name), undefined, JSON.stringify(name));
});
