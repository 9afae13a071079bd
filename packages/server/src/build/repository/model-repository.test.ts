import { limits } from '@oriel/contract';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { git } from '../git.ts';
import {
  modelDirectory,
  openModelRepository,
  removeModelRepository,
  sha1Of,
  shownCommit,
  type ModelRepository,
} from '../model-repository.ts';

const author = { name: 'Ada "the first" <Lovelace>', email: 'ada@example.com' };
const text = { message: 'Change the model', author };

let dataDir: string;
let deploymentId = 0;
let repository: ModelRepository;
let changed: string[];
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-repository-'));
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));
beforeEach(async () => {
  deploymentId += 1;
  changed = [];
  repository = await openModelRepository(dataDir, deploymentId, { onChange: (name) => changed.push(name) });
  await repository.commit({
    branch: 'master',
    ...text,
    files: [
      { path: 'README.md', content: 'Read me\n' },
      { path: 'model/cubes/orders.yml', content: 'one\n' },
      { path: 'model/cubes/users.yml', content: 'users\n' },
    ],
  });
});

const set = (path: string, content: string) => ({ kind: 'set', path, content }) as const;
const contentsAt = async (commit: string) =>
  Object.fromEntries((await repository.readFiles(commit)).map(({ path, content }) => [path, content]));
const branch = (name = 'master') => repository.getBranch(name);
const fork = async (name: string) => repository.createBranch(name, (await branch()).head);

test('a commit changes, renames and removes files and folders at once', async () => {
  const { head } = await repository.commitChanges(
    await branch(),
    [
      set('model/views/sales "new" ü.yml', 'view\n'),
      { kind: 'rename', path: 'model/cubes', newPath: 'model/tables' },
      set('model/tables/orders.yml', 'two\n'),
      { kind: 'remove', path: 'README.md' },
    ],
    text,
  );
  assert.deepEqual(await contentsAt(head), {
    'model/tables/orders.yml': 'two\n',
    'model/tables/users.yml': 'users\n',
    'model/views/sales "new" ü.yml': 'view\n',
  });
  const { author: by, message, parents } = await repository.readCommit(head);
  assert.deepEqual(
    { by, message, parents: parents.length },
    { by: { name: 'Ada "the first"  Lovelace', email: author.email }, message: text.message, parents: 1 },
  );
  assert.equal((await git(repository.directory, ['fsck', '--strict'])).toString(), '');
  const again = await openModelRepository(dataDir, deploymentId);
  assert.deepEqual(
    await repository.listFiles(head),
    await again.listFiles(head),
    'what is kept is what is there',
  );
  assert.deepEqual(await repository.readCommit(head), await again.readCommit(head));
});

test('a file may become a folder, and a folder move into itself', async () => {
  const { head } = await repository.commitChanges(
    await branch(),
    [
      { kind: 'remove', path: 'README.md' },
      set('README.md/more', 'x'),
      { kind: 'rename', path: 'model', newPath: 'model/inner' },
    ],
    text,
  );
  assert.deepEqual(Object.keys(await contentsAt(head)), [
    'README.md/more',
    'model/inner/cubes/orders.yml',
    'model/inner/cubes/users.yml',
  ]);
});

test('changes that cannot be are refused, and change nothing', async () => {
  const state = await branch();
  const refusals: [Parameters<ModelRepository['commitChanges']>[1], string][] = [
    [[set('a.yml', 'a'), { kind: 'remove', path: 'nowhere' }], 'model_file_not_found'],
    [[{ kind: 'rename', path: 'nowhere', newPath: 'there' }], 'model_file_not_found'],
    [[{ kind: 'rename', path: 'README.md', newPath: 'model/cubes/users.yml' }], 'model_path_taken'],
    [[set('model/cubes', 'a')], 'model_path_taken'],
    [[set('README.md/a', 'a')], 'model_path_taken'],
    [[set('../a', 'a')], 'model_path_invalid'],
    [[{ kind: 'rename', path: 'model', newPath: '.git' }], 'model_path_invalid'],
    [[set('large.yml', 'x'.repeat(5 * 1024 * 1024 + 1))], 'model_file_too_large'],
    [Array.from({ length: 5_001 }, (_, index) => set(`${index}.yml`, '')), 'model_too_large'],
    [
      Array.from({ length: 11 }, (_, index) => set(`${index}.yml`, 'x'.repeat(5 * 1024 * 1024))),
      'model_too_large',
    ],
  ];
  for (const [changes, code] of refusals)
    await assert.rejects(repository.commitChanges(state, changes, text), { code });
  assert.deepEqual(await branch(), state);
});

test('what is saved is a draft until it is committed, and is seen on its branch alone', async () => {
  const dev = await fork('dev');
  const saved = await repository.saveDraft(dev, [set('a.yml', 'a')], author);
  const again = await repository.saveDraft(saved, [set('b.yml', 'b')], author);
  assert.equal(again.head, dev.head);
  assert.deepEqual(await branch('dev'), again);
  assert.equal((await branch()).draft, undefined);
  const committed = await repository.commitDraft(again, text);
  assert.equal(committed.kind, 'merged');
  const { head, draft } = await branch('dev');
  assert.equal(draft, undefined);
  const { 'a.yml': a, 'b.yml': b } = await contentsAt(head);
  assert.deepEqual({ a, b }, { a: 'a', b: 'b' });
  const { parents, author: by } = await repository.readCommit(head);
  assert.deepEqual(parents, [dev.head]);
  assert.equal(by.email, author.email);
  assert.equal((await repository.commitDraft(await branch('dev'), text)).kind, 'unchanged');
});

test('a draft that is discarded is forgotten', async () => {
  const dev = await fork('dev');
  const saved = await repository.saveDraft(dev, [set('a.yml', 'a')], author);
  assert.deepEqual(await repository.discardDraft(saved), dev);
  assert.deepEqual(await branch('dev'), dev);
});

test('of several that change the same state all but one are told, whatever they do', async () => {
  const dev = await fork('dev');
  const some = () => set('a.yml', randomUUID());
  const acts: [code: string, act: () => Promise<unknown>][] = [
    ['branch_name_taken', () => repository.createBranch('same', dev.head)],
    ['branch_changed', () => repository.saveDraft(dev, [some()], author)],
    ['branch_changed', async () => repository.commitChanges(await branch('same'), [some()], text)],
  ];
  for (const [code, act] of acts) {
    const results = await Promise.allSettled([act(), act(), act()]);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    );
    assert.deepEqual(refused, [code, code], JSON.stringify(results));
  }
});

test('a merge brings both sides together, by a merge commit, one commit, or none', async () => {
  const dev = await fork('dev');
  const from = await repository.commitChanges(dev, [set('a.yml', 'a')], text);
  const forward = await repository.merge({ from: from.head, into: await branch(), ...text });
  assert.equal(forward.kind, 'merged');
  assert.equal((await branch()).head, from.head);
  assert.equal(
    (await repository.merge({ from: from.head, into: await branch(), ...text })).kind,
    'unchanged',
  );

  const next = await repository.commitChanges(from, [set('b.yml', 'b')], text);
  const other = await repository.commitChanges(await branch(), [set('c.yml', 'c')], text);
  await repository.merge({ from: next.head, into: other, ...text });
  const merged = await branch();
  assert.deepEqual((await repository.readCommit(merged.head)).parents, [other.head, next.head]);
  assert.deepEqual(Object.keys(await contentsAt(merged.head)).slice(1, 4), ['a.yml', 'b.yml', 'c.yml']);

  const last = await repository.commitChanges(next, [set('d.yml', 'd')], text);
  await repository.merge({ from: last.head, into: merged, ...text, squash: true });
  assert.deepEqual((await repository.readCommit((await branch()).head)).parents, [merged.head]);
});

test('a conflict names the file with base and both sides, and the next commit may resolve it', async () => {
  const dev = await repository.commitChanges(
    await fork('dev'),
    [set('model/cubes/orders.yml', 'mine\n'), { kind: 'remove', path: 'model/cubes/users.yml' }],
    text,
  );
  const master = await repository.commitChanges(
    await branch(),
    [
      set('model/cubes/orders.yml', 'yours\n'),
      set('model/cubes/users.yml', 'more users\n'),
      set('new.yml', 'new\n'),
    ],
    text,
  );
  const pulled = await repository.merge({ from: master.head, into: dev, ...text });
  assert.equal(pulled.kind, 'conflict');
  assert.deepEqual(pulled.kind === 'conflict' && pulled.files, [
    { path: 'model/cubes/orders.yml', base: 'one\n', ours: 'mine\n', theirs: 'yours\n' },
    { path: 'model/cubes/users.yml', base: 'users\n', theirs: 'more users\n' },
  ]);
  const state = await branch('dev');
  assert.deepEqual(state, { ...dev, conflict: master.head });
  const edited = await repository.saveDraft(state, [set('model/cubes/orders.yml', 'both\n')], author);
  const resolved = await repository.commitDraft(edited, { ...text, resolveConflict: true });
  assert.equal(resolved.kind, 'merged');
  const { head, ...rest } = await branch('dev');
  assert.deepEqual(rest, { name: 'dev' });
  assert.deepEqual(await contentsAt(head), {
    'README.md': 'Read me\n',
    'model/cubes/orders.yml': 'both\n',
    'new.yml': 'new\n',
  });
  assert.deepEqual((await repository.readCommit(head)).parents, [dev.head, master.head]);
  const merged = await repository.merge({ from: head, into: master, ...text });
  assert.equal(merged.branch.head, head, 'what was resolved merges forward');
});

test('a push beside a draft loses neither: they are merged, or the later one is told', async () => {
  const saved = await repository.saveDraft(await fork('dev'), [set('a.yml', 'draft')], author);
  await repository.commitChanges(saved, [set('b.yml', 'pushed')], text);
  assert.equal((await repository.commitDraft(await branch('dev'), text)).kind, 'merged');
  const both = await contentsAt((await branch('dev')).head);
  assert.deepEqual([both['a.yml'], both['b.yml']], ['draft', 'pushed']);

  const again = await repository.saveDraft(await branch('dev'), [set('a.yml', 'draft 2')], author);
  await repository.commitChanges(again, [set('a.yml', 'pushed 2')], text);
  const told = await repository.commitDraft(await branch('dev'), text);
  assert.deepEqual(told.kind === 'conflict' && told.files, [
    { path: 'a.yml', base: 'draft', ours: 'draft 2', theirs: 'pushed 2' },
  ]);
  assert.equal((await contentsAt(shownCommit(await branch('dev'))))['a.yml'], 'draft 2');
  await repository.commitDraft(await branch('dev'), { ...text, resolveConflict: true });
  assert.equal((await contentsAt((await branch('dev')).head))['a.yml'], 'draft 2');
});

test('a pull carries what was saved over to the new head', async () => {
  const saved = await repository.saveDraft(await fork('dev'), [set('a.yml', 'a')], author);
  const master = await repository.commitChanges(await branch(), [set('b.yml', 'b')], text);
  await repository.merge({ from: master.head, into: saved, ...text });
  const dev = await branch('dev');
  assert.equal(dev.head, master.head);
  const shown = await contentsAt(shownCommit(dev));
  assert.deepEqual([shown['a.yml'], shown['b.yml']], ['a', 'b']);
  assert.deepEqual((await repository.readCommit(shownCommit(dev))).parents, [master.head]);
});

test('branches are made from a commit and removed with their drafts', async () => {
  const dev = await repository.saveDraft(await fork('dev/one'), [set('a.yml', 'a')], author);
  assert.deepEqual(
    (await repository.listBranches()).map(({ name }) => name),
    ['dev/one', 'master'],
  );
  await assert.rejects(fork('dev/one'), { code: 'branch_name_taken' });
  await assert.rejects(fork('dev'), { code: 'branch_name_taken' });
  await assert.rejects(fork('dev/one/two'), { code: 'branch_name_taken' });
  await repository.removeBranch(dev);
  assert.deepEqual(
    (await repository.listBranches()).map(({ name }) => name),
    ['master'],
  );
  assert.equal((await fork('dev')).draft, undefined);
  await assert.rejects(repository.removeBranch(dev), { code: 'branch_changed' });
});

test('names that git, a command or a file system would take for something else are refused', async () => {
  const { head } = await branch();
  for (const name of [
    '',
    '-d',
    'HEAD',
    '@',
    'a..b',
    'a b',
    'a.lock',
    '.a',
    'a/',
    'a//b',
    'a~1',
    'a\0b',
    'a\nb',
    'refs/heads/a',
    '../a',
    head,
    'a'.repeat(256),
    '\ud800',
  ])
    await assert.rejects(repository.createBranch(name, head), { code: 'branch_name_invalid' }, name);
  for (const name of ['größe', 'a'.repeat(250), 'feature/a-b_c.d']) await repository.createBranch(name, head);
});

test('hashes are those of the bytes, and no content is read twice for them', async () => {
  const files = await repository.listFiles((await branch()).head);
  const hashes = await repository.hashFiles(files);
  assert.equal(hashes.get('README.md'), sha1Of(Buffer.from('Read me\n')));
  await rm(join(repository.directory, 'objects'), { recursive: true, maxRetries: 10 });
  assert.deepEqual(await repository.hashFiles(files), hashes);
});

test('whatever shows something else is told', async () => {
  changed = [];
  const dev = await fork('dev');
  await repository.commitDraft(await repository.saveDraft(dev, [set('a.yml', 'a')], author), text);
  await repository.removeBranch(await branch('dev'));
  assert.deepEqual(changed, ['dev', 'dev', 'dev', 'dev']);
});

test('a deployment has at most a thousand branches', async () => {
  const { head } = await branch();
  const names = Array.from(
    { length: limits.MAX_BRANCHES - 1 },
    (_, index) => `create refs/heads/b${index} ${head}\n`,
  );
  await git(repository.directory, ['update-ref', '--stdin'], { input: names.join('') });
  await assert.rejects(fork('one-more'), { code: 'too_many_branches' });
  await repository.removeBranch(await branch('b7'));
  await fork('one-more');
  assert.equal((await repository.listBranches()).length, limits.MAX_BRANCHES);
});

/** Writes files into its working directory for a while, as a git process does that had opened its folder. */
const writer = `const end = Date.now() + 300;
for (let file = 0; Date.now() < end; file += 1)
  try { require('node:fs').writeFileSync(String(file), ''); } catch { break; }`;

test('several may open a repository that is not there yet: one makes it, and nothing is left of the others', async () => {
  deploymentId += 1;
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openModelRepository(dataDir, deploymentId)),
  );
  const files = [{ path: 'a.yml', content: 'a' }];
  const commit = await opened[0]?.commit({ branch: 'master', ...text, files });
  for (const each of opened) assert.equal((await each.getBranch('master')).head, commit);
  const names = await readdir(join(dataDir, 'deployments'));
  assert.deepEqual(
    names.filter((name) => name.includes('draft')),
    [],
  );
});

test('what a server has left that died while it made a repository is no lost one', async () => {
  const deployments = join(dataDir, 'deployments');
  deploymentId += 1;
  await mkdir(join(deployments, `${deploymentId}.draft-aBc123`, 'model.git', 'refs'), { recursive: true });
  await openModelRepository(dataDir, deploymentId);
  // Older servers made it in its own folder.
  deploymentId += 1;
  const around = join(deployments, String(deploymentId));
  await mkdir(join(around, 'model.git.aBc123'), { recursive: true });
  await openModelRepository(dataDir, deploymentId);
  assert.deepEqual((await readdir(around)).sort(), ['model.git', 'model.git.aBc123']);
});

test('a repository that was moved away is lost, whatever its folder is called now', async () => {
  const around = join(dataDir, 'deployments', String(deploymentId));
  for (const name of ['model.git.backup', 'model.old']) {
    await rename(join(around, 'model.git'), join(around, name));
    await assert.rejects(openModelRepository(dataDir, deploymentId), { code: 'model_repository_lost' });
    await rename(join(around, name), join(around, 'model.git'));
  }
  await openModelRepository(dataDir, deploymentId);
});

test('a repository that cannot be looked at is damaged, and no fault of the server', async () => {
  const directory = modelDirectory(dataDir, deploymentId);
  await rm(directory, { recursive: true });
  await symlink('model.git', directory);
  await assert.rejects(openModelRepository(dataDir, deploymentId), { code: 'model_repository_lost' });
});

test('a repository that is written to can be removed, and stays removed', async () => {
  const { directory } = repository;
  await git(directory, ['update-ref', 'refs/builds/one', (await branch()).head]);
  const cwd = join(directory, 'refs', 'builds');
  const writing = spawn(process.execPath, ['-e', writer], { cwd });
  const ended = once(writing, 'exit');
  while ((await readdir(cwd)).length < 10) await pause(1);
  await removeModelRepository(dataDir, deploymentId);
  await ended;
  const left = await readdir(join(dataDir, 'deployments'));
  assert.deepEqual(
    left.filter((name) => name.startsWith(String(deploymentId))),
    [],
  );
});
