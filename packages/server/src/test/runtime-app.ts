import { serverBrands, type Deployment } from '@oriel/contract';
import { createEngine, type Engine } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { keepCurrent } from '../build/current-engine.ts';
import { openModelRepository } from '../build/model-repository.ts';
import { createRuntimeSources, type RuntimeSources } from '../build/runtime-sources.ts';
import { createModelBuilding, type ModelBuilding } from '../model/model-building.ts';
import { createRuntimeLog, noteFaults } from '../runtime-logs/runtime-log.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** An application with the engine that a server has: runtimes start from the repositories and variables of deployments. */
export interface RuntimeApp extends TestApp {
  readonly engine: Engine;
  /** Creates a deployment by the API. */
  createDeployment(body?: object): Promise<Deployment>;
  /** Commits the whole model of a branch, and waits for its build; default `master`. */
  commitModel(deploymentId: number, files: readonly ModelFile[], branch?: string): Promise<string>;
  /** Asks a deployment for the names of its cubes, as the administrator. */
  listCubes(deploymentId: number, key?: string): Promise<string[]>;
}

/** Makes such an application on a database of its own. */
export async function createRuntimeApp(): Promise<RuntimeApp> {
  let sources: RuntimeSources | undefined;
  let built: ModelBuilding | undefined;
  const building = (): ModelBuilding => {
    built ??= createModelBuilding({
      db: testApp.database.db,
      dataDir: testApp.dataDir,
      keyring: createFileKeyring(testApp.dataDir),
      engine: {
        invalidate: (target) => engine.invalidate(target),
        runtimes: () => engine.runtimes(),
      },
      onFault: (error) => faults.push(error),
    });
    return built;
  };
  const faults: unknown[] = [];
  // The application is told of its engine before it has a database, which the engine needs for queries only.
  const late = (): RuntimeSources => {
    sources ??= createRuntimeSources({
      db: testApp.database.db,
      dataDir: testApp.dataDir,
      brand: serverBrands.svc,
      production: building().production,
    });
    return sources;
  };
  const runtimeLog = createRuntimeLog();
  const engine = keepCurrent(
    createEngine({
      resolve: noteFaults(runtimeLog, (target) => late().resolve(target)),
      onEvent: runtimeLog.note,
    }),
    {
      hasChanged: (target) => late().hasChanged(target),
    },
  );
  const testApp = await createTestApp({ engine, runtimeLog });
  let count = 0;
  return {
    ...testApp,
    engine,
    async createDeployment(body = {}) {
      count += 1;
      const answer = await testApp.call({
        method: 'POST',
        path: '/build/api/v1/deployments',
        body: { name: `Deployment ${count}`, ...body },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    async commitModel(deploymentId, files, branch = 'master') {
      const repository = await openModelRepository(testApp.dataDir, deploymentId);
      const author = { name: 'Author', email: 'author@example.com' };
      const commit = await repository.commit({ branch, message: 'Change the model', author, files });
      const deployment = { id: deploymentId, tenantId: testApp.tenantId };
      const { builds } = building();
      await builds.start({ deployment, branch, cause: 'push', userId: null });
      await builds.settled();
      assert.deepEqual(faults, []);
      return commit;
    },
    async listCubes(deploymentId, key) {
      const path = `/deployments/${deploymentId}/cubejs-api/v1/meta`;
      const answer = await testApp.call({ method: 'GET', path, ...(key !== undefined && { key }) });
      assert.equal(answer.statusCode, 200, answer.body);
      return (answer.json() as { cubes: { name: string }[] }).cubes.map(({ name }) => name);
    },
    close: async () => {
      await built?.close();
      await testApp.close();
      await engine.close();
    },
  };
}
