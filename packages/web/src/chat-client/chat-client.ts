import { createClient } from '@oriel/client';
import type {
  Agent,
  AgentMemoriesResponse,
  AgentMemory,
  AgentSuggestion,
  AIEngineerSettings,
  ChatDashboard,
  ChatFrame,
  ChatThread,
  ChatThreadDetails,
} from '@oriel/contract';
import { watchedFetch } from '../query/server-watch.ts';

/** What a turn is begun with. */
export interface TurnRequest {
  readonly input?: string;
  readonly chatId?: string | undefined;
  readonly messageId?: string;
  readonly timezone?: string | undefined;
  readonly dashboard?: ChatDashboard | undefined;
}

/** A text that an agent is to remember. */
export type NewMemory = Pick<AgentMemory, 'text' | 'isShared'>;

/** A list of threads that may be asked for. */
export type ThreadScope = AIEngineerSettings['threadScopes'][number];

/** Which threads are listed. */
export interface ThreadsRequest {
  readonly scope: ThreadScope;
  /** A part of the title, or the id of a thread; empty for all. */
  readonly search: string;
  /** Where the page before has ended. */
  readonly after?: string | undefined;
}

/** A page of a list of threads. */
export interface ThreadsPage {
  readonly threads: readonly ChatThread[];
  /** Where it has ended; undefined where nothing follows. */
  readonly end: string | undefined;
}

/**
 * The chat of a deployment, as one viewer has it. What it throws is an `ApiError`, or that of `fetch` where the server
 * cannot be reached or goes silent. Where no agent is named it is the automatic one of the deployment.
 */
export interface ChatClient {
  /** The lines of a turn, until it is over. */
  stream(agentId: number | undefined, turn: TurnRequest, signal: AbortSignal): AsyncGenerator<ChatFrame>;
  abort(agentId: number | undefined, chatId: string): Promise<void>;
  listThreads(request: ThreadsRequest, signal?: AbortSignal): Promise<ThreadsPage>;
  getThread(chatId: string): Promise<ChatThreadDetails>;
  renameThread(chatId: string, title: string): Promise<ChatThread>;
  deleteThread(chatId: string): Promise<void>;
  /** All of them: who is not among them does not answer any more. */
  listAgents(): Promise<readonly Agent[]>;
  listSuggestions(): Promise<readonly AgentSuggestion[]>;
  /** What an agent remembers for the viewer and for everybody. */
  listMemories(agentId: number): Promise<AgentMemoriesResponse>;
  remember(agentId: number, memory: NewMemory): Promise<AgentMemory>;
  forget(agentId: number, memoryId: number): Promise<void>;
}

interface ChatClientOptions {
  readonly deploymentId: number;
  readonly accountName: string;
  /** As `fetch`, with the right of the viewer. */
  readonly fetch: typeof fetch;
}

const THREADS_OF_PAGE = 50;
const AGENTS_OF_PAGE = 100;

/** Makes the client. */
export function createChatClient({ deploymentId, accountName, fetch }: ChatClientOptions): ChatClient {
  const client = clientOf(fetch);
  const params = { deploymentId };
  const ofThread = (chatThreadId: string) => ({ ...params, chatThreadId });
  const chat = { deploymentId, accountName };
  return {
    stream: (agentId, body, signal) =>
      agentId === undefined
        ? client.lines('streamDeploymentChat', { params: chat, body, signal })
        : client.lines('streamAgentChat', { params: { agentId, accountName }, body, signal }),
    abort: (agentId, chatId) =>
      agentId === undefined
        ? client.call('abortDeploymentChat', { params: chat, body: { chatId } })
        : client.call('abortAgentChat', { params: { agentId, accountName }, body: { chatId } }),
    async listThreads({ scope, search, after }, signal) {
      const { items, pageInfo } = await client.call('getChatThreads', {
        params,
        query: {
          first: THREADS_OF_PAGE,
          scope,
          ...(search !== '' && { search }),
          ...(after !== undefined && { after }),
        },
        ...(signal && { signal }),
      });
      return { threads: items, end: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined };
    },
    getThread: (chatId) => client.call('getChatThread', { params: ofThread(chatId) }),
    renameThread: (chatId, title) =>
      client.call('updateChatThread', { params: ofThread(chatId), body: { title } }),
    deleteThread: (chatId) => client.call('deleteChatThread', { params: ofThread(chatId) }),
    async listAgents() {
      const agents: Agent[] = [];
      for (let after: string | undefined; ;) {
        const query = { first: AGENTS_OF_PAGE, ...(after !== undefined && { after }) };
        const { items, pageInfo } = await client.call('getAgents', { params, query });
        agents.push(...items);
        after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
        if (after === undefined) return agents;
      }
    },
    listMemories: (agentId) => client.call('getAgentMemories', { params: { ...params, agentId } }),
    remember: (agentId, body) => client.call('createAgentMemory', { params: { ...params, agentId }, body }),
    forget: (agentId, memoryId) =>
      client.call('deleteAgentMemory', { params: { ...params, agentId, memoryId } }),
    listSuggestions: async () => (await client.call('getAgentSuggestions', { params })).items,
  };
}

/** What the chat of a deployment works with. @throws `ApiError` */
export function loadChatSettings(deploymentId: number, request: typeof fetch): Promise<AIEngineerSettings> {
  return clientOf(request).call('getAIEngineerSettings', { params: { deploymentId } });
}

/** The session asks again by itself, with a new token. */
const clientOf = (request: typeof fetch) =>
  createClient({ baseUrl: '', fetch: watchedFetch(request), retry: false });
