import {
  limits,
  refuse,
  type DeploymentEnvironment,
  type DeploymentEnvironmentsListResponse,
  type OperationTypes,
} from '@oriel/contract';
import { listBranches } from '../build/branches.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef } from '../http/handler.ts';
import { readPage } from '../paging/page.ts';
import { byId, createEnvironmentStore, type EnvironmentRow } from './environment-store.ts';

/** Lists what of a deployment can be queried. */
export type EnvironmentService = ReturnType<typeof createEnvironmentService>;

/** Makes the service of environments; the data models lie in `dataDir`. */
export function createEnvironmentService({ db, dataDir }: { db: Db; dataDir: string }) {
  const store = createEnvironmentStore(db);
  /** Branches are made and removed by git: environments of staging follow them. */
  const followBranches = async ({ id, deployBranch }: DeploymentRef): Promise<void> => {
    const branches = (await listBranches(dataDir, id)).filter((branch) => branch !== deployBranch);
    const known = (await store.listAll(id)).filter(({ type }) => type !== 'production');
    const isKnown = new Set(known.map(({ branch }) => branch));
    await store.addStaging(
      id,
      branches.filter((branch) => !isKnown.has(branch)),
    );
    const gone = known.filter(({ type, branch }) => type === 'staging' && !branches.includes(branch ?? ''));
    await store.removeStaging(
      id,
      gone.map(({ branch }) => branch ?? ''),
    );
  };
  return {
    /** By id, production first. `baseUrl` is where clients reach the server. @throws `invalid_cursor` */
    async list(
      deployment: DeploymentRef,
      query: OperationTypes['getDeploymentEnvironments']['query'],
      baseUrl: string,
    ): Promise<DeploymentEnvironmentsListResponse> {
      await followBranches(deployment);
      const type = query.type ?? undefined;
      const first = query.first ?? query.limit ?? limits.DEFAULT_PAGE_SIZE;
      const offset = query.offset ?? 0;
      const { rows, pageInfo } = await readPage({ first, offset, after: query.after }, byId, (range) =>
        store.list(deployment.id, type, range),
      );
      const total = (await store.listAll(deployment.id, type)).length;
      const items = rows.map((row) => toEnvironment(row, deployment, baseUrl));
      return { items, data: items, pageInfo, pagination: { total, offset, limit: first } };
    },
    /** @throws `environment_not_found` */
    async get(deploymentId: number, id: number): Promise<EnvironmentRow> {
      const row = await store.find(deploymentId, id);
      if (!row) throw refuse('environment_not_found', { id });
      return row;
    },
  };
}

function toEnvironment(
  { id, type, branch, email }: EnvironmentRow,
  deployment: DeploymentRef,
  baseUrl: string,
): DeploymentEnvironment {
  const url = `${baseUrl}/deployments/${deployment.id}/cubejs-api/v1`;
  return {
    id: String(id),
    type,
    branch: branch ?? deployment.deployBranch,
    user: email,
    api_credentials: [{ type: 'rest', version: 1, url, host: null, port: null, database: null }],
  };
}
