import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { git } from '../git.ts';
import { openModelRepository, shownCommit, type ModelRepository } from '../model-repository.ts';
import { mergeBase } from './merge-commits.ts';

const PROGRAM = fileURLToPath(new URL('../../test/processes/model-writer-process.ts', import.meta.url));
const ROUNDS = 5;
const author = { name: 'Ada', email: 'ada@example.com' };

let dataDir: string;
let repository: ModelRepository;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-killed-'));
  repository = await openModelRepository(dataDir, 1);
  await repository.commit({ branch: 'master', message: 'Start', author, files: [] });
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

/** Lets the writer run, kills it with every git that it has started, and answers with what it was told. */
async function killWriter(): Promise<ReadonlyMap<string, string>> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, '1'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = new Map<string, string>();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [what = '', value = ''] = line.split(' ');
      told.set(what, value);
    }
    if (told.has('master')) resolve();
  });
  const ended = new Promise((done) => child.once('close', done));
  await Promise.race([begun, ended.then(() => assert.fail('the writer ended by itself'))]);
  // Anywhere in a round.
  await pause(randomInt(150));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
  return told;
}

test('a writer that is killed at any moment leaves the repository whole, with all that it was told', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = await killWriter();
    assert.equal((await git(repository.directory, ['fsck', '--strict', '--no-dangling'])).toString(), '');
    for (const branch of ['master', 'dev']) {
      const commit = told.get(branch) ?? '';
      const { head } = await repository.getBranch(branch);
      assert.equal(
        await mergeBase(repository.directory, commit, head),
        commit,
        `${branch} has lost ${commit}`,
      );
    }
    const shown = await repository.readFiles(shownCommit(await repository.getBranch('dev')));
    const [, saved = ''] = told.get('draft')?.split('-') ?? [];
    const draft = shown.find(({ path }) => path === 'draft.yml')?.content;
    assert.ok(Number(draft?.split('-')[1]) >= Number(saved), `${draft} is there, and ${saved} was saved`);
  }
});

test('a lock that a process has left just now keeps nobody from writing', async () => {
  const lock = join(repository.directory, 'packed-refs.lock');
  await writeFile(lock, '');
  const state = await repository.getBranch('master');
  const changes = [{ kind: 'set', path: 'meanwhile.yml', content: 'x' }] as const;
  const { head } = await repository.commitChanges(state, changes, { message: 'Meanwhile', author });
  assert.equal(await repository.findHead('master'), head);
  await rm(lock);
});

test('locks that a process has left are no obstacle', async () => {
  const old = new Date(Date.now() - 60_000);
  for (const lock of ['refs/heads/master.lock', 'packed-refs.lock', 'HEAD.lock']) {
    await writeFile(join(repository.directory, lock), '');
    await utimes(join(repository.directory, lock), old, old);
  }
  const state = await repository.getBranch('master');
  const changes = [{ kind: 'set', path: 'after.yml', content: 'x' }] as const;
  await repository.commitChanges(state, changes, { message: 'After', author });
  await git(repository.directory, ['pack-refs', '--all', '--prune']);
  const again = await repository.getBranch('dev');
  await repository.removeBranch(again);
  assert.equal(await repository.findBranch('dev'), undefined);
});
