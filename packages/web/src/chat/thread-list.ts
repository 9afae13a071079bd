import type { ChatThread } from '@oriel/contract';
import type { ChatClient, ThreadScope } from './chat-client.ts';

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
  show(changes: Partial<Pick<ThreadListState, 'scope' | 'search'>>): void;
}

/** Makes the list; nothing of it is read before it is asked for. */
export function createThreadList(client: Pick<ChatClient, 'listThreads'>): ThreadList {
  const listeners = new Set<() => void>();
  let state: ThreadListState = { scope: 'own', search: '', threads: [], end: undefined, status: 'new' };
  /** Of the newest request: what an older one brings is not shown. */
  let newest = 0;
  const set = (changes: Partial<ThreadListState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const read = async (before: readonly ChatThread[], after: string | undefined) => {
    newest += 1;
    const request = newest;
    set({ status: 'loading' });
    try {
      const { threads, end } = await client.listThreads({
        scope: state.scope,
        search: state.search.trim(),
        after,
      });
      if (request === newest) set({ threads: [...before, ...threads], end, status: 'loaded' });
    } catch {
      if (request === newest) set({ status: 'failed' });
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
    show(changes) {
      // Threads of another list are not shown as those of this one.
      set({ ...changes, ...(changes.scope !== undefined && { threads: [], end: undefined }) });
      void read([], undefined);
    },
  };
}
