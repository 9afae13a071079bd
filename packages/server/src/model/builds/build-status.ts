import type { BuildStatusResponse } from '@oriel/contract';
import { isRefusal, refuse, Refusal } from '@oriel/contract';
import type { EncodedAnswer, Engine, RuntimeTarget } from '@oriel/engine';
import { findBranchHead } from '../../build/branch-head.ts';
import { modelDirectory, readCommit } from '../../build/model-repository.ts';
import type { ModelRepositories } from '../../build/model-repositories.ts';
import type { Db } from '../../db/database.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { createBuildStore } from './build-store.ts';
import type { ModelBuilds } from './model-builds.ts';

/** A runtime that is not up by then is still starting. */
const WAIT_MS = 2_000;

/** Tells what became of the newest commit of a branch. */
type BuildStatusReader = (
  deployment: DeploymentRef,
  branchName: string | undefined,
) => Promise<BuildStatusResponse>;

/** What the state of builds is read from. */
interface BuildStatusOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly engine: Pick<Engine, 'meta' | 'runtimes'>;
  readonly builds: Pick<ModelBuilds, 'start'>;
  readonly repositories: Pick<ModelRepositories, 'read'>;
  readonly waitMs?: number;
}

/**
 * Makes the reader of build states. Of the deployed branch it is that of the build of its newest commit; where that has
 * succeeded, its runtime is asked as well, which may lack a data source. Of other branches the runtime alone is asked.
 */
export function createBuildStatusReader({
  db,
  dataDir,
  engine,
  builds,
  repositories,
  waitMs = WAIT_MS,
}: BuildStatusOptions): BuildStatusReader {
  const store = createBuildStore(db);
  const runtimeOf = (target: RuntimeTarget) =>
    engine
      .runtimes()
      .find(({ deploymentId, branch }) => deploymentId === target.deploymentId && branch === target.branch);
  const readProduction = async (deployment: DeploymentRef, head: string) => {
    const { id, deployBranch: branch } = deployment;
    const build =
      (await store.findByCommit(id, branch, head)) ??
      (await builds.start({ deployment, branch, cause: 'push', userId: null }));
    const told = { buildJobId: build?.id ?? null, warningText: build?.warningText ?? null };
    if (build?.state !== 'success')
      return { ...told, status: build?.state ?? 'building', errorText: build?.errorText ?? null };
    return { ...told, ...(await within(waitMs, compile(engine, { deploymentId: id, branch }))) };
  };
  return async (deployment, branchName = deployment.deployBranch) => {
    const { id: deploymentId, deployBranch } = deployment;
    const target = { deploymentId, branch: branchName };
    const isProduction = branchName === deployBranch;
    const mode = isProduction ? 'production' : 'dev_mode';
    const common = { deploymentId, branchName, mode, buildJobId: null } as const;
    const head = await findBranchHead(modelDirectory(dataDir, deploymentId), branchName);
    const read = await repositories
      .read(deploymentId, async () => head !== undefined && (await readCommit(dataDir, deploymentId, head)))
      .catch((error: unknown) => {
        if (isRefusal(error, 'model_repository_lost')) return error;
        throw error;
      });
    if (read instanceof Refusal) return { ...common, status: 'failed', errorText: read.message };
    // The deployed branch of a deployment without a commit will have one.
    if (head === undefined && !isProduction) throw refuse('branch_not_found', { name: branchName });
    if (head === undefined || !read) return { ...common, status: 'building', errorText: null };
    const { treeHash, committedAt } = read;
    const result = isProduction
      ? await readProduction(deployment, head)
      : runtimeOf(target)
        ? await within(waitMs, compile(engine, target))
        : ({ status: 'building', errorText: 'Branch is not active' } as const);
    const state = runtimeOf(target)?.state;
    return {
      ...common,
      ...result,
      deploymentStatus: state === 'ready' ? 'running' : (state ?? 'stopped'),
      filesHash: treeHash,
      lastHash: head,
      updatedAt: committedAt,
    };
  };
}

type Result = Pick<BuildStatusResponse, 'status' | 'errorText'>;

/** The model is described to nobody in particular, which compiles it. */
async function compile(engine: Pick<Engine, 'meta'>, target: RuntimeTarget): Promise<Result> {
  try {
    const answer = await engine.meta(target, { securityContext: {}, seesModel: true });
    return answer.status === 200
      ? { status: 'success', errorText: null }
      : { status: 'failed', errorText: errorTextOf(answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 'failed', errorText: error.message };
  }
}

function errorTextOf({ body }: EncodedAnswer): string {
  const { error } = JSON.parse(Buffer.concat(body).toString()) as { error?: unknown };
  return String(error).replace(/^Error: /, '');
}

async function within(ms: number, result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'building', errorText: null }), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
