import {
  limits,
  type FileHashes,
  type ModelBuildsResponse,
  type SourceTreeResponse,
  type StartUploadResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../../test/index.ts';

let testApp: TestApp;
let id: number;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());
beforeEach(async () => {
  const body = {
    name: `Deployment ${crypto.randomUUID()}`,
    creationMethod: 'upload',
    creationStep: 'upload',
  };
  const made = await testApp.call({ method: 'POST', path: '/build/api/v1/deployments', body });
  ({ id } = made.json() as { id: number });
});

const call = (method: TestCall['method'], rest: string, body?: unknown, key?: string) =>
  testApp.call({
    method,
    path: `/build/api/v1/deployments/${id}/data-model${rest}`,
    body,
    ...(key !== undefined && { key }),
  });

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}

type Answer = Awaited<ReturnType<typeof call>>;

function isRefused(answer: Answer, status: number, code: string): { issues?: { path: string }[] } {
  assert.equal(answer.statusCode, status, answer.body);
  const problem = answer.json() as { code: string; issues?: { path: string }[] };
  assert.equal(problem.code, code);
  return problem;
}

const sha1 = (content: string | Buffer) => createHash('sha1').update(content).digest('hex');
const start = (query = '') => ok<StartUploadResponse>('POST', `/upload/start${query}`);

function send(
  transaction: { id: string },
  fileName: string,
  content: string | Buffer,
  key?: string,
): Promise<Answer> {
  const form = new FormData();
  form.append('transaction', JSON.stringify(transaction));
  form.append('fileName', fileName);
  form.append('file', new File([new Uint8Array(Buffer.from(content))], 'file'));
  return call('POST', '/upload/file', form, key);
}

const listOf = (files: Readonly<Record<string, string | Buffer>>): FileHashes =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, { hash: sha1(content) }]));

const hashes = (query = '') => ok<FileHashes>('GET', `/file-hashes${query}`);

test('an upload makes a branch of what it lists, in one commit and one build', async () => {
  const known = await hashes();
  const readme = known['README.md'];
  assert.match(readme?.hash ?? '', /^[0-9a-f]{40}$/);
  const files = { 'model/a.yml': 'cubes: []\n', 'assets/größe.bin': Buffer.from([0, 255, 10, 13]) };
  const { transaction, deploymentName } = await start();
  assert.match(deploymentName, /^Deployment /);
  for (const [path, content] of Object.entries(files))
    assert.equal((await send(transaction, path, content)).statusCode, 200);
  const body = { transaction, files: { ...listOf(files), 'README.md': readme }, commitMessage: 'Deploy' };
  const { lastHash } = await ok<{ lastHash: string }>('POST', '/upload/finish', body);
  assert.deepEqual(await hashes(), { ...listOf(files), 'README.md': readme });
  const answer = await testApp.call({ method: 'GET', path: `/api/v1/deployments/${id}/builds` });
  const [build, first, ...others] = (answer.json() as ModelBuildsResponse).items;
  assert.deepEqual([build?.commitId, build?.cause, first?.cause, others], [lastHash, 'upload', 'create', []]);
  const last = await ok<SourceTreeResponse>('GET', '/files?showLastCLIUpload=true');
  assert.deepEqual(
    last.items.map(({ path }) => path),
    ['assets', 'model', 'README.md'],
  );
});

test('files that are not listed stay where that is asked for', async () => {
  const known = await hashes();
  const { transaction } = await start();
  await send(transaction, 'new.yml', 'cubes: []');
  await ok('POST', '/upload/finish', {
    transaction,
    files: listOf({ 'new.yml': 'cubes: []' }),
    autoRemoveFiles: false,
  });
  assert.deepEqual(await hashes(), { ...known, ...listOf({ 'new.yml': 'cubes: []' }) });
});

test('a wrong hash or a missing file changes nothing, is named, and can be sent yet', async () => {
  const known = await hashes();
  const { transaction } = await start();
  await send(transaction, 'a.yml', 'cubes: []');
  const files = {
    ...known,
    ...listOf({ 'a.yml': 'other', 'b.yml': 'never sent' }),
    'README.md': { hash: sha1('x') },
  };
  const { issues } = isRefused(
    await call('POST', '/upload/finish', { transaction, files }),
    400,
    'validation_failed',
  );
  assert.deepEqual(issues?.map(({ path }) => path).sort(), [
    'files["README.md"]',
    'files["a.yml"]',
    'files["b.yml"]',
  ]);
  assert.deepEqual(await hashes(), known);
  const sent = { 'a.yml': 'other', 'b.yml': 'never sent', 'README.md': 'x' };
  for (const [path, content] of Object.entries(sent)) await send(transaction, path, content);
  await ok('POST', '/upload/finish', { transaction, files });
  assert.deepEqual(await hashes(), files);
});

/** An upload of one file to a branch that keeps the others, sent and not finished. */
async function sendOne(path: string) {
  const { transaction } = await start();
  await send(transaction, path, 'cubes: []');
  return { transaction, files: listOf({ [path]: 'cubes: []' }), autoRemoveFiles: false };
}

const finish = (body: object) => ok<{ lastHash: string }>('POST', '/upload/finish', body);

async function listBuilds(): Promise<ModelBuildsResponse['items']> {
  const answer = await testApp.call({ method: 'GET', path: `/api/v1/deployments/${id}/builds` });
  return (answer.json() as ModelBuildsResponse).items;
}

test('a finish that is repeated answers what was done, and nothing else', async () => {
  const body = await sendOne('a.yml');
  const { lastHash } = await finish(body);
  await finish(await sendOne('b.yml'));
  assert.deepEqual(await finish(body), { lastHash });
  assert.equal((await listBuilds()).length, 3);
  const other = { ...body, files: listOf({ 'a.yml': 'other' }) };
  isRefused(await call('POST', '/upload/finish', other), 404, 'upload_not_found');
  isRefused(await send(body.transaction, 'c.yml', ''), 404, 'upload_not_found');
});

test('a finish is repeated after a crash that left its commit alone', async () => {
  const body = await sendOne('a.yml');
  const { lastHash } = await finish(body);
  // As a server leaves it that dies between the commit and its record.
  const { pool } = testApp.database;
  await pool.query('delete from model_builds where deployment_id = $1 and commit_id = $2', [id, lastHash]);
  await pool.query('update model_uploads set finished_commit = null where id = $1', [body.transaction.id]);
  assert.deepEqual(await finish(body), { lastHash });
  assert.equal((await listBuilds())[0]?.commitId, lastHash);
  assert.deepEqual(await finish(body), { lastHash });
});

test('the same finish at the same time is done once', async () => {
  const body = await sendOne('a.yml');
  const answers = await Promise.all([finish(body), finish(body), finish(body)]);
  assert.equal(new Set(answers.map(({ lastHash }) => lastHash)).size, 1);
  assert.equal((await listBuilds()).filter(({ cause }) => cause === 'upload').length, 1);
});

test('an upload goes on with what was sent by one that was not finished', async () => {
  const first = await start();
  assert.equal(first.files, undefined);
  await send(first.transaction, 'a.yml', 'cubes: []');
  await send(first.transaction, 'b.yml', 'cubes: []');
  const { transaction, files } = await start('?resume=true');
  assert.deepEqual(files, listOf({ 'a.yml': 'cubes: []', 'b.yml': 'cubes: []' }));
  await send(transaction, 'c.yml', 'cubes: []');
  const body = { transaction, files: { ...files, ...listOf({ 'c.yml': 'cubes: []' }) } };
  await finish(body);
  assert.deepEqual(await hashes(), body.files);
  // What was finished is none, and neither is what was sent to another branch or by another user.
  await testApp.call({ method: 'POST', path: `/build/api/v1/deployments/${id}/dev-mode` });
  assert.deepEqual((await start('?live=true&resume=true')).files, {});
});

test('files that are sent at the same time are all there, and counted', async () => {
  const { transaction } = await start();
  const names = Array.from({ length: 40 }, (_, index) => `f${index % 30}.yml`);
  const answers = await Promise.all(names.map((name) => send(transaction, name, 'x')));
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
  const { files } = await start('?resume=true');
  assert.equal(Object.keys(files ?? {}).length, 30);
  await finish({ transaction, files });
  assert.deepEqual(await hashes(), files);
});

test('of two uploads at the same time the later one is told', async () => {
  const [one, other] = [await start(), await start()];
  const known = await hashes();
  for (const [index, { transaction }] of [one, other].entries()) {
    const path = `upload-${index}.yml`;
    await send(transaction, path, 'cubes: []');
    const answer = await call('POST', '/upload/finish', {
      transaction,
      files: { ...known, ...listOf({ [path]: 'cubes: []' }) },
    });
    if (index === 0) assert.equal(answer.statusCode, 200, answer.body);
    else isRefused(answer, 409, 'branch_changed');
  }
  assert.deepEqual(
    Object.keys(await hashes()).filter((path) => path.startsWith('upload')),
    ['upload-0.yml'],
  );
});

test('an upload is of its user and its deployment alone, and ends', async () => {
  const { transaction } = await start();
  const { build, tenantId, database } = testApp;
  const key = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Admin' }) });
  isRefused(await send(transaction, 'a.yml', '', key), 404, 'upload_not_found');
  isRefused(await send({ id: 'missing' }, 'a.yml', ''), 404, 'upload_not_found');
  await database.pool.query('update model_uploads set expires_at = now() where id = $1', [transaction.id]);
  isRefused(await send(transaction, 'a.yml', ''), 404, 'upload_not_found');
});

test('what is no path, no transaction or too large is refused', async () => {
  const { transaction } = await start();
  isRefused(await send(transaction, '../a.yml', ''), 400, 'model_path_invalid');
  const form = new FormData();
  for (const [name, value] of Object.entries({ transaction: 'nonsense', fileName: 'a' }))
    form.append(name, value);
  form.append('file', new File(['x'], 'x'));
  isRefused(await call('POST', '/upload/file', form), 400, 'validation_failed');
  const large = Buffer.alloc(limits.MAX_MODEL_FILE_BYTES + 1, 'x');
  isRefused(await send(transaction, 'large.bin', large), 413, 'model_file_too_large');
  const larger = Buffer.alloc(limits.MAX_MODEL_FILE_BYTES + 100_000, 'x');
  assert.equal((await send(transaction, 'large.bin', larger)).statusCode, 413);
  const files = Object.fromEntries(
    Array.from({ length: limits.MAX_MODEL_FILES + 1 }, (_, index) => [`f${index}`, { hash: sha1('') }]),
  );
  isRefused(await call('POST', '/upload/finish', { transaction, files }), 413, 'model_too_large');
});

test('the files of an upload have a limit together', async () => {
  const { transaction } = await start();
  await testApp.database.pool.query(
    `insert into model_upload_files (upload_id, path, hash, content)
     select $1, 'f' || n, '', convert_to(repeat('x', 5000000), 'UTF8') from generate_series(1, 10) n`,
    [transaction.id],
  );
  await testApp.database.pool.query(
    'update model_uploads set file_count = 10, size_bytes = 50000000 where id = $1',
    [transaction.id],
  );
  isRefused(
    await send(transaction, 'one-more', Buffer.alloc(limits.MAX_MODEL_FILE_BYTES, 'x')),
    413,
    'model_too_large',
  );
  // What replaces a file counts once.
  assert.equal((await send(transaction, 'f1', 'x')).statusCode, 200);
});

test('paths may begin at the project root, and files outside of it stay', async () => {
  const path = `/api/v1/deployments/${id}`;
  const settings = { deployProjectRoot: 'model' };
  assert.equal((await testApp.call({ method: 'PUT', path, body: settings })).statusCode, 200);
  const root = '?useDeployProjectRoot=true';
  assert.deepEqual(Object.keys(await hashes(root)), ['cubes/orders.yml', 'views/sales.yml']);
  const { transaction } = await start(root);
  await send(transaction, 'cubes/a.yml', 'cubes: []');
  await ok('POST', `/upload/finish${root}`, { transaction, files: listOf({ 'cubes/a.yml': 'cubes: []' }) });
  assert.deepEqual(Object.keys(await hashes()).sort(), ['README.md', 'model/cubes/a.yml']);
});

test('an upload to the branch in dev mode needs no right to the deployed one', async () => {
  isRefused(await call('POST', '/upload/start?live=true'), 400, 'not_in_dev_mode');
  await testApp.call({ method: 'POST', path: `/build/api/v1/deployments/${id}/dev-mode` });
  const known = await hashes();
  const { transaction } = await start('?live=true');
  await send(transaction, 'a.yml', 'cubes: []');
  await ok('POST', '/upload/finish', { transaction, files: listOf({ 'a.yml': 'cubes: []' }) });
  assert.deepEqual(Object.keys(await hashes('?live=true')), ['a.yml']);
  assert.deepEqual(await hashes(), known);
  isRefused(await call('POST', '/upload/start?live=true&branchName=master'), 400, 'validation_failed');
});
