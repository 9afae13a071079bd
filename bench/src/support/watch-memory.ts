import { memoryOf } from './process-memory.ts';

const MEMORY_PAUSE_MS = 100;

/** Looks at the memory of a server again and again. @returns what ends it, and gives the most that was seen, in MB */
export function watchMemory(pid: number): { most(): Promise<number> } {
  const state = { isOver: false, mostMb: 0 };
  const watching = (async () => {
    while (!state.isOver) {
      state.mostMb = Math.max(state.mostMb, (await memoryOf(pid)).serverMb);
      await new Promise((resolve) => setTimeout(resolve, MEMORY_PAUSE_MS));
    }
  })();
  return {
    async most() {
      state.isOver = true;
      await watching;
      return state.mostMb;
    },
  };
}
