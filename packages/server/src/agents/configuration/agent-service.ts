import {
  refuse,
  Refusal,
  type Agent,
  type AgentsListResponse,
  type MemoryMode,
  type OperationTypes,
} from '@oriel/contract';
import { may } from '../../access/may.ts';
import type { DataPrincipal, EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import { readPage } from '../../paging/page.ts';
import { shownResources } from '../../access/roles/resource-rights.ts';
import { firstFoundFirst, type AgentReach, type AgentRow, type AgentStore } from './agent-store.ts';

type AgentUser = UserPrincipal | EmbedPrincipal | DataPrincipal;

/** Finds the agents that callers may use. */
export type AgentService = ReturnType<typeof createAgentService>;

/** What the parts of the service work with. */
interface AgentNeeds {
  readonly store: AgentStore;
  readonly isAllowed: (tenantId: number) => Promise<boolean>;
}

/** Makes the service of agents. `isAllowed` says whether the account lets its viewers use AI. */
export function createAgentService({
  store,
  isAllowed,
}: {
  readonly store: AgentStore;
  isAllowed(tenantId: number): Promise<boolean>;
}) {
  return bindFirst({ store, isAllowed }, { getReach, checkUse, mayUse, list, get, getAutomatic });
}

/** @throws `ai_not_allowed`, `forbidden` */
async function getReach(
  needs: Pick<AgentNeeds, 'isAllowed'>,
  actor: AgentUser,
  deploymentId: number,
): Promise<AgentReach> {
  const reach = await findReach(needs, actor, deploymentId);
  if (reach instanceof Refusal) throw reach;
  return reach;
}

/** @throws `ai_not_allowed`, `forbidden` */
async function checkUse(
  needs: Pick<AgentNeeds, 'isAllowed'>,
  actor: AgentUser,
  deploymentId: number,
  { id, spaceId }: Pick<AgentRow, 'id' | 'spaceId'>,
): Promise<void> {
  const { agentIds, spaceIds } = await getReach(needs, actor, deploymentId);
  const isOfSpace = spaceId !== null && (spaceIds?.includes(String(spaceId)) ?? true);
  if (agentIds === null || agentIds.includes(String(id)) || isOfSpace) return;
  throw refuse('forbidden', { reason: 'No role of yours names this agent' });
}

/** Whether the caller may ask any agent of the deployment. */
async function mayUse(
  needs: Pick<AgentNeeds, 'isAllowed'>,
  actor: AgentUser,
  deploymentId: number,
): Promise<boolean> {
  return !((await findReach(needs, actor, deploymentId)) instanceof Refusal);
}

/** @throws `ai_not_allowed`, `forbidden`, `invalid_cursor` */
async function list(
  needs: AgentNeeds,
  actor: AgentUser,
  deploymentId: number,
  request: OperationTypes['getAgents']['query'],
  memoryModeOf: (row: AgentRow) => MemoryMode,
): Promise<AgentsListResponse> {
  const reach = await getReach(needs, actor, deploymentId);
  const { rows, pageInfo } = await readPage(request, firstFoundFirst, (range) =>
    needs.store.list(deploymentId, reach, range),
  );
  return { items: rows.map((row) => ({ ...toAgent(row), memoryMode: memoryModeOf(row) })), pageInfo };
}

/** @throws `agent_not_found` */
async function get(
  { store }: Pick<AgentNeeds, 'store'>,
  deploymentId: number,
  id: number,
): Promise<AgentRow> {
  const row = await store.find(deploymentId, id);
  if (!row) throw refuse('agent_not_found', { id });
  return row;
}

async function getAutomatic({ store }: Pick<AgentNeeds, 'store'>, deploymentId: number): Promise<AgentRow> {
  const row = await store.findAutomatic(deploymentId);
  if (!row) throw new Error(`The deployment ${deploymentId} has no automatic agent`);
  return row;
}

/** The agents that a caller may use; without any, why. */
async function findReach(
  { isAllowed }: Pick<AgentNeeds, 'isAllowed'>,
  actor: AgentUser,
  deploymentId: number,
): Promise<AgentReach | Refusal> {
  if (actor.kind === 'user') {
    if (may(actor, 'DeploymentAgentRead', { deploymentId })) return EVERY_AGENT;
    const { rights } = actor;
    const [agentIds, spaceIds] = [shownResources(rights, 'Agent'), shownResources(rights, 'AgentSpace')];
    const isEmpty = agentIds?.length === 0 && spaceIds?.length === 0;
    return isEmpty
      ? refuse('forbidden', { reason: 'This needs the permission DeploymentAgentRead' })
      : { agentIds, spaceIds };
  }
  // A data token forbids what the session has forbidden that it was made with.
  const isOfSession = actor.kind === 'data' ? (actor.claims.viewer?.embed?.allowsAi ?? true) : actor.allowsAi;
  return isOfSession && (await isAllowed(actor.tenantId)) ? EVERY_AGENT : refuse('ai_not_allowed');
}

const EVERY_AGENT: AgentReach = { agentIds: null, spaceIds: null };

function toAgent({ spaceId, spaceName, ...row }: AgentRow): Omit<Agent, 'memoryMode'> {
  return {
    ...row,
    space: spaceId === null || spaceName === null ? null : { id: spaceId, name: spaceName },
  };
}
