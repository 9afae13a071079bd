import type {
  BranchesListResponse,
  DevBranchResponse,
  MergeResponse,
  ModelBuild,
  ModelBuildsResponse,
  Problem,
  SourceTreeNode,
  SourceTreeResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openModelRepository } from '../../build/model-repository.ts';
import { createTestApp, untilTrue, type TestApp, type TestCall } from '../../test/index.ts';

let testApp: TestApp;
let id: number;
/** Two developers, each with an API key and a dev-mode branch of the deployed one. */
let keys: { anna: string; ben: string };
let branches: { anna: string; ben: string };
before(async () => {
  testApp = await createTestApp();
  const { build, tenantId } = testApp;
  const keyOf = async (name: string) =>
    build.apiKey({
      tenantId,
      userId: await build.user({ tenantId, role: 'Developer', email: `${name}@example.com` }),
    });
  keys = { anna: await keyOf('anna'), ben: await keyOf('ben') };
});
after(() => testApp.close());
beforeEach(async () => {
  const body = { name: `Deployment ${crypto.randomUUID()}` };
  const made = await testApp.call({ method: 'POST', path: '/build/api/v1/deployments', body });
  ({ id } = made.json() as { id: number });
  branches = { anna: await enter(keys.anna), ben: await enter(keys.ben) };
});

const call = (method: TestCall['method'], rest: string, body?: unknown, key?: string) =>
  testApp.call({
    method,
    path: `/build/api/v1/deployments/${id}${rest}`,
    body,
    ...(key !== undefined && { key }),
  });

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}

async function refused(args: Parameters<typeof call>, status: number, code: string): Promise<Problem> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, status, answer.body);
  const problem: Problem = answer.json();
  assert.equal(problem.code, code);
  return problem;
}

const enter = async (key: string) =>
  (await ok<DevBranchResponse>('POST', '/dev-mode', undefined, key)).branchName ?? '';
const save = (key: string, path: string, content: string) =>
  ok('PUT', '/data-model/files', { files: [{ path, content }] }, key);
const commit = (key: string, body: object = {}) => ok('POST', '/commit', body, key);
const merge = (key: string, body: object = {}) => ok<MergeResponse>('POST', '/merge', body, key);

async function read(branchName: string, path: string): Promise<string | undefined> {
  const query = `withContent=true&branchName=${encodeURIComponent(branchName)}`;
  const { items } = await ok<SourceTreeResponse>('GET', `/data-model/files?${query}`);
  // A file at the top of the repository.
  return items.find((node: SourceTreeNode) => node.path === path)?.content;
}

async function headOf(branchName: string): Promise<string | null | undefined> {
  const { items } = await ok<BranchesListResponse>('GET', '/branches');
  return items.find(({ name }) => name === branchName)?.lastHash;
}

async function buildsOf(branchName: string): Promise<ModelBuild[]> {
  const path = `/api/v1/deployments/${id}/builds?branchName=${encodeURIComponent(branchName)}`;
  const answer = await testApp.call({ method: 'GET', path });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as ModelBuildsResponse).items;
}

async function set(settings: object): Promise<void> {
  const answer = await testApp.call({ method: 'PUT', path: `/api/v1/deployments/${id}`, body: settings });
  assert.equal(answer.statusCode, 200, answer.body);
}

test('a commit has its caller as author, is built, and goes no further than its branch', async () => {
  const master = await headOf('master');
  await save(keys.anna, 'a.md', 'one');
  await commit(keys.anna, { message: 'Say one', exitDevMode: true });
  const head = (await headOf(branches.anna)) ?? '';
  const repository = await openModelRepository(testApp.dataDir, id);
  const { author, message, parents } = await repository.readCommit(head);
  assert.deepEqual(
    [author, message, parents],
    [{ name: 'anna@example.com', email: 'anna@example.com' }, 'Say one', [master]],
  );
  assert.equal(await headOf('master'), master);
  const [build] = await buildsOf(branches.anna);
  assert.deepEqual([build?.commitId, build?.cause, build?.createdBy], [head, 'commit', 'anna@example.com']);
  await refused(['POST', '/commit', {}, keys.anna], 400, 'not_dev_branch');
});

test('where nothing is saved, no commit is made', async () => {
  const head = await headOf(branches.anna);
  await commit(keys.anna);
  assert.equal(await headOf(branches.anna), head);
});

test('a merge brings a branch into its parent, once', async () => {
  await save(keys.anna, 'a.md', 'one');
  await refused(['POST', '/merge', {}, keys.anna], 400, 'uncommitted_changes');
  await commit(keys.anna);
  assert.deepEqual(await merge(keys.anna, { message: 'Take one' }), { merged: true, branchDeleted: false });
  assert.equal(await read('master', 'a.md'), 'one');
  assert.deepEqual(await merge(keys.anna), { merged: false, branchDeleted: false });
  const [build] = await buildsOf('master');
  assert.deepEqual([build?.cause, build?.createdBy], ['merge', 'anna@example.com']);
  await untilTrue(async () => (await buildsOf('master'))[0]?.state === 'success');
  assert.equal((await buildsOf('master'))[0]?.isServing, true);
});

test('a squashed merge is one commit, and the branch goes where that is asked for', async () => {
  for (const content of ['one', 'two']) {
    await save(keys.anna, 'a.md', content);
    await commit(keys.anna);
  }
  const before = (await headOf('master')) ?? '';
  const merged = await merge(keys.anna, {
    squashCommits: true,
    deleteBranch: true,
    switchToParentBranch: true,
  });
  assert.deepEqual(merged, { merged: true, branchDeleted: true });
  const repository = await openModelRepository(testApp.dataDir, id);
  const { parents } = await repository.readCommit((await headOf('master')) ?? '');
  assert.deepEqual(parents, [before]);
  assert.equal(await headOf(branches.anna), undefined);
});

test('both sides of a conflict are told, nothing is lost, and the next commit settles it', async () => {
  await save(keys.anna, 'a.md', 'of anna\n');
  await save(keys.ben, 'a.md', 'of ben\n');
  await save(keys.ben, 'b.md', 'more of ben\n');
  await commit(keys.anna);
  await commit(keys.ben);
  await merge(keys.anna);
  const master = await headOf('master');
  const { issues, message } = await refused(['POST', '/merge', {}, keys.ben], 409, 'merge_conflict');
  assert.match(message, new RegExp(`on "master" and on "${branches.ben}"`));
  assert.deepEqual(issues, [
    { path: 'a.md', message: `<<<<<<< master\nof anna\n=======\nof ben\n>>>>>>> ${branches.ben}` },
  ]);
  assert.equal(await headOf('master'), master);
  assert.equal(await read(branches.ben, 'a.md'), 'of ben\n');
  await save(keys.ben, 'a.md', 'of both\n');
  await commit(keys.ben, { resolveMergeConflict: true });
  assert.equal((await merge(keys.ben)).merged, true);
  assert.equal(await read('master', 'a.md'), 'of both\n');
  assert.equal(await read('master', 'b.md'), 'more of ben\n');
});

test('what the other side has changed since a conflict is not lost by settling it', async () => {
  await save(keys.anna, 'a.md', 'of anna\n');
  await save(keys.ben, 'a.md', 'of ben\n');
  await commit(keys.anna);
  await commit(keys.ben);
  await merge(keys.anna);
  await refused(['POST', '/merge', {}, keys.ben], 409, 'merge_conflict');
  await save(keys.anna, 'a.md', 'later of anna\n');
  await commit(keys.anna);
  await merge(keys.anna);
  await commit(keys.ben, { resolveMergeConflict: true });
  await refused(['POST', '/merge', {}, keys.ben], 409, 'merge_conflict');
  assert.equal(await read('master', 'a.md'), 'later of anna\n');
});

test('a pull takes over what the parent has, keeps what is saved, and builds only where something came', async () => {
  const pull = (branchName: string, key: string) =>
    ok<{ buildTriggered: boolean }>('POST', '/pull', { branchName }, key);
  assert.deepEqual(await pull(branches.ben, keys.ben), { buildTriggered: false });
  assert.deepEqual(await pull('master', keys.ben), { buildTriggered: false });
  await save(keys.anna, 'a.md', 'one');
  await commit(keys.anna);
  await merge(keys.anna);
  await save(keys.ben, 'b.md', 'saved');
  assert.deepEqual(await pull(branches.ben, keys.ben), { buildTriggered: true });
  assert.equal(await read(branches.ben, 'a.md'), 'one');
  assert.equal(await read(branches.ben, 'b.md'), 'saved');
  await refused(['POST', '/pull', { branchName: branches.anna }, keys.ben], 403, 'branch_of_another');
  await refused(['POST', '/pull', { branchName: 'missing' }, keys.ben], 404, 'branch_not_found');
});

test('the settings of the deployment say who may change the deployed branch', async () => {
  await save(keys.anna, 'a.md', 'one');
  await commit(keys.anna);
  await set({ deployBranchMergeAllowed: false });
  for (const [path, body] of [
    ['/merge', {}],
    ['/merge-to-default', { message: 'Take it' }],
  ] as const) {
    const { message } = await refused(['POST', path, body, keys.anna], 403, 'branch_protected');
    assert.match(message, /deployBranchMergeAllowed/);
  }
  await set({ deployBranchMergeAllowed: true, deployBranchReadOnly: true });
  await refused(['POST', '/data-model/upload/start', undefined, keys.anna], 403, 'branch_protected');
  assert.equal((await merge(keys.anna)).merged, true);
});

test('a branch of a shared branch is merged into that, or into the deployed one at once', async () => {
  await ok('POST', '/branches', { name: 'next' });
  const { branchName = '' } = await ok<DevBranchResponse>(
    'POST',
    '/dev-mode',
    { branchName: 'next' },
    keys.anna,
  );
  await save(keys.anna, 'a.md', 'one');
  await commit(keys.anna);
  assert.equal((await merge(keys.anna)).merged, true);
  assert.equal(await read('next', 'a.md'), 'one');
  assert.equal(await read('master', 'a.md'), undefined);
  const body = { message: 'Release', branchName, removeBranchAfterMerge: true };
  assert.deepEqual(await ok('POST', '/merge-to-default', body, keys.anna), {
    merged: true,
    branchDeleted: true,
  });
  assert.equal(await read('master', 'a.md'), 'one');
  await refused(['POST', '/merge', { branchName: 'master' }, keys.anna], 400, 'branch_is_deployed');
  await refused(
    ['POST', '/merge-to-default', { branchName: 'master', message: 'x' }, keys.anna],
    400,
    'branch_is_deployed',
  );
  await refused(['POST', '/merge', { branchName: branches.ben }, keys.anna], 403, 'branch_of_another');
});

test('a branch that was squashed and kept goes on without conflicts with itself, and has what others have merged', async () => {
  const squash = () => merge(keys.anna, { squashCommits: true });
  await save(keys.ben, 'b.md', 'of ben');
  await commit(keys.ben);
  await merge(keys.ben);
  for (const content of ['one', 'two']) {
    await save(keys.anna, 'a.md', `${content}\n`);
    await commit(keys.anna);
  }
  assert.equal((await squash()).merged, true);
  assert.equal(await read(branches.anna, 'b.md'), 'of ben');
  await save(keys.anna, 'a.md', 'three\n');
  await commit(keys.anna);
  assert.equal((await squash()).merged, true);
  assert.equal(await read('master', 'a.md'), 'three\n');
  assert.deepEqual(await squash(), { merged: false, branchDeleted: false });
});

test('of two who merge at the same time nothing is lost: each change is there, or its author was told', async () => {
  for (const name of ['anna', 'ben'] as const) {
    await save(keys[name], `${name}.md`, name);
    await commit(keys[name]);
  }
  const answers = await Promise.all(
    (['anna', 'ben'] as const).map((name) => call('POST', '/merge', {}, keys[name])),
  );
  for (const [index, { statusCode, body }] of answers.entries()) {
    assert.ok(statusCode === 200 || statusCode === 409, body);
    const name = index === 0 ? 'anna' : 'ben';
    assert.equal(await read('master', `${name}.md`), statusCode === 200 ? name : undefined);
  }
});
