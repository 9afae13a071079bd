import { refuse } from '@oriel/contract';

/** Bounds the exports of one server: all together, and those of one caller. */
interface ExportSlots {
  /** Takes a slot, which the function that it answers with gives back. @throws `too_many_requests` */
  take(caller: string): () => void;
}

/** Exports that run at once. */
const MAX_RUNNING = 8;
const MAX_OF_CALLER = 3;
/** About how long one takes. */
const RETRY_SECONDS = 5;

/** Makes slots of which none is taken. */
export function createExportSlots({ all = MAX_RUNNING, ofCaller = MAX_OF_CALLER } = {}): ExportSlots {
  const running = new Map<string, number>();
  let count = 0;
  return {
    take(caller) {
      const own = running.get(caller) ?? 0;
      if (count >= all || own >= ofCaller)
        throw refuse('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
      count += 1;
      running.set(caller, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        count -= 1;
        const left = (running.get(caller) ?? 1) - 1;
        if (left === 0) running.delete(caller);
        else running.set(caller, left);
      };
    },
  };
}
