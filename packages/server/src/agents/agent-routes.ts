import {
  limits,
  type agentMemoryOperations,
  type agentOperations,
  type chatThreadOperations,
} from '@oriel/contract';
import { cutText } from '../cut-text.ts';
import { userOrViewerOf, type EmbedPrincipal, type UserPrincipal } from '../access/principal.ts';
import { may } from '../access/may.ts';
import type { DeploymentRef, Handlers } from '../http/handler.ts';
import { memoryModeOf, suggestionsOf } from './configuration/configured-agent.ts';
import type { ConfigurationSource } from './configuration/configuration-source.ts';
import type { AgentStore } from './configuration/agent-store.ts';
import type { AgentService } from './configuration/agent-service.ts';
import type { ModelEndpoints } from './endpoint/model-endpoints.ts';
import type { MemoryService, Remembering } from './memories/memory-service.ts';
import { shownThreads } from './threads/shown-threads.ts';
import {
  mayFindReaders,
  mayShareThreads,
  threadScopesOf,
  type ThreadService,
} from './threads/thread-service.ts';

/** Entries of a list that are told. */
const MAX_SUGGESTIONS = 100;

/** What the handlers of agents work with. */
interface AgentRoutesNeeds {
  readonly agents: AgentService;
  readonly threads: ThreadService;
  readonly memories: MemoryService;
  readonly endpoints: ModelEndpoints;
  readonly configurations: ConfigurationSource;
  readonly agentStore: AgentStore;
  getAccountName(tenantId: number): Promise<string>;
}

/** Makes the handlers of agents, of what they remember, and of threads. */
export function createAgentRoutes(
  needs: AgentRoutesNeeds,
): Handlers<typeof agentOperations & typeof agentMemoryOperations & typeof chatThreadOperations> {
  return { ...agentHandlers(needs), ...memoryHandlers(needs), ...threadHandlers(needs) };
}

function agentHandlers({
  agents,
  endpoints,
  configurations,
  agentStore,
  getAccountName,
}: Omit<AgentRoutesNeeds, 'threads' | 'memories'>): Handlers<typeof agentOperations> {
  return {
    async getAgents({ principal, deployment, query }) {
      // The records are in line with the configuration then.
      const { configuration } = await configurations.read(deployment);
      return agents.list(userOrViewerOf(principal), deployment.id, query, (row) =>
        memoryModeOf(configuration, row),
      );
    },
    async getAgentSuggestions({ principal, deployment }) {
      const reach = await agents.getReach(userOrViewerOf(principal), deployment.id);
      const { configuration } = await configurations.read(deployment);
      const rows = await agentStore.listAll(deployment.id, reach);
      const items = rows.flatMap((row) => suggestionsOf(configuration, row));
      return { items: items.slice(0, MAX_SUGGESTIONS) };
    },
    async getAIEngineerSettings({ principal, deployment }) {
      const { endpoint } = await endpoints.find(principal.tenantId);
      const { problems, configuration } = await configurations.read(deployment);
      const reader = userOrViewerOf(principal);
      const mayRead = may(principal, 'SchemaRead', { deploymentId: deployment.id });
      return {
        accountName: await getAccountName(principal.tenantId),
        isAvailable: endpoint !== undefined,
        hasCertifiedQueries: configuration.certifiedQueries.length > 0,
        mayAsk: await agents.mayUse(reader, deployment.id),
        chatThreadPolicies: threadPoliciesOf(shownThreads(reader, deployment.id)),
        threadScopes: threadScopesOf(reader, deployment.id),
        mayShareThreads: mayShareThreads(reader),
        mayFindReaders: mayFindReaders(reader),
        agentsConfigCredentials: { folder: 'agents', branch: deployment.deployBranch },
        deployBranchName: deployment.deployBranch,
        issues: mayRead
          ? problems
              .slice(0, limits.MAX_ISSUES)
              .map((problem) => ({ ...problem, message: cutText(problem.message, limits.MAX_TEXT_LENGTH) }))
          : [],
      };
    },
  };
}

/** Which threads a person may read, as the console asks it. */
function threadPoliciesOf(shown: readonly string[] | null) {
  const resources = shown === null ? ['All'] : [...shown];
  return resources.length > 0
    ? [
        {
          actions: ['ChatThreadRead' as const],
          effect: 'allow' as const,
          resourceType: 'ChatThread' as const,
          resources,
        },
      ]
    : [];
}

function memoryHandlers(
  needs: Pick<AgentRoutesNeeds, 'agents' | 'configurations' | 'memories'>,
): Handlers<typeof agentMemoryOperations> {
  return {
    async getAgentMemories({ principal, deployment, params }) {
      const actor = userOrViewerOf(principal);
      return needs.memories.list(actor, await rememberingAgent(needs, actor, deployment, params.agentId));
    },
    async createAgentMemory({ principal, deployment, params, body }) {
      const actor = userOrViewerOf(principal);
      return needs.memories.create(
        actor,
        await rememberingAgent(needs, actor, deployment, params.agentId),
        body,
      );
    },
    async deleteAgentMemory({ principal, deployment, params }) {
      const actor = userOrViewerOf(principal);
      const remembering = await rememberingAgent(needs, actor, deployment, params.agentId);
      await needs.memories.remove(actor, remembering, params.memoryId);
    },
  };
}

/** @throws `agent_not_found`, `ai_not_allowed`, `forbidden` */
async function rememberingAgent(
  { agents, configurations }: Pick<AgentRoutesNeeds, 'agents' | 'configurations'>,
  actor: UserPrincipal | EmbedPrincipal,
  deployment: DeploymentRef,
  agentId: number,
): Promise<Remembering> {
  const { configuration } = await configurations.read(deployment);
  const agent = await agents.get(deployment.id, agentId);
  await agents.checkUse(actor, deployment.id, agent);
  return { agent, mode: memoryModeOf(configuration, agent) };
}

function threadHandlers({
  threads,
}: Pick<AgentRoutesNeeds, 'threads'>): Handlers<typeof chatThreadOperations> {
  return {
    getChatThreads: ({ principal, deployment, query }) =>
      threads.list(userOrViewerOf(principal), deployment.id, query),
    getChatThread: ({ principal, deployment, params }) =>
      threads.get(userOrViewerOf(principal), deployment.id, params.chatThreadId),
    updateChatThread: ({ principal, deployment, params, body }) =>
      threads.rename(userOrViewerOf(principal), deployment.id, params.chatThreadId, body.title),
    deleteChatThread: ({ principal, deployment, params }) =>
      threads.remove(userOrViewerOf(principal), deployment.id, params.chatThreadId),
    getChatThreadAccess: ({ principal, deployment, params }) =>
      threads.getAccess(userOrViewerOf(principal), deployment.id, params.chatThreadId),
    updateChatThreadAccess: ({ principal, deployment, params, body }) =>
      threads.setAccess(userOrViewerOf(principal), deployment.id, params.chatThreadId, body),
  };
}
