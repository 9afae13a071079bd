import type {
  DataModelValidationResponse,
  DevBranchResponse,
  SourceTreeNode,
  SourceTreeResponse,
} from '@oriel/contract';
import { limits } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { git } from '../../build/git.ts';
import { modelDirectory } from '../../build/model-repository.ts';
import { createTestApp, type TestApp, type TestCall } from '../../test/index.ts';

let testApp: TestApp;
let id: number;
let branchName: string;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());
beforeEach(async () => {
  const name = `Deployment ${crypto.randomUUID()}`;
  const made = await testApp.call({ method: 'POST', path: '/build/api/v1/deployments', body: { name } });
  ({ id } = made.json() as { id: number });
  branchName = (await ok<DevBranchResponse>('POST', '/dev-mode')).branchName ?? '';
});

const call = (method: TestCall['method'], rest: string, body?: unknown) =>
  testApp.call({ method, path: `/build/api/v1/deployments/${id}${rest}`, body });
const FILES = '/data-model/files';

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}

async function refused(args: Parameters<typeof call>, status: number, code: string) {
  const answer = await call(...args);
  assert.equal(answer.statusCode, status, answer.body);
  const problem = answer.json() as { code: string; message: string };
  assert.equal(problem.code, code);
  return problem.message;
}

/** The texts of a branch by path. */
async function readAll(query = ''): Promise<Record<string, string | undefined>> {
  const { items } = await ok<SourceTreeResponse>('GET', `${FILES}?withContent=true${query}`);
  const files: [string, string | undefined][] = [];
  const walk = (nodes: readonly SourceTreeNode[]) => {
    for (const { type, path, content, children } of nodes)
      // Its nodes are of the same shape, which the schema does not say again.
      if (type === 'folder') walk(children as unknown as SourceTreeNode[]);
      else files.push([path, content]);
  };
  walk(items);
  return Object.fromEntries(files);
}

test('the tree has folders first, then files, by name; contents come where they are asked for', async () => {
  const { items, data } = await ok<SourceTreeResponse>('GET', FILES);
  assert.deepEqual(data, items);
  const file = (name: string, path: string) => ({ name, path, type: 'file' });
  const folder = (name: string, path: string, children: object[]) => ({
    name,
    path,
    type: 'folder',
    children,
  });
  assert.deepEqual(items, [
    folder('model', 'model', [
      folder('cubes', 'model/cubes', [file('orders.yml', 'model/cubes/orders.yml')]),
      folder('views', 'model/views', [file('sales.yml', 'model/views/sales.yml')]),
    ]),
    file('README.md', 'README.md'),
  ]);
  assert.match((await readAll())['model/cubes/orders.yml'] ?? '', /sql_table: orders/);
});

test('pages count the nodes at the top', async () => {
  const first = await ok<SourceTreeResponse>('GET', `${FILES}?first=1`);
  assert.deepEqual(
    first.items.map(({ path }) => path),
    ['model'],
  );
  const second = await ok<SourceTreeResponse>('GET', `${FILES}?first=1&after=${first.pageInfo?.endCursor}`);
  assert.deepEqual(
    second.items.map(({ path }) => path),
    ['README.md'],
  );
  assert.equal(second.pageInfo?.hasNextPage, false);
});

test('files are created, overwritten, renamed with their folders and removed, and only on the branch', async () => {
  const files = [
    { path: 'README.md', content: 'Changed' },
    { path: 'model/new/größe.yml', content: 'cubes: []\n' },
  ];
  await ok('PUT', FILES, { files });
  await ok('POST', `${FILES}/rename`, { files: [{ path: 'model/new', newPath: 'model/renamed' }] });
  await ok('DELETE', FILES, { files: [{ path: 'model/views' }, { path: 'model/cubes/orders.yml' }] });
  assert.deepEqual(await readAll(), { 'README.md': 'Changed', 'model/renamed/größe.yml': 'cubes: []\n' });
  assert.equal(Object.keys(await readAll('&branchName=master')).length, 3);
});

test('of several changes all are made or none', async () => {
  const before = await readAll();
  const good = { path: 'model/good.yml', content: '' };
  await refused(
    ['PUT', FILES, { files: [good, { path: '../bad', content: '' }] }],
    400,
    'model_path_invalid',
  );
  await refused(
    ['PUT', FILES, { files: [good, { path: 'README.md/x', content: '' }] }],
    409,
    'model_path_taken',
  );
  await refused(
    ['DELETE', FILES, { files: [{ path: 'README.md' }, { path: 'missing' }] }],
    404,
    'model_file_not_found',
  );
  const renames = [
    { path: 'README.md', newPath: 'a.md' },
    { path: 'model/cubes/orders.yml', newPath: 'model/views/sales.yml' },
  ];
  await refused(['POST', `${FILES}/rename`, { files: renames }], 409, 'model_path_taken');
  assert.deepEqual(await readAll(), before);
});

test('a path that is no file of a model is refused with the path', async () => {
  const paths = [
    '/etc/passwd',
    'a/../b',
    '..',
    './a',
    'a//b',
    '.git/config',
    'a/.GIT/x',
    'a\\b',
    'a\u0007b',
    `${'x'.repeat(256)}`,
    'c:/x',
  ];
  for (const path of paths) {
    const message = await refused(
      ['PUT', FILES, { files: [{ path, content: '' }] }],
      400,
      'model_path_invalid',
    );
    assert.ok(message.includes(JSON.stringify(path)), message);
  }
  await refused(
    ['PUT', FILES, { files: [{ path: 'x'.repeat(1025), content: '' }] }],
    400,
    'validation_failed',
  );
});

test('a file goes through no symbolic link', async () => {
  const directory = modelDirectory(testApp.dataDir, id);
  const link = `blob\nmark :1\ndata 11\n/etc/passwd\ncommit refs/heads/${branchName}\ncommitter A <a@b> 1 +0000\ndata 0\nM 120000 :1 model/link\n`;
  await git(directory, ['fast-import', '--quiet', '--force'], { input: link });
  const write = (path: string) =>
    refused(['PUT', FILES, { files: [{ path, content: 'x' }] }], 400, 'model_path_invalid');
  await write('model/link');
  await write('model/link/below');
  assert.ok(!('model/link' in (await readAll())));
});

test('a file beyond its limit is 413, and what is too much for one request as well', async () => {
  const content = 'x'.repeat(limits.MAX_MODEL_FILE_BYTES + 1);
  await refused(['PUT', FILES, { files: [{ path: 'large', content }] }], 413, 'model_file_too_large');
  await refused(
    ['PUT', FILES, { files: [{ path: 'large', content: 'x'.repeat(limits.MAX_MODEL_BODY_BYTES) }] }],
    413,
    'payload_too_large',
  );
  const files = Array.from({ length: limits.MAX_MODEL_FILES + 1 }, (_, index) => ({
    path: `f${index}`,
    content: '',
  }));
  await refused(['PUT', FILES, { files }], 413, 'model_too_large');
});

test('who saves other files of a branch at the same time is not refused, also by removals and renames', async () => {
  await ok('POST', '/branches', { name: 'shared' });
  const other = (await ok<DevBranchResponse>('POST', '/dev-mode', { branchName: 'shared' })).branchName;
  assert.notEqual(other, branchName);
  const names = Array.from({ length: 12 }, (_, index) => `f${index}.yml`);
  const start = ['gone.yml', 'old.yml', 'folder/a.yml'].map((path) => ({ path, content: path }));
  await ok('PUT', FILES, { files: start, branchName });
  const answers = await Promise.all([
    ...names.map((path, index) =>
      call('PUT', FILES, {
        files: [{ path, content: path }],
        branchName: index % 2 === 1 ? other : branchName,
      }),
    ),
    call('DELETE', FILES, { files: [{ path: 'gone.yml' }], branchName }),
    call('POST', `${FILES}/rename`, { files: [{ path: 'old.yml', newPath: 'new.yml' }], branchName }),
  ]);
  assert.deepEqual(
    answers.map(({ statusCode, body }) => [statusCode, statusCode === 200 ? '' : body]),
    answers.map(() => [200, '']),
  );
  const [mine, theirs] = [await readAll(`&branchName=${branchName}`), await readAll(`&branchName=${other}`)];
  for (const [index, name] of names.entries()) {
    assert.equal(name in mine, index % 2 === 0, name);
    assert.equal(name in theirs, index % 2 === 1, name);
  }
  assert.deepEqual(
    ['gone.yml', 'old.yml', 'new.yml'].filter((path) => path in mine),
    ['new.yml'],
  );
});

test('of those who save one file at the same time one is there, and the others were told', async () => {
  await ok('PUT', FILES, { files: [{ path: 'folder/same.yml', content: 'first' }] });
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) =>
      call('PUT', FILES, { files: [{ path: 'folder/same.yml', content: `${index}` }] }),
    ),
    call('DELETE', FILES, { files: [{ path: 'folder' }] }),
  ]);
  const codes = answers.map(({ statusCode }) => statusCode);
  assert.ok(
    codes.every((code) => code === 200 || code === 409),
    codes.join(),
  );
  assert.ok(codes.includes(200) && codes.includes(409), codes.join());
  const saved = (await readAll())['folder/same.yml'];
  const last = saved === undefined ? 6 : Number(saved);
  assert.equal(codes[last], 200);
});

test('every problem of a model is named with its file, line and column', async () => {
  const validate = (query: string) => ok<DataModelValidationResponse>('GET', `/data-model/validate?${query}`);
  const deployed = await validate('');
  assert.deepEqual(deployed, {
    valid: true,
    errors: [],
    warnings: [],
    cubesCount: 0,
    branchName: 'master',
    deploymentId: id,
    mode: 'production',
  });
  const broken = 'cubes:\n  - name: orders\n    measures: [{ name: total, type: nothing }]\n  - nam: x\n';
  await ok('PUT', FILES, { files: [{ path: 'model/broken.yml', content: broken }] });
  const found = await validate('devMode=true');
  assert.equal(found.valid, false);
  assert.equal(found.cubesCount, null);
  assert.equal(found.mode, 'dev_mode');
  assert.ok(found.errors.length >= 2, JSON.stringify(found));
  for (const { message, fileName } of found.errors) {
    assert.equal(fileName, 'model/broken.yml');
    assert.match(message, /^model\/broken\.yml:\d+:\d+: /);
  }
  assert.deepEqual(await validate(`branchName=${branchName}`), found);
  await ok('PUT', FILES, {
    files: [{ path: 'model/broken.yml', content: 'cubes: [{ name: orders, sql: SELECT 1 }]' }],
  });
  assert.equal((await validate('devMode=true')).cubesCount, 1);
  await refused(['GET', `/data-model/validate?devMode=true&branchName=master`], 400, 'validation_failed');
  await refused(['GET', `/data-model/validate?branchName=missing`], 404, 'branch_not_found');
});

test('a template that never ends costs its time and is told as a problem of the model', async () => {
  const content =
    '{% for a in range(100000) %}{% for b in range(100000) %}{% for c in range(100000) %}{% endfor %}{% endfor %}{% endfor %}';
  await ok('PUT', FILES, { files: [{ path: 'model/endless.yml', content }] });
  const { valid, errors } = await ok<DataModelValidationResponse>('GET', '/data-model/validate?devMode=true');
  assert.equal(valid, false);
  assert.ok(errors.length > 0);
});
