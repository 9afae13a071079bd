import type { ChatThread } from '@oriel/contract';
import type { ChatClient, ThreadScope } from '../../chat-client/chat-client.ts';

/** What the list of threads shows. */
export interface ThreadListState {
  readonly scope: ThreadScope;
  readonly search: string;
  readonly threads: readonly ChatThread[];
  /** Where the list goes on; undefined where it has ended. */
  readonly end: string | undefined;
  readonly status: 'new' | 'loading' | 'loaded' | 'failed';
}

/** The threads that the viewer may open: their own, those that are shared with them, or all. */
export interface ThreadList {
  state(): ThreadListState;
  subscribe(listener: () => void): () => void;
  /** Reads the list from its beginning. */
  load(): Promise<void>;
  /** Reads it anew where it was read before. */
  refresh(): void;
  /** Reads what follows. */
  more(): Promise<void>;
  /** Shows another list. */
  show(list: Pick<ThreadListState, 'scope'>): void;
  /** Shows what fits a text, once typing pauses; until then the threads before it stay. */
  find(search: string): void;
}

/** After so long without a key what was typed is searched for. */
const TYPING_MS = 250;

const EMPTY = { threads: [], end: undefined } as const;

/** Makes the list; nothing of it is read before it is asked for. */
export function createThreadList(client: Pick<ChatClient, 'listThreads'>): ThreadList {
  const listeners = new Set<() => void>();
  let state: ThreadListState = { scope: 'own', search: '', ...EMPTY, status: 'new' };
  /** Of the newest request, which ends the one before it. */
  let running = new AbortController();
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** What the threads that are shown were found by. */
  let foundBy = '';
  const set = (changes: Partial<ThreadListState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  /** Lets go of what is asked, or is about to be. */
  const begin = () => {
    running.abort();
    running = new AbortController();
    clearTimeout(typing);
    set({ status: 'loading' });
    return running.signal;
  };
  const read = async (before: readonly ChatThread[], after: string | undefined) => {
    const signal = begin();
    const search = state.search.trim();
    try {
      const { threads, end } = await client.listThreads({ scope: state.scope, search, after }, signal);
      if (signal.aborted) return;
      foundBy = search;
      set({ threads: [...before, ...threads], end, status: 'loaded' });
    } catch {
      // Threads that were found by another text would be taken for those of this one.
      if (!signal.aborted) set({ status: 'failed', ...(search !== foundBy && EMPTY) });
    }
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: () => read([], undefined),
    refresh() {
      if (state.status !== 'new') void read([], undefined);
    },
    more: () => read(state.threads, state.end),
    show({ scope }) {
      // Threads of another list are not shown as those of this one.
      set({ scope, ...EMPTY });
      void read([], undefined);
    },
    find(search) {
      begin();
      set({ search });
      typing = setTimeout(() => void read([], undefined), TYPING_MS);
    },
  };
}
