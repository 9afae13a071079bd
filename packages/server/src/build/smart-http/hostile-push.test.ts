import assert from 'node:assert/strict';
import { access, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { createGitClient, loadedCommit, type GitClient } from '../../test/hosts/git-client.ts';
import { git } from '../git.ts';
import { openModelRepository, type ModelRepository } from '../model-repository.ts';
import { mergeTrees } from '../repository/merge-commits.ts';

let app: TestApp;
let client: GitClient;
let repository: ModelRepository;
let url: string;
before(async () => {
  app = await createTestApp();
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  url = `${address.replace('//', `//x:${app.adminKey}@`)}/git/deployments`;
});
after(() => app.close());
beforeEach(async (context) => {
  const deploymentId = await app.build.deployment({ tenantId: app.tenantId });
  repository = await openModelRepository(app.dataDir, deploymentId);
  client = await createGitClient();
  // The hooks of a test run for the test that they belong to.
  (context as { after?(close: () => Promise<void>): void }).after?.(() => client.close());
  await client.git('clone', '--quiet', `${url}/${deploymentId}.git`, '.');
});

/** A push that has to be refused, and leave nothing behind: no ref, no object. */
async function refused(says: RegExp, commit = 'HEAD'): Promise<void> {
  const objects = () => readdir(join(repository.directory, 'objects'), { recursive: true });
  const before = await objects();
  await assert.rejects(
    client.git('push', 'origin', `${commit}:refs/heads/master`),
    (error: { stderr?: string }) => {
      assert.match(error.stderr ?? String(error), says);
      return true;
    },
  );
  assert.equal(await repository.findHead('master'), undefined);
  assert.deepEqual(await objects(), before);
}

/** Writes a tree by hand, as no `git add` would, and commits it. */
async function commitTree(...lines: string[]): Promise<string> {
  const path = join(client.directory, '.git', 'lines');
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  const tree = await client.git('-c', `alias.make=!git mktree --missing < ${path}`, 'make');
  return client.git('commit-tree', tree, '-m', 'Hostile');
}
const blob = async (content = 'x') => {
  await client.write('.git/content', content);
  return client.git('hash-object', '-w', '--literally', join(client.directory, '.git/content'));
};

test('a symbolic link is refused', async () => {
  await symlink('/etc/passwd', join(client.directory, 'model.yml'));
  await client.commit({});
  await refused(/"model.yml" is a symbolic link/);
});

test('a submodule is refused', async () => {
  await refused(/is a submodule/, await commitTree(`160000 commit ${'1'.repeat(40)}\tmodel`));
});

for (const name of ['.git', '.GIT', 'git~1', '..', '.', '.g\u200cit', 'a\\b', '.git '])
  test(`a file named ${JSON.stringify(name)} is refused`, async () => {
    await refused(/fsck|unpack|cannot be a file/, await commitTree(`100644 blob ${await blob()}\t${name}`));
  });

test('an odd name, an odd mode and a file that is missing are refused', async () => {
  const id = await blob();
  await refused(/control character/, await commitTree(`100644 blob ${id}\t"a\\nb"`));
  await refused(/not well-formed Unicode/, await commitTree(`100644 blob ${id}\t"a\\377"`));
  await refused(/longer than 255/, await commitTree(`100644 blob ${id}\t${'a'.repeat(256)}`));
  await refused(/fsck|unpack|unable to read/, await commitTree(`100644 blob ${'2'.repeat(40)}\ta.yml`));
});

test('a tree that unfolds to more files than the world has costs what the largest model costs', async () => {
  let line = `100644 blob ${await blob()}\tf`;
  for (let depth = 0; depth < 12; depth += 1) {
    const commit = await commitTree(
      ...Array.from({ length: 20 }, (_, index) => line.replace(/\t.*/, `\t${index}`)),
    );
    line = `040000 tree ${await client.git('rev-parse', `${commit}^{tree}`)}\td`;
  }
  await refused(/more than 5000 files|cannot be listed/, await commitTree(line));
});

test('a tree that is too deep is refused', async () => {
  const commit = await client.load(loadedCommit([`M 100644 inline ${'d/'.repeat(2_000)}f`, 'data 1', 'x']));
  await refused(/longer than 1024/, commit);
});

test('a pack that grows beyond its limit when it is unpacked is refused', async () => {
  const bytes = 70 * 1024 * 1024;
  const commit = await client.load(
    loadedCommit(['M 100644 inline a.yml', `data ${bytes}`, 'x'.repeat(bytes)]),
  );
  await refused(/larger than/, commit);
});

test('hooks, configuration, attributes and alternates in a push are files like others, and nothing of them runs', async () => {
  const proof = join(app.dataDir, 'proof');
  const program = `#!/bin/sh\ntouch ${proof}\n`;
  await client.commit({
    'hooks/pre-receive': program,
    'hooks/post-receive': program,
    config: `[core]\n\tfsmonitor = touch ${proof}\n\thooksPath = hooks\n[filter "x"]\n\tsmudge = touch ${proof}\n`,
    '.gitattributes': '* filter=x diff=x merge=x\n',
    'objects/info/alternates': '/etc\n',
    'a.yml': 'one',
  });
  await client.git('push', '--quiet', 'origin', 'HEAD:master');
  const master = await repository.getBranch('master');
  const files = await repository.readFiles(master.head);
  assert.equal(files.length, 6);
  await repository.hashFiles(await repository.listFiles(master.head));
  const author = { name: 'A', email: 'a@example.com' };
  const change = (content: string) =>
    repository.commitChanges(master, [{ kind: 'set', path: 'a.yml', content }], { message: 'x', author });
  const { head } = await change('two');
  await mergeTrees(repository.directory, head, master.head);
  await assert.rejects(access(proof), { code: 'ENOENT' });
});

test('what lies in the repository itself, as hooks and configuration, runs nothing either', async () => {
  const proof = join(app.dataDir, 'proof-of-repository');
  const hooks = join(repository.directory, 'hooks');
  await mkdir(hooks);
  for (const name of [
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'reference-transaction',
    'proc-receive',
  ])
    await writeFile(join(hooks, name), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
  await git(repository.directory, ['config', 'core.fsmonitor', `touch ${proof}`]);
  await git(repository.directory, ['config', 'core.hooksPath', hooks]);
  await git(repository.directory, ['config', 'uploadpack.packObjectsHook', `touch ${proof}`]);
  await git(repository.directory, ['config', 'core.sshCommand', `touch ${proof}`]);
  await client.commit({ 'a.yml': 'a' });
  await client.git('push', '--quiet', 'origin', 'HEAD:master');
  await client.git('fetch', '--quiet');
  await repository.commit({ branch: 'master', message: 'x', author: { name: 'A', email: 'a' }, files: [] });
  await assert.rejects(access(proof), { code: 'ENOENT' });
});

test('a name of a branch that would be another thing elsewhere is refused', async () => {
  await client.commit({ 'a.yml': 'a' });
  await assert.rejects(client.git('push', 'origin', `HEAD:refs/heads/${'1'.repeat(40)}`), {
    stderr: /cannot be the name of a branch/,
  });
});
