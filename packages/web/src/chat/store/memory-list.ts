import { ApiError } from '@oriel/client';
import type { AgentMemory } from '@oriel/contract';
import type { ChatClient, NewMemory } from '../../chat-client/chat-client.ts';

/** What the list of memories shows. */
export interface MemoryListState {
  readonly memories: readonly AgentMemory[];
  /** Whether the viewer may have something remembered for everybody. */
  readonly mayShare: boolean;
  readonly status: 'loading' | 'loaded' | 'failed';
  /** The one that was forgotten last, as long as that can be undone. */
  readonly forgotten: AgentMemory | undefined;
  /** Why the last change was not made. */
  readonly problem: 'full' | 'failed' | undefined;
}

/** What one agent remembers for the viewer and for everybody. */
export interface MemoryList {
  state(): MemoryListState;
  subscribe(listener: () => void): () => void;
  load(): Promise<void>;
  /** @returns whether it is remembered now */
  remember(memory: NewMemory): Promise<boolean>;
  forget(memory: AgentMemory): Promise<void>;
  /** Has the one that was forgotten last remembered again. */
  undo(): Promise<void>;
}

/** Makes the list; nothing of it is read before it is asked for. */
export function createMemoryList(
  client: Pick<ChatClient, 'listMemories' | 'remember' | 'forget'>,
  agentId: number,
): MemoryList {
  const listeners = new Set<() => void>();
  let state: MemoryListState = {
    memories: [],
    mayShare: false,
    status: 'loading',
    forgotten: undefined,
    problem: undefined,
  };
  /** Of the newest request: what an older one brings is not shown. */
  let newest = 0;
  const set = (changes: Partial<MemoryListState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const load = async () => {
    newest += 1;
    const request = newest;
    try {
      const { items, mayShare } = await client.listMemories(agentId);
      if (request === newest) set({ memories: items, mayShare, status: 'loaded' });
    } catch {
      if (request === newest) set({ status: 'failed' });
    }
  };
  /** Makes a change and reads what there is then. */
  const change = async (work: () => Promise<Partial<MemoryListState>>): Promise<boolean> => {
    set({ problem: undefined });
    try {
      set(await work());
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === 'agent_memories_full';
      set({ problem: isFull ? 'full' : 'failed' });
      return false;
    }
    await load();
    return true;
  };
  const remember = ({ text, isShared }: NewMemory) =>
    change(async () => {
      await client.remember(agentId, { text, isShared });
      return { forgotten: undefined };
    });
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    remember,
    async forget(memory) {
      await change(async () => {
        await client.forget(agentId, memory.id);
        return { forgotten: memory, memories: state.memories.filter(({ id }) => id !== memory.id) };
      });
    },
    async undo() {
      if (state.forgotten) await remember(state.forgotten);
    },
  };
}
