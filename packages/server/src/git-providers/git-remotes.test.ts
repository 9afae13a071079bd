import { openModelRepository } from '../build/model-repository.ts';
import type { BranchesListResponse, GitRemote, Problem, SourceTreeResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { MAX_REMOTE_BYTES } from '../build/remotes/open-remote.ts';
import { collectErrors, createTestApp, untilTrue, type TestApp, type TestCall } from '../test/index.ts';
import { createGitClient, type GitClient } from '../test/hosts/git-client.ts';
import { startEndlessHost } from '../test/hosts/endless-host.ts';
import { startGitHost, type GitHost } from '../test/hosts/git-host.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { parseGitProviderSettings } from '../server-settings/git-provider-settings.ts';

/** A git host on the loopback interface, reached by HTTPS with a token. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const options = { skip: hasOpenssl ? false : 'this machine has no openssl to make a certificate with' };
const TOKEN = 'glpat-Q7xk2-secret-token';

let app: TestApp;
let host: GitHost;
let id: number;
let name: string;
let path: string;
let client: GitClient;
const { logger, lines } = collectErrors();

before(async () => {
  if (!hasOpenssl) return;
  host = await startGitHost({ isSecure: true, isAllowed: ({ password }) => password === TOKEN });
  const settings = parseGitProviderSettings({
    github: {},
    privateNetworks: '127.0.0.1',
    caFile: host.caFile,
  });
  app = await createTestApp({ gitProviderSettings: settings, logger });
});
after(async () => {
  if (!hasOpenssl) return;
  await app.close();
  await host.close();
});
beforeEach(async (context) => {
  if (!hasOpenssl) return;
  name = `${crypto.randomUUID()}.git`;
  path = await host.makeRepository(name);
  client = await createGitClient();
  (context as { after?(close: () => Promise<void>): void }).after?.(() => client.close());
  await client.git('init', '--quiet', '--initial-branch=main');
  await client.git('remote', 'add', 'origin', path);
  const made = await app.call({
    method: 'POST',
    path: '/build/api/v1/deployments',
    body: { name, creationMethod: 'ssh' },
  });
  ({ id } = made.json() as { id: number });
});

const call = (method: TestCall['method'], rest: string, body?: unknown) =>
  app.call({ method, path: `/build/api/v1/deployments/${id}${rest}`, body });

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}

const orders = (cube = 'orders') => ({
  [`model/${cube}.yml`]: `cubes: [{ name: ${cube}, sql: SELECT 1 AS id }]\n`,
});
const push = (...refs: string[]) => client.git('push', '--quiet', 'origin', ...refs);
const connect = (more: object = {}) =>
  ok<GitRemote>('PUT', '/git-remote', {
    url: `${host.url}/${name}`,
    token: TOKEN,
    deployBranchName: 'main',
    ...more,
  });
const sync = () => ok<GitRemote>('POST', '/git-remote/sync');
const headsHere = async () => {
  const { items } = await ok<BranchesListResponse>('GET', '/branches');
  return Object.fromEntries(items.map((branch) => [branch.name, branch.lastHash]));
};
const read = async (branchName: string, file: string) => {
  const answer = await ok<SourceTreeResponse>(
    'GET',
    `/data-model/files?withContent=true&branchName=${branchName}`,
  );
  return JSON.stringify(answer.items).includes(file);
};

/** Commits a file here, on the deployed branch, as a person would. */
async function commitHere(file: string): Promise<string> {
  await ok('POST', '/dev-mode', { branchName: 'main' });
  await ok('PUT', '/data-model/files', { files: [{ path: file, content: `# ${file}\n` }] });
  await ok('POST', '/commit', { message: 'Here' });
  await ok('POST', '/merge', { deleteBranch: true });
  return String((await headsHere())['main']);
}

/** Commits a file on the deployed branch without what the host has, as while that was away. */
async function commitAlone(path: string, content: string): Promise<string> {
  const repository = await openModelRepository(app.dataDir, id);
  const changes = [{ kind: 'set', path, content }] as const;
  const author = { name: 'Ada', email: 'ada@example.com' };
  return (
    await repository.commitChanges(await repository.getBranch('main'), changes, { message: 'Alone', author })
  ).head;
}

test(
  'what the host has is fetched and built; what is committed here is pushed by itself',
  options,
  async () => {
    await client.commit(orders());
    const first = await client.git('rev-parse', 'HEAD');
    await push('HEAD:main', 'HEAD:feature/a');
    await connect();
    const remote = await sync();
    assert.deepEqual([remote.state, remote.errorText, remote.branches], ['synced', null, []]);
    assert.deepEqual(await headsHere(), { main: first, 'feature/a': first });
    await untilTrue(async () => {
      const { items } = (
        await app.call({ method: 'GET', path: `/api/v1/deployments/${id}/builds?branchName=main` })
      ).json() as {
        items: { state: string; isServing: boolean; commitId: string }[];
      };
      return items[0]?.state === 'success' && items[0].isServing && items[0].commitId === first;
    });
    const mine = await commitHere('model/here.txt');
    await untilTrue(async () => (await host.heads(name))['main'] === mine);
  },
);

test(
  'the host goes on, removes a branch and writes another anew: all of it is followed',
  options,
  async () => {
    await client.commit(orders());
    await push('HEAD:main', 'HEAD:old', 'HEAD:rewritten');
    await connect();
    await sync();
    const next = await client.commit(orders('more'));
    await push('HEAD:main', ':old');
    await client.git('checkout', '--quiet', '--orphan', 'other');
    const other = await client.commit(orders('other'));
    await push('--force', 'HEAD:rewritten');
    assert.equal((await sync()).state, 'synced');
    assert.deepEqual(await headsHere(), { main: next, rewritten: other });
  },
);

test(
  'where both sides have changed, nothing is lost and the branch is told; a pull brings both together',
  options,
  async () => {
    await client.commit(orders());
    await push('HEAD:main');
    await connect();
    await sync();
    const theirs = await client.commit(orders('theirs'));
    // The push of what is committed here meets another head.
    await push('HEAD:main');
    const ours = await commitAlone('model/ours.txt', 'ours\n');
    const told = await sync();
    assert.equal(told.state, 'diverged');
    assert.deepEqual(
      told.branches.map((branch) => branch.name),
      ['main'],
    );
    assert.match(told.branches[0]?.reason ?? '', /pull the branch/);
    assert.equal((await headsHere())['main'], ours);
    assert.equal((await host.heads(name))['main'], theirs);
    assert.deepEqual(await ok('POST', '/pull', { branchName: 'main' }), { buildTriggered: true });
    assert.equal((await sync()).state, 'synced');
    assert.ok((await read('main', 'theirs.yml')) && (await read('main', 'ours.txt')));
    assert.equal((await host.heads(name))['main'], (await headsHere())['main']);
  },
);

test('a pull that conflicts names the file with both sides, and changes nothing', options, async () => {
  await client.commit({ 'model/a.txt': 'start\n' });
  await push('HEAD:main');
  await connect();
  await sync();
  await client.commit({ 'model/a.txt': 'theirs\n' });
  await push('HEAD:main');
  const before = await commitAlone('model/a.txt', 'ours\n');
  await sync();
  const refused = await call('POST', '/pull', { branchName: 'main' });
  assert.equal(refused.statusCode, 409, refused.body);
  assert.equal((refused.json() as Problem).code, 'merge_conflict');
  assert.match(refused.body, /model\/a\.txt/);
  assert.equal((await headsHere())['main'], before);
});

test(
  'a merge that conflicts with what the host has meanwhile is refused, and both sides stay',
  options,
  async () => {
    await client.commit({ 'model/a.txt': 'start\n' });
    await push('HEAD:main');
    await connect();
    await sync();
    await ok('POST', '/dev-mode', { branchName: 'main' });
    await ok('PUT', '/data-model/files', { files: [{ path: 'model/a.txt', content: 'ours\n' }] });
    await ok('POST', '/commit', { message: 'Ours' });
    await client.commit({ 'model/a.txt': 'theirs\n' });
    await push('HEAD:main');
    const theirs = await client.git('rev-parse', 'HEAD');
    const refused = await call('POST', '/merge', {});
    assert.equal(refused.statusCode, 409, refused.body);
    assert.equal((refused.json() as Problem).code, 'merge_conflict');
    assert.match(refused.body, /model\/a\.txt/);
    assert.equal((await headsHere())['main'], theirs);
  },
);

for (const [path, body] of [
  ['/merge', {}],
  ['/merge-to-default', { message: 'Ours' }],
] as const)
  test(`${path} fetches first, so that what the host has meanwhile is merged as well`, options, async () => {
    await client.commit(orders());
    await push('HEAD:main');
    await connect();
    await sync();
    await ok('POST', '/dev-mode', { branchName: 'main' });
    await ok('PUT', '/data-model/files', { files: [{ path: 'model/ours.txt', content: 'ours\n' }] });
    await ok('POST', '/commit', { message: 'Ours' });
    await client.commit({ 'model/theirs.txt': 'theirs\n' });
    await push('HEAD:main');
    const { merged } = await ok<{ merged: boolean }>('POST', path, body);
    assert.equal(merged, true);
    const here = (await headsHere())['main'];
    await untilTrue(async () => (await host.heads(name))['main'] === here);
    assert.ok(await read('main', 'theirs.txt'));
    assert.ok(await read('main', 'ours.txt'));
    const { state, branches } = await sync();
    assert.deepEqual([state, branches], ['synced', []]);
  });

test('a host that is away does not keep a merge', options, async () => {
  await client.commit(orders());
  await push('HEAD:main');
  await connect();
  await sync();
  await ok('POST', '/dev-mode', { branchName: 'main' });
  await ok('PUT', '/data-model/files', { files: [{ path: 'model/ours.txt', content: 'ours\n' }] });
  await ok('POST', '/commit', { message: 'Ours' });
  await ok('PUT', '/git-remote', { url: `${host.url}/gone`, token: TOKEN, deployBranchName: 'main' });
  const { merged } = await ok<{ merged: boolean }>('POST', '/merge', {});
  assert.equal(merged, true);
  assert.equal((await ok<GitRemote>('GET', '/git-remote')).state, 'failed');
});

test(
  'a push that the host refuses is told, stays here, and is pushed once the host takes it',
  options,
  async () => {
    await client.commit(orders());
    await push('HEAD:main');
    const hook = join(path, 'hooks/pre-receive');
    await writeFile(hook, '#!/bin/sh\necho protected >&2\nexit 1\n');
    await chmod(hook, 0o700);
    await connect();
    const mine = await (async () => {
      await sync();
      return commitHere('model/mine.txt');
    })();
    const told = await sync();
    assert.equal(told.state, 'diverged');
    assert.ok(
      told.branches.some((branch) => branch.name === 'main' && branch.reason.includes('refuses the push')),
    );
    await chmod(hook, 0o600);
    assert.equal((await sync()).state, 'synced');
    assert.equal((await host.heads(name))['main'], mine);
  },
);

test(
  'links, submodules and odd names at the host are refused by branch, and the others are fetched',
  options,
  async () => {
    const good = await client.commit(orders());
    await push('HEAD:main');
    await client.git('checkout', '--quiet', '-b', 'linked');
    await client.git('update-index', '--add', '--cacheinfo', `160000,${good},sub`);
    await client.git('commit', '--quiet', '-m', 'Submodule');
    await push('HEAD:linked');
    await connect();
    const told = await sync();
    assert.equal(told.state, 'diverged');
    assert.deepEqual(
      told.branches.map((branch) => branch.name),
      ['linked'],
    );
    assert.match(told.branches[0]?.reason ?? '', /submodule/);
    assert.deepEqual(await headsHere(), { main: good });
    const left = await readdir(join(app.dataDir, 'deployments', String(id)));
    assert.deepEqual(left, ['model.git']);
  },
);

test('a branch is removed at the host only when that is asked for', options, async () => {
  await client.commit(orders());
  await push('HEAD:main', 'HEAD:one', 'HEAD:two');
  await connect();
  await sync();
  await ok('DELETE', '/branches?branchName=one');
  await ok('DELETE', '/branches?branchName=two&removeOnUpstream=true');
  await sync();
  assert.deepEqual(Object.keys(await host.heads(name)), ['main', 'one']);
  assert.deepEqual(Object.keys(await headsHere()), ['main']);
});

test(
  'a token that is wrong, a host that is private and a redirect are told, and the token is nowhere',
  options,
  async () => {
    await client.commit(orders());
    await push('HEAD:main');
    const wrong = 'glpat-another-secret-token';
    await connect({ token: wrong });
    const refused = await sync();
    assert.equal(refused.state, 'failed');
    assert.match(refused.errorText ?? '', /refuses the credential/);
    await connect({ url: `https://localhost:${new URL(host.url).port}/${name}` });
    const { state, errorText } = await sync();
    // The name has an address that the setting does not name.
    assert.equal(state, 'failed');
    assert.match(errorText ?? '', /private network|certificate/);
    await connect({ url: `${host.url}/none.git` });
    assert.match((await sync()).errorText ?? '', /no such repository/);
    const { rows } = await app.database.pool.query('select to_jsonb(r)::text as text from git_remotes r');
    const audit = await app.database.pool.query('select to_jsonb(e)::text as text from audit_entries e');
    for (const { text } of [...rows, ...audit.rows] as { text: string }[])
      assert.ok(!text.includes(TOKEN) && !text.includes(wrong));
    assert.ok(!JSON.stringify(lines).includes('glpat'));
  },
);

test('the credential of one host is not sent to another', options, async () => {
  await connect();
  const answer = await call('PUT', '/git-remote', { url: 'https://git.example.com/team/model.git' });
  assert.equal(answer.statusCode, 400);
  assert.match(answer.body, /come with a token/);
  const kept = await ok<GitRemote>('PUT', '/git-remote', { url: `${host.url}/moved.git` });
  assert.equal(kept.url, `${host.url}/moved.git`);
});

test('a deployment that is deployed by uploads keeps its deployed branch to itself', options, async () => {
  await client.commit(orders());
  await push('HEAD:main', 'HEAD:next');
  await app.call({ method: 'PUT', path: `/api/v1/deployments/${id}`, body: { deployMode: 'cli' } });
  await connect();
  assert.equal((await sync()).state, 'synced');
  assert.deepEqual(Object.keys(await headsHere()), ['next']);
});

test('a host that sends without an end costs what a model may have, and no more', options, async () => {
  const endless = await startEndlessHost(host.folder);
  try {
    await connect({ url: `${endless.url}/model.git` });
    const { state, errorText } = await sync();
    assert.equal(state, 'failed');
    assert.match(errorText ?? '', /more than a data model may have|ends the connection|sound repository/);
    // It was tried when it was connected, and once more.
    assert.ok(endless.sentBytes() < 3 * MAX_REMOTE_BYTES);
  } finally {
    await endless.close();
  }
});

test('a credential is read after the keys of the installation were changed', options, async () => {
  await client.commit(orders());
  await push('HEAD:main');
  await connect();
  assert.ok((await rotateKey(app.database.db, createFileKeyring(app.dataDir))) > 0);
  assert.equal((await sync()).state, 'synced');
});

test('disconnecting forgets the credential, and leaves what was fetched', options, async () => {
  const head = await client.commit(orders());
  await push('HEAD:main');
  await connect();
  await sync();
  await ok('DELETE', '/git-remote');
  assert.equal((await call('GET', '/git-remote')).statusCode, 404);
  assert.deepEqual(await headsHere(), { main: head });
  await ok('POST', '/pull', { branchName: 'main' });
});
