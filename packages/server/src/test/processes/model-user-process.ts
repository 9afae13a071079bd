import { type DevBranchResponse, type ModelBuildsResponse, type StartUploadResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { startApplication } from '../../app.ts';
import { connectDatabase } from '../../db/database.ts';
import { givenForTest } from '../test-parts.ts';
import type { TestConnection } from '../data/test-database.ts';

/** What {@link PROGRAM} is told, as JSON. */
export interface ModelUserArguments {
  readonly connection: TestConnection;
  readonly dataDir: string;
  readonly deploymentId: number;
  /** An API key of an administrator. */
  readonly key: string;
}

/**
 * The program: a server of its own on the database and the folder, with a user who changes the data model over and
 * over.
 */
export const PROGRAM = import.meta.filename;

const [argument] = process.argv.slice(2);
if (import.meta.main && argument !== undefined) {
  // Written by the test that starts this program.
  const { connection, dataDir, deploymentId, key } = JSON.parse(argument) as ModelUserArguments;
  const database = connectDatabase(connection);
  const { app } = await startApplication(
    givenForTest({ database, dataDir, logger: pino({ level: 'silent' }) }),
  );
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
    const prefix = path.startsWith('/builds') ? '/api/v1' : '/build/api/v1';
    const answer = await app.inject({
      method,
      url: `${prefix}/deployments/${deploymentId}${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { payload: body }),
    });
    assert.equal(answer.statusCode, 200, `${method} ${path}: ${answer.body}`);
    return answer.json();
  };
  const say = (what: string, value: string) => process.stdout.write(`${what} ${value}\n`);
  const save = (path: string, content: string) =>
    call('PUT', '/data-model/files', { files: [{ path, content }] });
  const upload = async (path: string, content: string) => {
    const { transaction } = await call<StartUploadResponse>('POST', '/data-model/upload/start');
    const form = new FormData();
    form.append('transaction', JSON.stringify(transaction));
    form.append('fileName', path);
    form.append('file', new File([content], 'file'));
    await call('POST', '/data-model/upload/file', form);
    const hash = createHash('sha1').update(content).digest('hex');
    const finish = { transaction, files: { [path]: { hash } }, autoRemoveFiles: false };
    return call<{ lastHash: string }>('POST', '/data-model/upload/finish', finish);
  };
  const rollBack = async () => {
    const { items } = await call<ModelBuildsResponse>(
      'GET',
      '/builds?branchName=master&state=success&first=5',
    );
    const earlier = items.at(-1);
    if (earlier) await call('POST', `/builds/${earlier.id}/rollback`);
  };
  const { branchName = '' } = await call<DevBranchResponse>('POST', '/dev-mode');
  say('branch', branchName ?? '');
  for (let round = 0; ; round += 1) {
    const stamp = `${process.pid}-${round}`;
    // Every third is broken, and never to serve.
    const cube =
      round % 3 === 2 ? 'cubes: [{ name: broken, measures: [{ name: m, type: none }] }]' : 'cubes: []';
    await call('POST', '/pull', { branchName });
    await save('model/a.yml', `# ${stamp}\n${cube}\n`);
    await call('POST', '/commit', { message: stamp });
    say('committed', stamp);
    await call('POST', '/merge', { message: stamp });
    say('merged', stamp);
    const { lastHash } = await upload('uploaded.md', stamp);
    say('uploaded', lastHash);
    await rollBack();
    say('rolled-back', stamp);
  }
}
