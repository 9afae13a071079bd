import { type Deployment } from '@oriel/contract';
import { type Engine } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { openModelRepository } from '../build/model-repository.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { collectErrors } from './collected-log.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { enginePart } from '../query/engine-part.ts';

/**
 * An application with the engine that a server has: runtimes start from the repositories and variables of deployments.
 */
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
  const { logger, lines } = collectErrors();
  const testApp = await createTestApp({ engine: undefined, logger });
  const builds = testApp.get(modelBuildingPart).builds;
  let count = 0;
  return {
    ...testApp,
    engine: testApp.get(enginePart),
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
      await builds.start({ deployment, branch, cause: 'push', userId: null });
      await builds.settled();
      assert.deepEqual(
        lines.filter((line) => line.includes('A data model could not be built')),
        [],
      );
      return commit;
    },
    async listCubes(deploymentId, key) {
      const path = `/deployments/${deploymentId}/cubejs-api/v1/meta`;
      const answer = await testApp.call({ method: 'GET', path, ...(key !== undefined && { key }) });
      assert.equal(answer.statusCode, 200, answer.body);
      return (answer.json() as { cubes: { name: string }[] }).cubes.map(({ name }) => name);
    },
  };
}
