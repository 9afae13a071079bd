import { createClient } from '@oriel/client';
import type {
  AgentSuggestion,
  AIEngineerSettings,
  ChatDashboard,
  ChatFrame,
  ChatThread,
  ChatThreadDetails,
} from '@oriel/contract';

/** What a turn is begun with. */
export interface TurnRequest {
  readonly input?: string;
  readonly chatId?: string | undefined;
  readonly messageId?: string;
  readonly timezone?: string | undefined;
  readonly dashboard?: ChatDashboard | undefined;
}

/** The chat of a deployment, as one viewer has it. What it throws is an `ApiError`, or that of `fetch` where the server cannot be reached. */
export interface ChatClient {
  /** The lines of a turn, until it is over. */
  stream(turn: TurnRequest, signal: AbortSignal): AsyncGenerator<ChatFrame>;
  abort(chatId: string): Promise<void>;
  listThreads(): Promise<readonly ChatThread[]>;
  getThread(chatId: string): Promise<ChatThreadDetails>;
  deleteThread(chatId: string): Promise<void>;
  listSuggestions(): Promise<readonly AgentSuggestion[]>;
}

export interface ChatClientOptions {
  readonly deploymentId: number;
  readonly accountName: string;
  /** As `fetch`, with the right of the viewer. */
  readonly fetch: typeof fetch;
}

const THREADS_OF_LIST = 50;

/** Makes the client; the automatic agent of the deployment answers. */
export function createChatClient({ deploymentId, accountName, fetch }: ChatClientOptions): ChatClient {
  const client = clientOf(fetch);
  const params = { deploymentId };
  const chat = { deploymentId, accountName };
  return {
    stream: (body, signal) => client.lines('streamDeploymentChat', { params: chat, body, signal }),
    abort: (chatId) => client.call('abortDeploymentChat', { params: chat, body: { chatId } }),
    listThreads: async () =>
      (await client.call('getChatThreads', { params, query: { first: THREADS_OF_LIST } })).items,
    getThread: (chatThreadId) => client.call('getChatThread', { params: { ...params, chatThreadId } }),
    deleteThread: (chatThreadId) => client.call('deleteChatThread', { params: { ...params, chatThreadId } }),
    listSuggestions: async () => (await client.call('getAgentSuggestions', { params })).items,
  };
}

/** What the chat of a deployment works with. @throws `ApiError` */
export function loadChatSettings(deploymentId: number, request: typeof fetch): Promise<AIEngineerSettings> {
  return clientOf(request).call('getAIEngineerSettings', { params: { deploymentId } });
}

/** The session asks again by itself, with a new token. */
const clientOf = (request: typeof fetch) => createClient({ baseUrl: '', fetch: request, retry: false });
