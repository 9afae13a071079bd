import { serverBrands, type Deployment, type FileHashes, type ModelBuildsResponse } from '@oriel/contract';
import {
  createTestApp,
  openModelRepository,
  startTestServer,
  untilTrue,
  type TestServer,
} from '@oriel/server/test';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startForwarder, type Forwarder } from './forwarder.ts';
import { runOriel, spawnOriel, type CommandOutcome } from './run-oriel.ts';

const cube = (name: string) => `cubes:
  - name: ${name}
    sql: SELECT 1 AS id
    measures:
      - { name: count, type: count }
`;

/** The real command against the real server, through a network that a test may cut. */
let server: TestServer;
let network: Forwarder;
let cwd: string;
let project: string;
let deploymentId: number;
let count = 0;
before(async () => {
  server = await startTestServer([]);
  network = await startForwarder(server.url);
  cwd = await mkdtemp(join(tmpdir(), 'oriel-deploy-'));
});
after(async () => {
  await network.close();
  await server.close();
  await rm(cwd, { recursive: true, force: true });
});
beforeEach(async () => {
  network.decide = () => 'pass';
  count += 1;
  project = `project-${count}`;
  const body = { name: `Shop ${count}`, creationMethod: 'upload' };
  const made = await server.call({ method: 'POST', path: '/build/api/v1/deployments', body });
  assert.equal(made.statusCode, 200, made.body);
  ({ id: deploymentId } = made.json() as Deployment);
});

async function put(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(cwd, project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

const options = () => ({ cwd, env: { ORIEL_URL: network.url, ORIEL_API_KEY: server.adminKey } });
const argsOf = (...flags: string[]) => ['deploy', project, '--deployment', String(deploymentId), ...flags];
const deploy = (...flags: string[]): Promise<CommandOutcome> => runOriel(argsOf(...flags), options());

interface Deployed {
  commitId: string;
  files: { sent: number; removed: number; unchanged: number };
  build: { state: string; branchName: string; problems: string[] };
}

async function deployed(...flags: string[]): Promise<Deployed> {
  const { code, stdout, stderr } = await deploy('--json', ...flags);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return JSON.parse(stdout) as Deployed;
}

async function read<T>(rest: string): Promise<T> {
  const answer = await server.call({ method: 'GET', path: rest });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const pathsOf = async (query = ''): Promise<string[]> => {
  const path = `/build/api/v1/deployments/${deploymentId}/data-model/file-hashes${query}`;
  return Object.keys(await read<FileHashes>(path)).sort();
};

const uploadBuilds = async () => {
  const { items } = await read<ModelBuildsResponse>(`/api/v1/deployments/${deploymentId}/builds`);
  return items.filter(({ cause }) => cause === 'upload');
};

test('a folder is deployed by one command, and nothing is sent the second time', async () => {
  await put({
    'model/cubes/orders.yml': cube('orders'),
    'model/views/sales.yml': 'views:\n  - { name: sales, cubes: [{ join_path: orders, includes: "*" }] }\n',
    'package.json': '{}',
    'dist/bundle.yml': cube('built'),
    'model/notes/draft.yml': 'nonsense',
    '.gitignore': 'dist/\n',
    'model/.gitignore': 'notes\n',
    '.env': 'CUBEJS_DB_PASS=secret',
    '.git/config.yml': 'nonsense',
    'node_modules/other/model.yml': 'nonsense',
  });
  await writeFile(join(cwd, 'outside.yml'), 'nonsense');
  await symlink('../../outside.yml', join(cwd, project, 'model/outside.yml'));
  await symlink('orders.yml', join(cwd, project, 'model/cubes/same.txt'));
  const { code, stdout, stderr } = await deploy('-m', 'Deploy 1.4.0');
  assert.equal(code, 0, stderr);
  const [link, ...lines] = stderr.trimEnd().split('\n');
  assert.equal(link, 'Left out: the link model/outside.yml leads out of the folder');
  assert.deepEqual(
    lines.map((line) => line.match(/^Sent \d of \d files/)?.[0]),
    ['Sent 2 of 6 files', 'Sent 3 of 6 files', 'Sent 5 of 6 files', 'Sent 6 of 6 files'],
  );
  assert.match(stdout, /^Shop \d+: 6 files sent \(\d+ bytes\), 1 removed, 0 unchanged\n/);
  assert.match(stdout, /\nmaster is at [0-9a-f]{40}; build \d+ succeeded\n$/);
  assert.deepEqual(await pathsOf(), [
    '.gitignore',
    'model/.gitignore',
    'model/cubes/orders.yml',
    'model/cubes/same.txt',
    'model/views/sales.yml',
    'package.json',
  ]);
  const repository = await openModelRepository(server.dataDir, deploymentId);
  const [commit] = await repository.listCommits('master', 1);
  assert.equal(commit?.message, 'Deploy 1.4.0');
  const again = await deployed();
  assert.deepEqual(again.files, { sent: 0, sentBytes: 0, removed: 0, unchanged: 6 });
  assert.deepEqual([again.commitId, again.build.state], [commit?.commit, 'success']);
  assert.equal((await uploadBuilds()).length, 1);
});

test('what is not in the folder goes, unless it is to stay or is left alone', async () => {
  await put({ 'model/orders.yml': cube('orders'), '.gitignore': 'dist\n' });
  const repository = await openModelRepository(server.dataDir, deploymentId);
  const files = ['.github/workflow.yml', 'dist/a.txt', 'old.txt'].map((path) => ({ path, content: 'x' }));
  await repository.commit({ branch: 'master', message: 'Push', author: { name: 'a', email: 'a' }, files });
  assert.equal((await deployed('--keep-missing')).files.removed, 0);
  assert.ok((await pathsOf()).includes('old.txt'));
  assert.equal((await deployed()).files.removed, 1);
  const left = ['.github/workflow.yml', '.gitignore', 'dist/a.txt', 'model/orders.yml'];
  assert.deepEqual(await pathsOf(), left);
});

test('problems of the model are told with their places, and the exit code says so', async () => {
  await put({ 'model/orders.yml': cube('orders').replace('type: count', 'type: countt') });
  const { code, stdout } = await deploy();
  assert.equal(code, 1);
  assert.match(stdout, /\nmodel\/orders\.yml:5:\d+: .*countt/);
  assert.match(stdout, /build \d+ failed\n1 problem; the last good build goes on answering\n$/);
  const outcome = await deploy('--json');
  const { build, files } = JSON.parse(outcome.stdout) as Deployed;
  assert.deepEqual([outcome.code, build.state, build.problems.length, files.sent], [1, 'failed', 1, 0]);
});

test('another branch is deployed to, and it has to be there', async () => {
  await put({ 'model/orders.yml': cube('orders') });
  const missing = await deploy('--branch', 'next');
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /^oriel: .*"next".*\(branch_not_found\)\n$/);
  const before = await pathsOf();
  const path = `/build/api/v1/deployments/${deploymentId}/branches`;
  const made = await server.call({ method: 'POST', path, body: { name: 'next' } });
  assert.equal(made.statusCode, 200, made.body);
  assert.equal((await deployed('--branch', 'next')).build.branchName, 'next');
  assert.deepEqual([await pathsOf(), await pathsOf('?branchName=next')], [before, ['model/orders.yml']]);
});

test('every file that cannot be deployed is named, and nothing is sent', async () => {
  await put({
    'model/orders.yml': cube('orders'),
    'data/large.csv': new Uint8Array(6 * 1024 * 1024),
    'data/a\\b.yml': 'cubes: []',
  });
  const { code, stdout, stderr } = await deploy();
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /"data\/large\.csv": it has 6 MiB, and a file may have 5 MiB/);
  assert.match(stderr, /"data\/a\\\\b\.yml": it holds a backslash/);
  await rm(join(cwd, project, 'data/a\\b.yml'));
  await put({ '.orielignore': 'data\n' });
  assert.equal((await deployed()).files.sent, 1);
});

for (const [title, path, line] of [
  [
    'a folder that is not there',
    'nowhere',
    /^oriel: The folder cannot be read: \S*nowhere does not exist\n$/,
  ],
  ['a folder without a model', '.', /^oriel: \. holds no model/],
] as const)
  test(`${title} is a fault of the command line`, async () => {
    await mkdir(join(cwd, 'empty'), { recursive: true });
    const { code, stderr } = await runOriel(['deploy', path], { ...options(), cwd: join(cwd, 'empty') });
    assert.equal(code, 2);
    assert.match(stderr, line);
  });

test('a key that reaches several deployments has to say which', async () => {
  await put({ 'model/orders.yml': cube('orders') });
  const { code, stderr } = await runOriel(['deploy', project], options());
  assert.deepEqual(
    [code, stderr],
    [2, 'oriel: --deployment is missing, and there are several: oriel deployments lists them\n'],
  );
});

test('a server with the names of Cube takes the project of a Cube deployment', async () => {
  const other = await createTestApp({ brand: serverBrands.cube });
  try {
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const body = { name: 'Moved', cloudProvider: 'cubecloud', creationMethod: 'upload', deployMode: 'cli' };
    const made = await other.call({ method: 'POST', path: '/build/api/v1/deployments', body });
    assert.equal(made.statusCode, 200, made.body);
    const { id } = made.json() as Deployment;
    const source = join(import.meta.dirname, '../../../docs/guides/examples/orders');
    const args = ['deploy', source, '--deployment', String(id), '--json'];
    const { code, stdout, stderr } = await runOriel(args, {
      cwd,
      env: { ORIEL_URL: url, ORIEL_API_KEY: other.adminKey },
    });
    assert.deepEqual([code, stderr], [0, '']);
    const { build, commitId } = JSON.parse(stdout) as Deployed;
    assert.equal(build.state, 'success');
    const { items } = (
      await other.call({ method: 'GET', path: `/api/v1/deployments/${id}/builds` })
    ).json<ModelBuildsResponse>();
    assert.deepEqual([items[0]?.commitId, items[0]?.isServing], [commitId, true]);
  } finally {
    await other.close();
  }
});

/** A project of many files, of which the network passes on the first few only. */
async function startHeld(passed: number): Promise<{ held: Promise<void>; names: number }> {
  const names = Array.from({ length: 30 }, (_, index) => `orders_${index}`);
  await put(Object.fromEntries(names.map((name) => [`model/${name}.yml`, cube(name)])));
  let seen = 0;
  const held = new Promise<void>((resolve) => {
    network.decide = ({ url = '' }) => {
      if (!url.includes('/upload/file')) return 'pass';
      seen += 1;
      if (seen > passed) resolve();
      return seen > passed ? 'hold' : 'pass';
    };
  });
  return { held, names: names.length };
}

const sentFiles = async (): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count from model_upload_files f join model_uploads u on u.id = f.upload_id
     where u.deployment_id = $1`,
    [deploymentId],
  );
  return rows[0]?.count ?? 0;
};

for (const [signal, code] of [
  ['SIGKILL', null],
  ['SIGINT', 130],
] as const)
  test(`after ${signal} the same command sends what was not sent`, async () => {
    const passed = 12;
    const { held, names } = await startHeld(passed);
    const { child, outcome } = spawnOriel(argsOf(), { ...options(), isWithoutLauncher: true });
    await held;
    // What the network has passed on arrives all the same.
    await untilTrue(async () => (await sentFiles()) === passed);
    child.kill(signal);
    const ended = await outcome;
    assert.equal(ended.code, code, ended.stderr);
    network.decide = () => 'pass';
    const { files, build } = await deployed();
    assert.deepEqual([files.sent, build.state], [names - passed, 'success']);
    assert.equal((await uploadBuilds()).length, 1);
  });

test('requests are sent again after a cut connection, and the commit is made once', async () => {
  await put(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`model/${name}.yml`, cube(name)])));
  const seen = new Map<string, number>();
  network.decide = ({ url = '' }) => {
    const [name = ''] = url.match(/file-hashes|start|file|finish|builds/) ?? [];
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    // The first of each never arrives, the second is done without an answer.
    return times === 1 ? 'cut' : times === 2 ? 'mute' : 'pass';
  };
  const { files, build } = await deployed();
  assert.deepEqual([files.sent, build.state], [4, 'success']);
  assert.equal((await uploadBuilds()).length, 1);
  assert.ok((seen.get('finish') ?? 0) >= 3);
});
