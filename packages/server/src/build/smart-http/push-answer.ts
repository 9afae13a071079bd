import type { FastifyBaseLogger } from 'fastify';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { runInContext } from '../../db/request-context.ts';
import { auditCallerOf } from '../../http/caller/audit-caller.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { ModelRepositories } from '../model-repositories.ts';
import { findPushFaults, pushedBranches, type PushedBranch } from './check-push.ts';
import type { HookAnswer, HookQuestion } from './hook-questions.ts';
import { findForbidden, type FindKnownBranch } from './push-rules.ts';

/** A branch that a push has moved. */
interface MovedBranch {
  readonly actor: UserPrincipal;
  readonly deployment: DeploymentRef;
  readonly branch: string;
  /** Its new head; undefined where it was removed. */
  readonly commit: string | undefined;
}

/** Told of what a push has moved; answers with lines for the pusher, such as the faults of a model. */
export type OnPush = (moved: MovedBranch) => Promise<readonly string[]>;

/** A push that is under way. */
interface PushContext {
  readonly actor: UserPrincipal;
  readonly deployment: DeploymentRef;
  readonly directory: string;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly log: FastifyBaseLogger;
}

/** What pushes are decided by, and who is told of them. */
interface PushAnswerOptions {
  readonly db: Db;
  readonly repositories: ModelRepositories;
  readonly findBranch: FindKnownBranch;
  readonly onPush: OnPush;
}

/** Makes what answers the hooks of a push: it decides before refs move, and tells of it after. */
export function createPushAnswer({ db, repositories, findBranch, onPush }: PushAnswerOptions) {
  const isReadOnly = async (deploymentId: number) => {
    const row = await db
      .selectFrom('deployments')
      .select('deployBranchReadOnly')
      .where('id', '=', deploymentId)
      .executeTakeFirst();
    return row?.deployBranchReadOnly ?? true;
  };
  const decide = async (
    branches: readonly PushedBranch[],
    objectDirectory: string | undefined,
    { actor, deployment, directory }: PushContext,
  ): Promise<HookAnswer> => {
    const place = { directory, objectDirectory };
    const forbidden = await findForbidden({ findBranch, isReadOnly }, { actor, deployment, branches, place });
    // Who may not push is not told what would be wrong with it, and it costs nothing.
    const messages = forbidden.length > 0 ? forbidden : await findPushFaults(place, branches);
    return { accepts: messages.length === 0, messages };
  };
  const tell = async (
    branches: readonly PushedBranch[],
    { actor, deployment, requestId, clientAddress }: PushContext,
  ): Promise<HookAnswer> => {
    const messages: string[] = [];
    // What is written for a push is the pusher's.
    const request = { operation: 'pushModel', requestId, clientAddress, deploymentId: deployment.id };
    const caller = JSON.stringify(auditCallerOf(actor, request));
    for (const { name, to } of branches) {
      await repositories.noteMove(deployment.id, name);
      const moved = { actor, deployment, branch: name, commit: to };
      messages.push(...(await runInContext({ caller }, () => onPush(moved))));
    }
    return { accepts: true, messages };
  };
  return async ({ hook, objectDirectory, refs }: HookQuestion, context: PushContext): Promise<HookAnswer> => {
    try {
      const branches = pushedBranches(refs);
      const known = branches.filter((branch) => branch !== undefined);
      if (known.length < branches.length)
        return { accepts: false, messages: ['Only branches can be pushed'] };
      return hook === 'pre-receive'
        ? await decide(known, objectDirectory, context)
        : await tell(known, context);
    } catch (error) {
      context.log.error({ err: error }, 'A push failed');
      const message = `Something went wrong on the server; its log has the details under ${context.requestId}`;
      return { accepts: false, messages: [message] };
    }
  };
}
