import { ApiError } from '@oriel/client';
import type { AgentSuggestion, ChatDashboard, ChatFrame, ChatThread } from '@oriel/contract';
import type { ChatClient } from './chat-client.ts';
import { applyFrame, turnsOf, type Turn } from './chat-turns.ts';

/** What the chat shows. */
export interface ChatState {
  readonly chatId: string | undefined;
  readonly turns: readonly Turn[];
  readonly status: 'idle' | 'loading' | 'streaming';
  /** Questions that wait for the answer before them. */
  readonly queue: readonly string[];
  readonly threads: readonly ChatThread[];
  readonly suggestions: readonly AgentSuggestion[];
  /** Why the thread or the list could not be read. */
  readonly problem: 'unreachable' | 'refused' | undefined;
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
}

/** Holds one chat: its thread, the turn that runs, and what is asked next. */
export interface ChatStore {
  state(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Loads suggestions and the list of threads. */
  start(): void;
  /** Asks; while a turn runs the question waits for it. */
  ask(question: string): void;
  unqueue(index: number): void;
  /** Stops the turn that runs. */
  abort(): void;
  /** Asks the last question again, or goes on with a turn that was suspended. */
  retry(): void;
  newChat(): void;
  /** Reads the list of threads, and the thread that is shown, anew. */
  refresh(): void;
  open(chatId: string): Promise<void>;
  remove(chatId: string): Promise<void>;
}

const EMPTY: ChatState = {
  chatId: undefined,
  turns: [],
  status: 'idle',
  queue: [],
  threads: [],
  suggestions: [],
  problem: undefined,
};

/** Makes the store of a chat that is empty. */
export function createChatStore({
  client,
  surroundings,
  onQuestion,
  onToolResult,
}: ChatStoreOptions): ChatStore {
  const listeners = new Set<() => void>();
  let state = EMPTY;
  let frames: readonly ChatFrame[] = [];
  /** Of the turn or the thread that is shown; another one is a number further. */
  let running = new AbortController();
  const told = new Set<string>();
  /** The turn was stopped before the server had said of which thread it is. */
  let isStopWanted = false;

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
  };
  const take = (frame: ChatFrame) => {
    const { chatId } = frame.state ?? {};
    if (typeof chatId === 'string' && state.chatId === undefined) {
      set({ chatId });
      if (isStopWanted) stop(chatId);
    }
    tellResult(frame);
    setFrames(applyFrame(frames, frame));
  };
  const tell = (query: string, status: AskedQuestion['status']) =>
    onQuestion?.({ query, status, ...(state.chatId !== undefined && { chatId: state.chatId }) });

  const stop = (chatId: string) => {
    isStopWanted = false;
    client.abort(chatId).catch(() => undefined);
  };

  /** Lets go of what is shown; a turn that runs goes on at the server. */
  const leave = () => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };

  const run = async (question: string, messageId: string) => {
    const { signal } = running;
    isStopWanted = false;
    set({ status: 'streaming', problem: undefined });
    // What an earlier try has left behind is no part of the turn any more.
    setFrames(
      applyFrame(withoutProblem(frames, messageId), { id: messageId, role: 'user', content: question }),
    );
    tell(question, 'submitted');
    const request = { input: question, chatId: state.chatId, messageId, ...surroundings?.() };
    try {
      for await (const frame of client.stream(request, signal)) {
        if (signal.aborted) return;
        take(frame);
      }
    } catch (error) {
      if (signal.aborted) return;
      take(failureOf(error));
    }
    settle(question);
  };
  const settle = (question: string) => {
    const last = state.turns.at(-1);
    set({ status: 'idle' });
    const isAnswered = last?.answer !== undefined && !last.problem;
    tell(question, isAnswered ? 'completed' : 'error');
    void loadThreads();
    const [next, ...rest] = state.queue;
    if (!isAnswered || next === undefined) return;
    set({ queue: rest });
    void run(next, makeMessageId());
  };
  const loadThreads = async () => {
    await client.listThreads().then(
      (threads) => set({ threads }),
      // The list is no part of the conversation: without it one can still ask.
      () => undefined,
    );
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      void loadThreads();
      client.listSuggestions().then(
        (suggestions) => set({ suggestions }),
        () => undefined,
      );
    },
    ask(question) {
      const text = question.trim();
      if (text === '') return;
      if (state.status === 'idle') void run(text, makeMessageId());
      else set({ queue: [...state.queue, text] });
    },
    unqueue: (index) => set({ queue: state.queue.filter((_, each) => each !== index) }),
    abort() {
      if (state.chatId !== undefined) stop(state.chatId);
      else isStopWanted = state.status === 'streaming';
    },
    retry() {
      const last = state.turns.at(-1);
      if (!last || state.status !== 'idle') return;
      const isSuspended = last.problem?.kind === 'suspended';
      if (!isSuspended)
        frames = frames.slice(
          0,
          frames.findIndex(({ id }) => id === last.id),
        );
      void run(last.question, isSuspended ? last.id : makeMessageId());
    },
    newChat() {
      leave();
      frames = [];
      set({ chatId: undefined, turns: [], status: 'idle', queue: [], problem: undefined });
    },
    refresh() {
      void loadThreads();
      if (state.chatId !== undefined && state.status === 'idle') void this.open(state.chatId);
    },
    async open(chatId) {
      const signal = leave();
      frames = [];
      set({ chatId, turns: [], status: 'loading', queue: [], problem: undefined });
      try {
        const { messages, isStreaming } = await client.getThread(chatId);
        if (signal.aborted) return;
        for (const { id } of messages) if (id !== undefined) told.add(id);
        setFrames(messages);
        set({ status: isStreaming ? 'streaming' : 'idle' });
        if (isStreaming) await follow(chatId, signal);
      } catch (error) {
        if (!signal.aborted)
          set({ status: 'idle', problem: error instanceof ApiError ? 'refused' : 'unreachable' });
      }
    },
    async remove(chatId) {
      await client.deleteThread(chatId).catch(() => undefined);
      if (state.chatId === chatId) this.newChat();
      await loadThreads();
    },
  };

  /** Joins a turn that was begun elsewhere. */
  async function follow(chatId: string, signal: AbortSignal): Promise<void> {
    for await (const frame of client.stream({ chatId }, signal)) {
      if (signal.aborted) return;
      take(frame);
    }
    set({ status: 'idle' });
  }
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

function failureOf(error: unknown): ChatFrame {
  if (error instanceof ApiError) return { error: error.message, code: error.code };
  return { error: '', code: 'unreachable' };
}
