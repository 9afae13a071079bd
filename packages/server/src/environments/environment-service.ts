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
import { createBranchStore, type BranchRow } from '../model/branches/branch-store.ts';
import { readPage } from '../paging/page.ts';
import { byId, createEnvironmentStore, type EnvironmentRow } from './environment-store.ts';

/** Lists what of a deployment can be queried. */
export type EnvironmentService = ReturnType<typeof createEnvironmentService>;

/** Makes the service of environments; the data models lie in `dataDir`. */
export function createEnvironmentService({ db, dataDir }: { db: Db; dataDir: string }) {
  const store = createEnvironmentStore(db);
  /** Environments follow what is noted of branches: those that are kept on, and those of users. */
  const followBranches = async (deployment: DeploymentRef): Promise<void> => {
    const names = await listBranches(dataDir, deployment.id);
    // What is noted outlives a repository that is away.
    if (!names) return;
    const inGit = new Set(names);
    const rows = await createBranchStore(db).list(deployment.id);
    const wanted = rows
      .filter(({ name }) => name !== deployment.deployBranch && inGit.has(name))
      .flatMap(environmentOf);
    const known = (await store.listAll(deployment.id)).filter(({ type }) => type !== 'production');
    const isKnown = new Set(known.map(keyOf));
    const isWanted = new Set(wanted.map(keyOf));
    await store.add(
      deployment.id,
      wanted.filter((each) => !isKnown.has(keyOf(each))),
    );
    await store.remove(
      deployment.id,
      known.filter((each) => !isWanted.has(keyOf(each))).map(({ id }) => id),
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

type BranchEnvironment = Pick<EnvironmentRow, 'type' | 'branch' | 'userId'>;

/** The environment of a branch that is not deployed, where it has one. */
function environmentOf({ name, isDev, ownerId, isStagingEnabled }: BranchRow): BranchEnvironment[] {
  if (isDev) return ownerId === null ? [] : [{ type: 'development', branch: name, userId: ownerId }];
  return isStagingEnabled ? [{ type: 'staging', branch: name, userId: null }] : [];
}

const keyOf = ({ type, branch, userId }: BranchEnvironment) => JSON.stringify([type, branch, userId]);

function toEnvironment(
  { id, type, branch, email }: EnvironmentRow,
  deployment: DeploymentRef,
  baseUrl: string,
): DeploymentEnvironment {
  const own = branch === null ? '' : `/dev-mode/${encodeURIComponent(branch)}`;
  const url = `${baseUrl}/deployments/${deployment.id}${own}/cubejs-api/v1`;
  return {
    id: String(id),
    type,
    branch: branch ?? deployment.deployBranch,
    user: email,
    api_credentials: [{ type: 'rest', version: 1, url, host: null, port: null, database: null }],
  };
}
