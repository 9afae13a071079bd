import {
  refuse,
  type Agent,
  type AgentsListResponse,
  type OperationTypes,
  type Refusal,
} from '@oriel/contract';
import { may } from '../../access/may.ts';
import type { DataPrincipal, EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { readPage } from '../../paging/page.ts';
import { firstFoundFirst, type AgentRow, type AgentStore } from './agent-store.ts';

type AgentUser = UserPrincipal | EmbedPrincipal | DataPrincipal;

/** Finds the agents that callers may use. */
export type AgentService = ReturnType<typeof createAgentService>;

/** Makes the service of agents. `isAllowed` says whether the account lets its viewers use AI. */
export function createAgentService({
  store,
  isAllowed,
}: {
  readonly store: AgentStore;
  isAllowed(tenantId: number): Promise<boolean>;
}) {
  const findRefusal = async (actor: AgentUser, deploymentId: number): Promise<Refusal | undefined> => {
    if (actor.kind === 'user')
      return may(actor, 'DeploymentAgentRead', { deploymentId })
        ? undefined
        : refuse('forbidden', { reason: 'This needs the permission DeploymentAgentRead' });
    const isOfSession = actor.kind === 'data' || actor.allowsAi;
    return isOfSession && (await isAllowed(actor.tenantId)) ? undefined : refuse('ai_not_allowed');
  };
  /** @throws `ai_not_allowed`, `forbidden` */
  const checkUse = async (actor: AgentUser, deploymentId: number): Promise<void> => {
    const refusal = await findRefusal(actor, deploymentId);
    if (refusal) throw refusal;
  };
  return {
    checkUse,
    /** Whether the caller may ask agents of the deployment anything. */
    mayUse: async (actor: AgentUser, deploymentId: number): Promise<boolean> =>
      (await findRefusal(actor, deploymentId)) === undefined,
    /** @throws `ai_not_allowed`, `forbidden`, `invalid_cursor` */
    async list(
      actor: AgentUser,
      deploymentId: number,
      request: OperationTypes['getAgents']['query'],
    ): Promise<AgentsListResponse> {
      await checkUse(actor, deploymentId);
      const { rows, pageInfo } = await readPage(request, firstFoundFirst, (range) =>
        store.list(deploymentId, range),
      );
      return { items: rows.map(toAgent), pageInfo };
    },
    /** @throws `agent_not_found` */
    async get(deploymentId: number, id: number): Promise<AgentRow> {
      const row = await store.find(deploymentId, id);
      if (!row) throw refuse('agent_not_found', { id });
      return row;
    },
    async getAutomatic(deploymentId: number): Promise<AgentRow> {
      const row = await store.findAutomatic(deploymentId);
      if (!row) throw new Error(`The deployment ${deploymentId} has no automatic agent`);
      return row;
    },
  };
}

function toAgent({ spaceId, spaceName, ...row }: AgentRow): Agent {
  return {
    ...row,
    space: spaceId === null || spaceName === null ? null : { id: spaceId, name: spaceName },
  };
}
