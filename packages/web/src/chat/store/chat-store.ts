import type { Agent, AgentSuggestion, ChatDashboard, ChatFrame, ChatThread } from '@oriel/contract';
import type { ChatClient, TurnRequest } from '../../chat-client/chat-client.ts';
import { problemFrom } from './chat-problems.ts';
import { applyFrame, turnsOf, type ChatProblem, type Turn } from '../../chat-client/chat-turns.ts';
import { createMemoryList, type MemoryList } from './memory-list.ts';
import { createThreadList, type ThreadList } from './thread-list.ts';
import { linesOfTurn } from './turn-lines.ts';

/** What the chat shows. */
export interface ChatState {
  readonly chatId: string | undefined;
  readonly turns: readonly Turn[];
  readonly status: 'idle' | 'loading' | 'streaming';
  /** Questions that wait for the answer before them. */
  readonly queue: readonly string[];
  /** The question that is being written. */
  readonly draft: string;
  /** What is known of the thread that is shown; undefined while that is read. */
  readonly thread: ChatThread | undefined;
  /** The agents that the viewer may ask; undefined while they are not known. */
  readonly agents: readonly Agent[] | undefined;
  /** The agent that answers in a new chat; undefined for the first one. */
  readonly agentId: number | undefined;
  readonly suggestions: readonly AgentSuggestion[];
  /** Why the thread or the list could not be read. */
  readonly problem: ChatProblem | undefined;
}

/** A question around which the host is told. */
export interface AskedQuestion {
  readonly query: string;
  readonly status: 'submitted' | 'completed' | 'error';
  readonly chatId?: string;
  readonly agentId?: string;
}

export interface ChatStoreOptions {
  readonly client: ChatClient;
  /** The zone of dates, and the dashboard beside which it stands, when a question is asked. */
  surroundings?(): { timezone?: string | undefined; dashboard?: ChatDashboard | undefined };
  onQuestion?(question: AskedQuestion): void;
  /** Called once for each tool that has answered while this page was there. */
  onToolResult?(name: string, result: unknown): void;
  /** Milliseconds before each try to join a turn that has broken off; a test sets them. */
  readonly pauses?: readonly number[];
}

/** Holds one chat: its thread, the turn that runs, and what is asked next. */
export interface ChatStore {
  /** The threads that can be opened. */
  readonly history: ThreadList;
  /** What an agent remembers: one list for each. */
  memoriesOf(agentId: number): MemoryList;
  state(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Loads agents and suggestions. */
  start(): void;
  /** Has an agent answer in the next chat that is begun. */
  chooseAgent(agentId: number): void;
  /** Asks; while a turn runs the question waits for it. */
  ask(question: string): void;
  unqueue(index: number): void;
  /** Sets the question that is being written. */
  write(draft: string): void;
  /** Stops the turn that runs. */
  abort(): void;
  /** Asks the last question again, or goes on with a turn that was suspended. */
  retry(): void;
  newChat(): void;
  /** Reads the list of threads, and the thread that is shown, anew. */
  refresh(): void;
  open(chatId: string): Promise<void>;
  /** Renames the thread that is shown. @throws what the client throws */
  rename(title: string): Promise<void>;
  /** Deletes a thread. @throws what the client throws */
  remove(chatId: string): Promise<void>;
}

const EMPTY: ChatState = {
  chatId: undefined,
  turns: [],
  status: 'idle',
  queue: [],
  draft: '',
  thread: undefined,
  agents: undefined,
  agentId: undefined,
  suggestions: [],
  problem: undefined,
};

/** Makes the store of a chat that is empty. */
export function createChatStore({
  client,
  surroundings,
  onQuestion,
  onToolResult,
  pauses,
}: ChatStoreOptions): ChatStore {
  const listeners = new Set<() => void>();
  let state = EMPTY;
  let frames: readonly ChatFrame[] = [];
  /** Of the turn or the thread that is shown; another one is a number further. */
  let running = new AbortController();
  const told = new Set<string>();
  /** The turn was stopped before the server had said of which thread it is. */
  let isStopWanted = false;
  /** The thread has questions that are not shown. */
  let isBehind = false;
  const history = createThreadList(client);
  const memories = new Map<number, MemoryList>();

  const set = (changes: Partial<ChatState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const setFrames = (next: readonly ChatFrame[]) => {
    frames = next;
    set({ turns: turnsOf(frames) });
  };
  const tellResult = ({ id, toolCall }: ChatFrame) => {
    if (id === undefined || toolCall?.result === undefined || told.has(id)) return;
    told.add(id);
    onToolResult?.(toolCall.name, JSON.parse(toolCall.result) as unknown);
    if (toolCall.name === 'remember' || toolCall.name === 'forget')
      for (const list of memories.values()) void list.load();
  };
  const take = (frame: ChatFrame) => {
    const { chatId } = frame.state ?? {};
    if (typeof chatId === 'string' && state.chatId === undefined) {
      set({ chatId });
      if (isStopWanted) stop(chatId);
      void findThread(chatId);
    }
    tellResult(frame);
    setFrames(applyFrame(frames, frame));
    if (missesQuestions(frames, frame)) isBehind = true;
  };
  /** Reads what was asked elsewhere in the thread, such as in another tab. */
  const catchUp = async (signal: AbortSignal) => {
    const { chatId } = state;
    if (!isBehind || chatId === undefined) return;
    isBehind = false;
    // What is shown stays, where it cannot be read.
    const read = await client.getThread(chatId).catch(() => undefined);
    if (!read || signal.aborted) return;
    for (const { id } of read.messages) if (id !== undefined) told.add(id);
    setFrames(read.messages);
  };
  const tell = (query: string, status: AskedQuestion['status']) => {
    const agentId = answeringAgent(state);
    onQuestion?.({
      query,
      status,
      ...(state.chatId !== undefined && { chatId: state.chatId }),
      ...(agentId !== undefined && { agentId: String(agentId) }),
    });
  };

  const stop = (chatId: string) => {
    isStopWanted = false;
    client.abort(answeringAgent(state), chatId).catch(() => undefined);
  };

  /** Lets go of what is shown; a turn that runs goes on at the server. */
  const leave = () => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };

  const linesOf = (request: TurnRequest, signal: AbortSignal) =>
    linesOfTurn({ client, agentId: answeringAgent(state), request, signal, pauses });

  const run = async (question: string, messageId: string) => {
    const { signal } = running;
    isStopWanted = false;
    // The agent that begins a thread answers in it, also when another is the first of the list later.
    if (state.chatId === undefined) set({ agentId: answeringAgent(state) });
    set({ status: 'streaming', problem: undefined });
    // What an earlier try has left behind is no part of the turn any more.
    setFrames(
      applyFrame(withoutProblem(frames, messageId), { id: messageId, role: 'user', content: question }),
    );
    tell(question, 'submitted');
    const request = { input: question, chatId: state.chatId, messageId, ...surroundings?.() };
    try {
      for await (const frame of linesOf(request, signal)) {
        if (signal.aborted) return;
        take(frame);
      }
    } catch (error) {
      if (signal.aborted) return;
      take(failureOf(error));
    }
    await catchUp(signal);
    if (!signal.aborted) settle(question);
  };
  const settle = (question: string) => {
    const last = state.turns.at(-1);
    set({ status: 'idle' });
    const isAnswered = last?.answer !== undefined && !last.problem;
    tell(question, isAnswered ? 'completed' : 'error');
    history.refresh();
    askNext();
  };
  /** Asks what waits for the answer, where that has come. */
  const askNext = () => {
    const last = state.turns.at(-1);
    if (last?.answer && !last.problem) askFirst();
  };
  const askFirst = () => {
    const [next, ...rest] = state.queue;
    if (next === undefined) return;
    set({ queue: rest });
    void run(next, makeMessageId());
  };
  /** What the list says of a thread that was begun here: its title. */
  const findThread = async (chatId: string) => {
    const { threads } = await client
      .listThreads({ scope: 'own', search: chatId })
      // One can ask without it.
      .catch(() => ({ threads: [] }));
    if (state.chatId === chatId && !state.thread) set({ thread: threads.find(({ id }) => id === chatId) });
  };

  return {
    history,
    memoriesOf(agentId) {
      const list = memories.get(agentId) ?? createMemoryList(client, agentId);
      memories.set(agentId, list);
      return list;
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      client.listAgents().then(
        (agents) => set({ agents }),
        // The server refuses an agent that may not be asked.
        () => undefined,
      );
      client.listSuggestions().then(
        (suggestions) => set({ suggestions }),
        () => undefined,
      );
    },
    chooseAgent: (agentId) => set({ agentId }),
    ask(question) {
      const text = question.trim();
      if (text === '') return;
      set({ queue: [...state.queue, text] });
      // Those that a failure has left waiting were asked before this one.
      if (state.status === 'idle') askFirst();
    },
    write: (draft) => set({ draft }),
    unqueue: (index) => set({ queue: state.queue.filter((_, each) => each !== index) }),
    abort() {
      if (state.chatId !== undefined) stop(state.chatId);
      else isStopWanted = state.status === 'streaming';
    },
    retry() {
      const last = state.turns.at(-1);
      if (!last || state.status !== 'idle') return;
      // A turn that the page has lost sight of may be answered meanwhile: the same message asks once.
      const isSame = last.problem?.kind === 'suspended' || last.problem?.code === 'unreachable';
      if (!isSame)
        frames = frames.slice(
          0,
          frames.findIndex(({ id }) => id === last.id),
        );
      void run(last.question, isSame ? last.id : makeMessageId());
    },
    newChat() {
      leave();
      frames = [];
      set({
        chatId: undefined,
        thread: undefined,
        turns: [],
        status: 'idle',
        queue: [],
        problem: undefined,
      });
    },
    refresh() {
      history.refresh();
      if (state.chatId !== undefined && state.status === 'idle') void this.open(state.chatId);
    },
    async open(chatId) {
      const signal = leave();
      frames = [];
      set({ chatId, thread: undefined, turns: [], status: 'loading', queue: [], problem: undefined });
      try {
        const { messages, ...thread } = await client.getThread(chatId);
        if (signal.aborted) return;
        // Only its owner is told how a turn goes on.
        const isStreaming = thread.isStreaming && thread.isOwn;
        for (const { id } of messages) if (id !== undefined) told.add(id);
        setFrames(messages);
        set({ thread, status: isStreaming ? 'streaming' : 'idle' });
        if (isStreaming) await follow(chatId, signal);
      } catch (error) {
        if (!signal.aborted) set({ status: 'idle', problem: problemFrom(error) });
      }
    },
    async rename(title) {
      if (state.chatId === undefined) return;
      const thread = await client.renameThread(state.chatId, title);
      if (state.chatId === thread.id) set({ thread });
      history.refresh();
    },
    async remove(chatId) {
      await client.deleteThread(chatId);
      if (state.chatId === chatId) this.newChat();
      await history.load();
    },
  };

  /** Joins a turn that was begun elsewhere. */
  async function follow(chatId: string, signal: AbortSignal): Promise<void> {
    for await (const frame of linesOf({ chatId }, signal)) {
      if (signal.aborted) return;
      take(frame);
    }
    await catchUp(signal);
    if (signal.aborted) return;
    set({ status: 'idle' });
    askNext();
  }
}

/** Whether the snapshot of a thread has questions that are not among the lines. */
function missesQuestions(frames: readonly ChatFrame[], { id, state }: ChatFrame): boolean {
  if (id !== '__state__') return false;
  const known = new Set(frames.map((frame) => frame.id));
  // The server has written it.
  const messages = (state?.['messages'] ?? []) as readonly ChatFrame[];
  return messages.some((message) => message.role === 'user' && !known.has(message.id));
}

/** The turns before keep what they have ended with. */
function withoutProblem(frames: readonly ChatFrame[], messageId: string): readonly ChatFrame[] {
  const start = frames.findIndex(({ id }) => id === messageId);
  return frames.filter(
    ({ type, error }, index) => start === -1 || index < start || (type !== 'suspend' && error === undefined),
  );
}

let lastMessageMs = 0;

/** An id that the server takes as the same message when it is sent again; no two messages have the same. */
function makeMessageId(): string {
  lastMessageMs = Math.max(Date.now(), lastMessageMs + 1);
  return `${lastMessageMs}-message`;
}

/** The agent that answers in what is shown; undefined while it is not known, which is the automatic one. */
export function answeringAgent({
  thread,
  chatId,
  agentId,
  agents,
}: Pick<ChatState, 'thread' | 'chatId' | 'agentId' | 'agents'>): number | undefined {
  if (thread) return thread.agentId;
  return agentId ?? (chatId === undefined ? agents?.[0]?.id : undefined);
}

function failureOf(error: unknown): ChatFrame {
  const { message, code, params } = problemFrom(error);
  return { error: message, ...(code !== undefined && { code }), ...(params && { params }) };
}
