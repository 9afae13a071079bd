import type { MergeResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { git } from '../build/git.ts';
import { openModelRepository, type ModelRepository } from '../build/model-repository.ts';
import { createTestApp, type TestApp } from '../test/index.ts';
import { PROGRAM, type ModelUserArguments } from '../test/processes/model-user-process.ts';
import { type ModelBuilding } from './model-building.ts';
import { collectErrors } from '../test/collected-log.ts';
import { modelBuildingPart } from './building-part.ts';

const ROUNDS = 4;
/** About as long as a round of all operations takes. */
const ROUND_MS = 600;

let testApp: TestApp;
let building: ModelBuilding;
let repository: ModelRepository;
let id: number;
const { logger, lines: faults } = collectErrors();
before(async () => {
  testApp = await createTestApp({ logger });
  building = testApp.get(modelBuildingPart);
  const path = '/build/api/v1/deployments';
  const made = await testApp.call({ method: 'POST', path, body: { name: 'Killed' } });
  ({ id } = made.json() as { id: number });
  repository = await openModelRepository(testApp.dataDir, id);
});
after(async () => {
  await testApp.close();
});

/**
 * Lets a server with its user run, kills it with every git that it has started, and answers with what the user was
 * told.
 */
async function killServer(): Promise<ReadonlyMap<string, string>> {
  const { database, dataDir, adminKey: key } = testApp;
  const told: ModelUserArguments = { connection: database.connection, dataDir, deploymentId: id, key };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(told)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const answers = new Map<string, string>();
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [what = '', value = ''] = line.split(' ');
      answers.set(what, value);
    }
    resolve();
  });
  const ended = new Promise((done) => child.once('close', done));
  await Promise.race([begun, ended.then(() => assert.fail('the server ended by itself'))]);
  await pause(randomInt(ROUND_MS));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
  return answers;
}

/** What stands in a branch, by commit message. */
const messagesOf = async (branch: string) =>
  (await repository.listCommits((await repository.findHead(branch)) ?? '', 10_000)).map(
    ({ message }) => message,
  );

/** The commit that production answers by, which compiles. */
async function checkServing(): Promise<string> {
  const head = (await repository.findHead('master')) ?? '';
  const serving = await building.production.find(id, 'master', head);
  assert.ok(serving, 'nothing is served');
  const { problems } = await building.checkCommit({ id, tenantId: testApp.tenantId }, repository, serving);
  assert.deepEqual(problems, []);
  return serving;
}

/** Everything that a user does, by another server: no lock and no half of an operation is in its way. */
async function goOn(branch: string): Promise<void> {
  const call = async <T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> => {
    const answer = await testApp.call({ method, path: `/build/api/v1/deployments/${id}${path}`, body });
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    return answer.json();
  };
  await call('POST', '/dev-mode', {});
  await call('POST', '/commit', { message: 'Left behind', resolveMergeConflict: true });
  await call('POST', '/pull', { branchName: branch });
  const content = `# ${crypto.randomUUID()}\ncubes: []\n`;
  await call('PUT', '/data-model/files', { files: [{ path: 'model/a.yml', content }] });
  await call('POST', '/commit', { message: 'Go on', resolveMergeConflict: true });
  assert.equal((await call<MergeResponse>('POST', '/merge', { message: 'Go on' })).merged, true);
}

test('a server that is killed at any moment leaves the model whole, and its last good build serving', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = await killServer();
    assert.equal((await git(repository.directory, ['fsck', '--strict', '--no-dangling'])).toString(), '');
    const branch = told.get('branch') ?? '';
    const stamp = (what: string) => told.get(what);
    if (stamp('committed') !== undefined)
      assert.ok((await messagesOf(branch)).includes(stamp('committed') ?? ''), 'a commit is lost');
    if (stamp('merged') !== undefined)
      assert.ok((await messagesOf('master')).includes(stamp('merged') ?? ''), 'a merge is lost');
    const uploaded = stamp('uploaded');
    if (uploaded !== undefined) {
      const commits = await repository.listCommits((await repository.findHead('master')) ?? '', 10_000);
      assert.ok(
        commits.some(({ commit }) => commit === uploaded),
        'an upload is lost',
      );
    }
    await checkServing();
    await building.builds.resume(0);
    await building.builds.settled();
    await goOn(branch);
    await building.builds.settled();
    await checkServing();
  }
  await building.builds.resume(0);
  await building.builds.settled();
  const { rows } = await testApp.database.pool.query(
    "select id from model_builds where deployment_id = $1 and state = 'building'",
    [id],
  );
  assert.deepEqual([rows, faults], [[], []]);
});
