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

/** Makes the handlers of agents, of what they remember, and of threads. */
export function createAgentRoutes({
  agents,
  threads,
  memories,
  endpoints,
  configurations,
  agentStore,
  getAccountName,
}: {
  readonly agents: AgentService;
  readonly threads: ThreadService;
  readonly memories: MemoryService;
  readonly endpoints: ModelEndpoints;
  readonly configurations: ConfigurationSource;
  readonly agentStore: AgentStore;
  getAccountName(tenantId: number): Promise<string>;
}): Handlers<typeof agentOperations & typeof agentMemoryOperations & typeof chatThreadOperations> {
  /** @throws `agent_not_found`, `ai_not_allowed`, `forbidden` */
  const rememberingAgent = async (
    actor: UserPrincipal | EmbedPrincipal,
    deployment: DeploymentRef,
    agentId: number,
  ): Promise<Remembering> => {
    const { configuration } = await configurations.read(deployment);
    const agent = await agents.get(deployment.id, agentId);
    await agents.checkUse(actor, deployment.id, agent);
    return { agent, mode: memoryModeOf(configuration, agent) };
  };
  return {
    async getAgents({ principal, deployment, query }) {
      // The records are in line with the configuration then.
      const { configuration } = await configurations.read(deployment);
      return agents.list(userOrViewerOf(principal), deployment.id, query, (row) =>
        memoryModeOf(configuration, row),
      );
    },
    async getAgentMemories({ principal, deployment, params }) {
      const actor = userOrViewerOf(principal);
      return memories.list(actor, await rememberingAgent(actor, deployment, params.agentId));
    },
    async createAgentMemory({ principal, deployment, params, body }) {
      const actor = userOrViewerOf(principal);
      return memories.create(actor, await rememberingAgent(actor, deployment, params.agentId), body);
    },
    async deleteAgentMemory({ principal, deployment, params }) {
      const actor = userOrViewerOf(principal);
      const remembering = await rememberingAgent(actor, deployment, params.agentId);
      await memories.remove(actor, remembering, params.memoryId);
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
      const shown = shownThreads(reader, deployment.id);
      const resources = shown === null ? ['All'] : [...shown];
      return {
        accountName: await getAccountName(principal.tenantId),
        isAvailable: endpoint !== undefined,
        hasCertifiedQueries: configuration.certifiedQueries.length > 0,
        mayAsk: await agents.mayUse(reader, deployment.id),
        chatThreadPolicies:
          resources.length > 0
            ? [{ actions: ['ChatThreadRead'], effect: 'allow', resourceType: 'ChatThread', resources }]
            : [],
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
