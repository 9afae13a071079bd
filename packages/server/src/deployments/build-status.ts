import type { BuildStatusResponse } from '@oriel/contract';
import { Refusal } from '@oriel/contract';
import type { EncodedAnswer, Engine, RuntimeTarget } from '@oriel/engine';
import { findBranchHead } from '../build/branch-head.ts';
import { modelDirectory, readCommit } from '../build/model-repository.ts';
import type { DeploymentRef } from '../http/handler.ts';

/** A commit that is not compiled by then is being built. */
const WAIT_MS = 2_000;

/** Tells what became of the newest commit of a branch. */
export type BuildStatusReader = (
  deployment: DeploymentRef,
  branchName: string | undefined,
) => Promise<BuildStatusResponse>;

/**
 * Makes the reader of build states. There are no builds apart from queries: a commit is compiled by the runtime that answers
 * queries about it, so the runtime is asked.
 */
export function createBuildStatusReader({
  dataDir,
  engine,
  waitMs = WAIT_MS,
}: {
  dataDir: string;
  engine: Pick<Engine, 'meta' | 'runtimes'>;
  waitMs?: number;
}): BuildStatusReader {
  const runtimeOf = (target: RuntimeTarget) =>
    engine
      .runtimes()
      .find(({ deploymentId, branch }) => deploymentId === target.deploymentId && branch === target.branch);
  return async ({ id: deploymentId, deployBranch }, branchName = deployBranch) => {
    const target = { deploymentId, branch: branchName };
    const isProduction = branchName === deployBranch;
    const common = {
      deploymentId,
      branchName,
      mode: isProduction ? 'production' : 'dev_mode',
      buildJobId: null,
    } as const;
    const head = await findBranchHead(modelDirectory(dataDir, deploymentId), branchName);
    if (head === undefined) return { ...common, status: 'building', errorText: 'Bad branch' };
    const { treeHash, committedAt } = await readCommit(dataDir, deploymentId, head);
    const isServed = isProduction || runtimeOf(target) !== undefined;
    const result = isServed
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
      : { status: 'error', errorText: errorTextOf(answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 'error', errorText: error.message };
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
