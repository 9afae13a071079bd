import { limits, type Permission } from '@oriel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { createGitClient, loadedCommit, type GitClient } from '../../test/hosts/git-client.ts';
import { openModelRepository, type ModelRepository } from '../model-repository.ts';

let app: TestApp;
let url: string;
before(async () => {
  app = await createTestApp();
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());

const author = { name: 'Ada', email: 'ada@example.com' };
let deploymentId: number;
let repository: ModelRepository;
let client: GitClient;
beforeEach(async (context) => {
  deploymentId = await app.build.deployment({ tenantId: app.tenantId });
  repository = await openModelRepository(app.dataDir, deploymentId);
  await repository.commit({
    branch: 'master',
    message: 'Start',
    author,
    files: [{ path: 'model/orders.yml', content: 'cubes: []\n' }],
  });
  client = await createGitClient();
  // The hooks of a test run for the test that they belong to.
  (context as { after?(close: () => Promise<void>): void }).after?.(() => client.close());
});

const remote = (key = app.adminKey, id = deploymentId) =>
  `${url.replace('//', `//anybody:${key}@`)}/git/deployments/${id}.git`;
const clone = (...options: string[]) => client.git('clone', '--quiet', ...options, remote(), '.');
const head = (branch = 'master') => repository.findHead(branch);

/** What git tells its user when it fails. */
async function refused(act: Promise<unknown>, says: RegExp): Promise<void> {
  await assert.rejects(act, (error: { stderr?: string }) => {
    assert.match(error.stderr ?? String(error), says);
    return true;
  });
}

/** A person with a role of these permissions alone, and their key. */
async function makeKey(...actions: Permission[]): Promise<string> {
  const name = `Role ${crypto.randomUUID()}`;
  const call = async (path: string, body: object) => {
    const answer = await app.call({ method: 'POST', path, body });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.json() as { id: number };
  };
  const policies = [
    { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
    {
      resourceType: 'Deployment',
      actions: ['DeploymentRead', ...actions],
      resources: [String(deploymentId)],
    },
  ];
  await call('/api/v1/roles', { name, policies });
  const username = `user-${crypto.randomUUID()}`;
  const user = { username, email: `${username}@example.com`, defaultRoles: [name] };
  const { id } = await call('/api/v1/users', user);
  return app.build.apiKey({ tenantId: app.tenantId, userId: id });
}

test('a clone has the deploy branch, a push is a commit of it, and a pull brings it elsewhere', async () => {
  await clone();
  assert.equal(await client.git('branch', '--show-current'), 'master');
  const pushed = await client.commit({ 'model/users.yml': 'cubes: []\n' });
  await client.git('push', '--quiet', 'origin', 'master');
  assert.equal(await head(), pushed);
  const next = await repository.commitChanges(
    await repository.getBranch('master'),
    [{ kind: 'set', path: 'a.yml', content: 'a' }],
    { message: 'More', author },
  );
  await client.git('pull', '--quiet');
  assert.equal(await client.git('rev-parse', 'HEAD'), next.head);
});

test('the first, the shallow and the second version of the protocol are spoken', async () => {
  await clone('--depth=1', '--no-single-branch', '-c', 'protocol.version=0');
  await client.commit({ 'b.yml': 'b' });
  await client.git('-c', 'protocol.version=1', 'push', '--quiet', 'origin', 'HEAD:next');
  await client.git('-c', 'protocol.version=2', 'fetch', '--quiet', '--unshallow', 'origin');
  assert.equal(await client.git('rev-parse', 'origin/next'), await head('next'));
});

test('what no branch has is not given by its id, whatever version of the protocol is asked for', async () => {
  await clone();
  const dev = await repository.createBranch('secret', (await head()) ?? '');
  const { draft = '' } = await repository.saveDraft(
    dev,
    [{ kind: 'set', path: 'a.yml', content: 'a' }],
    author,
  );
  const committed = await repository.commitDraft(await repository.getBranch('secret'), {
    message: 'A',
    author,
  });
  await repository.removeBranch(await repository.getBranch('secret'));
  for (const version of [0, 1, 2])
    for (const id of [draft, committed.branch.head])
      await refused(
        client.git('-c', `protocol.version=${version}`, 'fetch', '--quiet', 'origin', id),
        /not our ref|unadvertised/,
      );
  await client.git('-c', 'protocol.version=2', 'fetch', '--quiet', 'origin', (await head()) ?? '');
});

test('drafts are neither shown nor taken', async () => {
  const dev = await repository.createBranch('dev', (await head()) ?? '');
  await repository.saveDraft(dev, [{ kind: 'set', path: 'a.yml', content: 'a' }], author);
  assert.equal((await client.git('ls-remote', remote())).split('\n').length, 3, 'HEAD and two branches');
  await clone();
  await client.commit({ 'b.yml': 'b' });
  await refused(client.git('push', 'origin', 'HEAD:refs/drafts/dev'), /hidden ref/);
  await refused(client.git('push', 'origin', 'HEAD:refs/tags/v1'), /hidden ref/);
});

test('who has no key, another key or no right is refused in words that git shows', async () => {
  const to = (key: string, id?: number) => client.git('ls-remote', remote(key, id));
  await refused(to('sk-nothing'), /Authentication failed|could not read/);
  await refused(client.git('ls-remote', remote().replace(/\/\/.*@/, '//')), /could not read Username/);
  await refused(to(app.adminKey, 999_999), /There is no deployment/);
  await refused(to(await makeKey('PlaygroundRead')), /needs the permission SchemaRead/);
  const scoped = await app.build.apiKey({
    tenantId: app.tenantId,
    userId: app.adminId,
    deploymentIds: [app.deploymentId],
  });
  await refused(to(scoped), /does not reach the deployment/);
  const foreign = await app.build.tenant();
  const elsewhere = await app.build.deployment({ tenantId: foreign });
  await refused(to(app.adminKey, elsewhere), /There is no deployment/);
});

test('reading needs SchemaRead, pushing SchemaUpdate', async () => {
  const reader = await makeKey('SchemaRead');
  await client.git('clone', '--quiet', remote(reader), '.');
  await client.commit({ 'a.yml': 'a' });
  await refused(client.git('push', 'origin', 'master'), /needs the permission SchemaUpdate/);
  const ofDevBranches = await makeKey('SchemaRead', 'SchemaUpdateDevBranches');
  await refused(client.git('push', remote(ofDevBranches), 'master'), /needs the permission SchemaUpdate/);
  const writer = await makeKey('SchemaRead', 'SchemaUpdate');
  await client.git('push', '--quiet', remote(writer), 'master');
  assert.equal(await head(), await client.git('rev-parse', 'HEAD'));
});

test('the deploy branch is not removed, loses no commit, and takes nothing while it is read-only', async () => {
  await clone();
  const before = await head();
  await client.git('commit', '--quiet', '--amend', '--message', 'Another start');
  await refused(client.git('push', '--force', 'origin', 'master'), /never loses a commit/);
  await refused(client.git('push', 'origin', ':master'), /cannot be removed/);
  await client.git('reset', '--quiet', '--hard', 'origin/master');
  await client.commit({ 'a.yml': 'a' });
  const settings = `/api/v1/deployments/${deploymentId}`;
  const body = { deployBranchReadOnly: true };
  assert.equal((await app.call({ method: 'PUT', path: settings, body })).statusCode, 200);
  await refused(client.git('push', 'origin', 'master'), /read-only/);
  assert.equal(await head(), before);
  await client.git('push', '--quiet', 'origin', 'HEAD:next');
  await client.git('commit', '--quiet', '--amend', '--message', 'Another next');
  await client.git('push', '--quiet', '--force', 'origin', 'HEAD:next');
  await client.git('push', '--quiet', 'origin', ':next');
  assert.equal(await head('next'), undefined);
});

test('of a person and a push at the same time the later one is told', async () => {
  await clone();
  await repository.commit({ branch: 'master', message: 'Meanwhile', author, files: [] });
  await client.commit({ 'a.yml': 'a' });
  await refused(client.git('push', 'origin', 'master'), /fetch first|rejected/);
});

test('a body is taken as git packs it, and no further than its limit', async () => {
  const post = (payload: Buffer, headers: Record<string, string> = {}) =>
    app.app.inject({
      method: 'POST',
      url: `/git/deployments/${deploymentId}.git/git-upload-pack`,
      headers: {
        authorization: `Basic ${Buffer.from(`x:${app.adminKey}`).toString('base64')}`,
        'content-type': 'application/x-git-upload-pack-request',
        ...headers,
      },
      payload,
    });
  const want = `0032want ${await head()}\n00000009done\n`;
  const packed = await post(gzipSync(want), { 'content-encoding': 'gzip' });
  assert.match(packed.body, /^0008NAK\nPACK/);
  const haves = `0032have ${'1'.repeat(40)}\n`.repeat(100_000);
  const bomb = await post(gzipSync(want.slice(0, 54) + haves), { 'content-encoding': 'gzip' });
  assert.equal(bomb.statusCode, 413, bomb.body);
  const garbled = await post(Buffer.from('no gzip'), { 'content-encoding': 'gzip' });
  assert.equal(garbled.statusCode, 400, garbled.body);
});

test('what is no request of a git client is refused', async () => {
  const get = (path: string) =>
    app.call({ method: 'GET', path: `/git/deployments/${deploymentId}.git/${path}` });
  assert.equal((await get('info/refs')).statusCode, 403);
  assert.equal((await get('info/refs?service=git-upload-archive')).statusCode, 403);
  assert.equal((await get('info/refs?service=constructor')).statusCode, 403);
  for (const path of ['HEAD', 'config', 'objects/info/packs', '../model.git/config'])
    assert.equal((await get(path)).statusCode, 404, path);
});

const junk = randomBytes(4 * 1024 * 1024);
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
for (const [what, body, headers, status] of [
  ['that git cannot read', junk, {}, 400],
  ['that is no gzip', junk, { 'content-encoding': 'gzip' }, 400],
  ['that unpacks to more than is read', bomb, { 'content-encoding': 'gzip' }, 400],
  ['of a stranger', junk, { authorization: 'Basic eDp4' }, 401],
] as const)
  for (const service of ['git-upload-pack', 'git-receive-pack'])
    test(`a body ${what} for ${service} is refused at once, and the next request is answered`, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const began = performance.now();
      try {
        const answer = await requestOnce(agent, {
          method: 'POST',
          path: `/git/deployments/${deploymentId}.git/${service}`,
          body,
          headers: {
            authorization: `Basic ${Buffer.from(`x:${app.adminKey}`).toString('base64')}`,
            'content-type': `application/x-${service}-request`,
            ...headers,
          },
        });
        assert.ok([status, 413].includes(answer.status), `${answer.status} ${answer.text}`);
        assert.match(answer.text, /\w/, 'git shows its user a reason');
        assert.doesNotMatch(answer.text, /\//, 'the reason names no path of the server');
        const next = await requestOnce(agent, { method: 'GET', path: '/healthz' });
        assert.equal(next.status, 200, next.text);
      } finally {
        agent.destroy();
      }
      assert.ok(performance.now() - began < 5_000, `${performance.now() - began} ms`);
    });

test('a request of git that is whole leaves its connection open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.from(`0032want ${await head()}\n00000009done\n`);
  const authorization = `Basic ${Buffer.from(`x:${app.adminKey}`).toString('base64')}`;
  const path = `/git/deployments/${deploymentId}.git/git-upload-pack`;
  try {
    for (let count = 0; count < 3; count += 1) {
      const answer = await requestOnce(agent, { method: 'POST', path, body, headers: { authorization } });
      assert.equal(answer.status, 200);
      assert.notEqual(answer.connection, 'close');
    }
  } finally {
    agent.destroy();
  }
});

/** Sends a request over a real connection, to see what becomes of that. */
function requestOnce(
  agent: Agent,
  call: { method: string; path: string; body?: Buffer; headers?: Record<string, string> },
): Promise<{ status: number; text: string; connection: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    text: string;
    connection: string | undefined;
  }>();
  const sent = request(
    `${url}${call.path}`,
    { agent, method: call.method, headers: call.headers },
    (answer) => {
      text(answer).then(
        (body) =>
          resolve({ status: answer.statusCode ?? 0, text: body, connection: answer.headers.connection }),
        reject,
      );
    },
  );
  sent.once('error', reject);
  sent.end(call.body);
  return promise;
}

test('a model beyond its limits is not pushed', async () => {
  await clone();
  await client.commit({ 'large.yml': 'x'.repeat(limits.MAX_MODEL_FILE_BYTES + 1) });
  await refused(client.git('push', 'origin', 'HEAD:next'), /larger than/);
  const files = Array.from(
    { length: limits.MAX_MODEL_FILES + 1 },
    (_, index) => `M 100644 inline ${index}.yml`,
  );
  await client.load(loadedCommit(files.flatMap((line) => [line, 'data 0'])));
  await refused(client.git('push', 'origin', 'loaded:next'), /more than 5000 files/);
  assert.equal(await head('next'), undefined);
});
