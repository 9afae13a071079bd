/** What a caller or a tenant has had of the slots. */
interface Usage {
  /** Slots held. */
  running: number;
  /** Milliseconds that slots were held for. */
  spentMs: number;
  /** When work was last known to be long. */
  longAt: number;
  /** When work of an untried caller was last found to be long. */
  disappointedAt: number;
}

/** Usages by caller or tenant. */
export interface Usages {
  of(key: string): Usage;
  clear(): void;
}

/** Usages that are known while the queue is never empty. */
const MAX_USAGES = 5_000;

/** Makes usages of which everybody begins with nothing. */
export function createUsages(): Usages {
  const usages = new Map<string, Usage>();
  return {
    of(key) {
      const usage = usages.get(key) ?? {
        running: 0,
        spentMs: 0,
        longAt: -Infinity,
        disappointedAt: -Infinity,
      };
      usages.set(key, usage);
      if (usages.size > MAX_USAGES) forgetIdle(usages, usage);
      return usage;
    },
    clear: () => usages.clear(),
  };
}

/** Without a slot, a caller begins like everybody else the next time. */
function forgetIdle(usages: Map<string, Usage>, kept: Usage): void {
  for (const [key, usage] of usages) if (usage.running === 0 && usage !== kept) usages.delete(key);
}
