import type {
  AgentSuggestion,
  AIEngineerSettings,
  ChatDashboard,
  ChatFrame,
  ChatThread,
  ChatThreadDetails,
} from '@oriel/contract';
import { readLines } from './read-lines.ts';

/** What a turn is begun with. */
export interface TurnRequest {
  readonly input?: string;
  readonly chatId?: string | undefined;
  readonly messageId?: string;
  readonly timezone?: string | undefined;
  readonly dashboard?: ChatDashboard | undefined;
}

/** The chat of a deployment, as one viewer has it. */
export interface ChatClient {
  /** The lines of a turn, until it is over. @throws {@link ChatRefused} */
  stream(turn: TurnRequest, signal: AbortSignal): AsyncGenerator<ChatFrame>;
  abort(chatId: string): Promise<void>;
  listThreads(): Promise<readonly ChatThread[]>;
  getThread(chatId: string): Promise<ChatThreadDetails>;
  deleteThread(chatId: string): Promise<void>;
  listSuggestions(): Promise<readonly AgentSuggestion[]>;
}

/** The server refuses; `message` is its sentence. */
export class ChatRefused extends Error {
  override readonly name = 'ChatRefused';
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface ChatClientOptions {
  readonly deploymentId: number;
  /** Of the account, and of the agent that is asked; without one it is the automatic one. */
  readonly accountName: string;
  readonly agentId?: number | undefined;
  /** As `fetch`, with the right of the viewer. */
  readonly fetch: typeof fetch;
}

const THREADS_OF_LIST = 50;

/** Makes the client. */
export function createChatClient({
  deploymentId,
  accountName,
  agentId,
  fetch,
}: ChatClientOptions): ChatClient {
  const ofDeployment = `/api/v1/deployments/${deploymentId}`;
  const place = agentId === undefined ? `deployments/${deploymentId}` : `agents/${agentId}`;
  const chat = `/api/v1/public/${encodeURIComponent(accountName)}/${place}/chat`;
  const send = async (path: string, init: RequestInit = {}) => checked(await fetch(path, init));
  const read = async <T>(path: string) => (await (await send(path)).json()) as T;
  const thread = (chatId: string) => `${ofDeployment}/chat-threads/${encodeURIComponent(chatId)}`;
  return {
    async *stream(turn, signal) {
      const response = await send(`${chat}/stream-chat-state`, { ...post(turn), signal });
      yield* readLines<ChatFrame>(response);
    },
    async abort(chatId) {
      await send(`${chat}/abort`, post({ chatId }));
    },
    listThreads: async () =>
      (await read<{ items: ChatThread[] }>(`${ofDeployment}/chat-threads?first=${THREADS_OF_LIST}`)).items,
    getThread: (chatId) => read(thread(chatId)),
    async deleteThread(chatId) {
      await send(thread(chatId), { method: 'DELETE' });
    },
    listSuggestions: async () =>
      (await read<{ items: AgentSuggestion[] }>(`${ofDeployment}/agent-suggestions`)).items,
  };
}

/** What the chat of a deployment works with. @throws {@link ChatRefused} */
export async function loadChatSettings(
  deploymentId: number,
  request: typeof fetch,
): Promise<AIEngineerSettings> {
  const answer = await checked(await request(`/api/v1/deployments/${deploymentId}/ai-engineer-settings`));
  return (await answer.json()) as AIEngineerSettings;
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** @throws {@link ChatRefused} */
async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new ChatRefused(answer.status, said.code, said.message ?? `The server answered ${answer.status}`);
}
