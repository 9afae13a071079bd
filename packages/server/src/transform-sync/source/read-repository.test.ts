import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { git } from '../../build/git.ts';
import { openModelRepository, type ModelRepository } from '../../build/model-repository.ts';
import { toBlockList } from '@oriel/engine/address-list';
import { createTestApp, untilTrue, type TestApp } from '../../test/index.ts';
import { manifestOf, shopNodes } from '../dbt-project.fixture.ts';
import { SyncFailure, type SyncLog } from '../sync-log.ts';
import type { TransformSettings } from '../transform-settings.ts';
import { profileOf } from './dbt-profile.ts';
import { findDbt } from './find-dbt.ts';
import { readRepository, type RepositoryReading } from './read-repository.ts';

/** A git host on the loopback interface, reached by HTTPS with a token. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const options = { skip: hasOpenssl ? false : 'this machine has no openssl to make a certificate with' };
const PROJECT = 'name: shop\nprofile: shop\nmodel-paths: [models]\n';

let host: TestApp;
let url: string;
let caFile: string;
let repository: ModelRepository;
/** Holds a program `dbt`. */
let folder: string;
before(async () => {
  if (!hasOpenssl) return;
  const certificates = await mkdtemp(join(tmpdir(), 'oriel-dbt-tls-'));
  caFile = join(certificates, 'cert.pem');
  const keyFile = join(certificates, 'key.pem');
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-days',
    '2',
    '-nodes',
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', caFile, ...subject], {
    stdio: 'ignore',
  });
  host = await createTestApp({ tls: { cert: await readFile(caFile), key: await readFile(keyFile) } });
  await host.app.listen({ port: 0, host: '127.0.0.1' });
  // Listens on a port.
  url = `https://127.0.0.1:${(host.app.server.address() as AddressInfo).port}/git/deployments`;
});
after(async () => {
  if (!hasOpenssl) return;
  await host.close();
  await rm(dirname(caFile), { recursive: true });
});
let id: number;
beforeEach(async (context) => {
  if (!hasOpenssl) return;
  id = await host.build.deployment({ tenantId: host.tenantId });
  repository = await openModelRepository(host.dataDir, id);
  folder = await mkdtemp(join(tmpdir(), 'oriel-dbt-test-'));
  // The hooks of a test run for the test that they belong to.
  (context as { after?(close: () => Promise<void>): void }).after?.(() =>
    rm(folder, { recursive: true, force: true }),
  );
});

const author = { name: 'Ada', email: 'ada@example.com' };
const push = (files: Readonly<Record<string, string>>, branch = 'master') =>
  repository.commit({
    branch,
    message: 'x',
    author,
    files: Object.entries(files).map(([path, content]) => ({ path, content })),
  });
const manifest = JSON.stringify(manifestOf(...shopNodes));

/** What a sync has said. */
const said: string[] = [];
const log: SyncLog = {
  log: [],
  phases: [],
  failedPhase: null,
  say: (message) => void said.push(message),
  enter: async () => {},
  phase: async (_name, work) => work(),
};

const read = (settings: Partial<TransformSettings> = {}, more: Partial<RepositoryReading> = {}) =>
  readRepository({
    settings: {
      repositoryUrl: `${url}/${id}.git`,
      token: host.adminKey,
      path: '',
      branch: undefined,
      target: undefined,
      schema: undefined,
      ...settings,
    },
    ref: undefined,
    variables: new Map([['CUBEJS_DB_PASS', 'secret of the data source']]),
    remotes: { allowedNetworks: toBlockList(['127.0.0.1']), caFile },
    findDbt: () => findDbt(folder),
    hidden: [host.dataDir],
    log,
    signal: new AbortController().signal,
    ...more,
  });
const fails = (reading: Promise<unknown>, says: RegExp) =>
  assert.rejects(reading, (error) => {
    assert.ok(error instanceof SyncFailure, String(error));
    assert.match(error.message, says);
    return true;
  });

/** A program in the place of dbt: what it is told, it writes; the manifest is the one of the fixture. */
async function installDbt(script: string): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), manifest);
  await writeFile(join(folder, 'dbt'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'dbt'), 0o755);
}
const WRITES = 'mkdir -p "$DBT_TARGET_PATH"; cp "${0%/*}/manifest.json" "$DBT_TARGET_PATH/manifest.json"';

test(
  'a manifest that is committed is read from the branch and the folder that are asked for',
  options,
  async () => {
    await push({ 'target/manifest.json': manifest });
    assert.deepEqual(
      (await read()).models.map((model) => model.name),
      ['customers', 'order_items', 'orders'],
    );
    const other = JSON.stringify(manifestOf(...shopNodes.slice(0, 2)));
    await push({ 'dbt/target/manifest.json': other }, 'next');
    assert.equal((await read({ path: 'dbt' }, { ref: 'next' })).models.length, 1);
    await fails(read({}, { ref: 'none' }), /no branch or tag "none"/);
    await fails(read({}, { ref: '--upload-pack=touch' }), /no name of a branch/);
  },
);

test(
  'a wrong token, another address and a private network are told, without the token',
  options,
  async () => {
    await push({ 'target/manifest.json': manifest });
    await fails(read({ token: 'wrong' }), /refuses the token/);
    await fails(read({ repositoryUrl: `${url}/999999.git` }), /no such repository|refuses/);
    const nowhere = { allowedNetworks: toBlockList([]), caFile };
    await fails(read({}, { remotes: nowhere }), /private network/);
    for (const repositoryUrl of ['file:///etc', 'ssh://git@127.0.0.1/x.git', 'ext::sh -c id'])
      await assert.rejects(read({ repositoryUrl }), /https:\/\//);
  },
);

test(
  'a project without a manifest is parsed by dbt, which finds nothing of the server',
  options,
  async () => {
    await installDbt(`env | sort; ls; [ -e link ] && echo linked; [ -e ../repository ] || echo; ${WRITES}`);
    const head = await push({
      'dbt_project.yml': PROJECT,
      'models/orders.sql': 'select 1',
      'image.png': 'x',
    });
    const run = async (args: readonly string[], input = '') =>
      (await git(repository.directory, args, { input })).toString().trim();
    const link = await run(['hash-object', '-w', '--stdin'], '/etc/passwd');
    const tree = await run(['mktree'], `${await run(['ls-tree', head])}\n120000 blob ${link}\tmodels.sql\n`);
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    await run(['update-ref', 'refs/heads/master', await run([...identity, 'commit-tree', tree], 'x')]);
    said.length = 0;
    assert.equal((await read({ schema: 'marts' })).models.length, 3);
    assert.ok(said.includes('dbt_project.yml') && said.includes('models'), said.join('\n'));
    assert.ok(
      !said.some((line) => /image\.png|models\.sql|secret|ORIEL|DATABASE_URL/.test(line)),
      said.join('\n'),
    );
  },
);

test('tables are named as the data source of the deployment names them', () => {
  const of = (variables: Record<string, string>, schema?: string) =>
    profileOf('shop', { target: 'prod', schema }, new Map(Object.entries(variables)));
  assert.match(
    of({ CUBEJS_DB_DUCKDB_DATABASE_PATH: 'deployments/3/files/sales.duckdb' }),
    /"target":"prod".*"type":"duckdb","path":"sales\.duckdb","schema":"main"/,
  );
  const postgres = of(
    { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_NAME: 'shop', CUBEJS_DB_PASS: 'secret' },
    'marts',
  );
  assert.match(postgres, /"type":"postgres".*"dbname":"shop","schema":"marts"/);
  assert.doesNotMatch(postgres, /secret/);
});

test('without dbt the message says what can be done', options, async () => {
  await push({ 'dbt_project.yml': PROJECT });
  await fails(read(), /dbt is not installed on the server.*commit it/s);
  await fails(read({ path: 'elsewhere' }), /no elsewhere\/dbt_project\.yml; SVC_CLOUD_TRANSFORM_PATH/);
});

test(
  'what dbt complains about is told, and a project that names folders outside of itself is not parsed',
  options,
  async () => {
    await installDbt('echo "Compilation Error in model orders"; exit 2');
    await push({ 'dbt_project.yml': PROJECT });
    await fails(read(), /cannot parse the project: Compilation Error in model orders/);
    await push({ 'dbt_project.yml': `${PROJECT}macro-paths: ["../../data"]\n` });
    await fails(read(), /macro-paths has "..\/..\/data"/);
    await push({ 'dbt_project.yml': 'name: [\n' });
    await fails(read(), /dbt_project\.yml: /);
    await push({
      'dbt_project.yml': PROJECT,
      'packages.yml': 'packages:\n  - package: dbt-labs/dbt_utils\n',
    });
    await fails(read(), /commit dbt_packages/);
  },
);

test('dbt is ended with all that it has started, and can take no more than its share', options, async () => {
  await push({ 'dbt_project.yml': PROJECT });
  const stopped = new AbortController();
  const mark = `6${process.pid}.5`;
  await installDbt(`sleep ${mark} & echo begun; sleep ${mark}`);
  const reading = read({}, { signal: stopped.signal });
  const ended = assert.rejects(reading, { name: 'AbortError' });
  await untilTrue(() => isRunning(mark));
  stopped.abort();
  await ended;
  await untilTrue(() => !isRunning(mark));
  await installDbt(`head -c 300000000 /dev/zero > "$HOME/large" || exit 3; ${WRITES}`);
  await fails(read(), /cannot parse the project/);
});

/** Whether a process has an argument. */
function isRunning(argument: string): boolean {
  const { stdout } = spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').some((line) => line.endsWith(` ${argument}`));
}

test(
  'dbt reaches no file of the server, no socket and no process, and without a sandbox is not run',
  options,
  async () => {
    const listening = createServer((connection) => connection.end('reached'));
    const socket = join(host.dataDir, 'test.sock');
    await new Promise<void>((done) => listening.listen(socket, done));
    try {
      await push({ 'dbt_project.yml': PROJECT, 'dbt_packages/a/dbt_project.yml': 'name: a' });
      await writeFile(join(host.dataDir, 'secret.txt'), 'kept secret');
      const secret = JSON.stringify(join(host.dataDir, 'secret.txt'));
      await symlink(host.dataDir, join(folder, 'data'));
      await installDbt(`
for each in ${secret} "\${0%/*}/data/secret.txt" /etc/passwd /proc/${process.pid}/environ; do
  [ -e "$each" ] && echo "found $each"
done
ls "$PWD/.."; ps 2>/dev/null | wc -l
/usr/bin/python3 -I -c '
import socket
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_NETLINK):
    try: socket.socket(family, socket.SOCK_STREAM); print("a socket")
    except PermissionError: print("none")
'
${WRITES}`);
      said.length = 0;
      assert.equal((await read()).models.length, 3);
      assert.deepEqual(
        said.filter((line) => /found|socket|none/.test(line)),
        ['none', 'none', 'none'],
      );
      // The program lies in what is hidden.
      await fails(read({}, { hidden: [folder] }), /sandbox alone/);
    } finally {
      listening.close();
    }
  },
);
