import { answersTo, type ContextRead, type SecurityContext } from '@oriel/semantic';
import { LRUCache } from 'lru-cache';

/**
 * What was made of a key for a security context. It is found for every context that answers the same to what was read
 * of the first one while it was made, and for no other.
 */
export interface ContextCache<Value> {
  find(key: string, securityContext: SecurityContext): Value | undefined;
  /** @param reads all that was read of the context for the value */
  set(key: string, securityContext: SecurityContext, reads: readonly ContextRead[], value: Value): void;
}

/**
 * What is read may depend on what was read before, so that a key has several lists of reads. More of them are given up,
 * the one that was met first before the others.
 */
const MAX_READS_OF_A_KEY = 20;

/** Reads that were met for a key; in the keys of values its number stands for both, which are long texts. */
interface KnownReads {
  readonly number: number;
  readonly reads: readonly ContextRead[];
}

/** Makes an empty cache that evicts the least recently used. */
export function createContextCache<Value extends {}>(maxEntries: number): ContextCache<Value> {
  const entries = new LRUCache<string, Value>({ max: maxEntries });
  const readsOf = new LRUCache<string, ReadonlyMap<string, KnownReads>>({ max: maxEntries });
  let lastNumber = 0;
  const entryKey = ({ number, reads }: KnownReads, context: SecurityContext) =>
    `${number}\n${answersTo(reads, context)}`;
  const know = (key: string, reads: readonly ContextRead[]): KnownReads => {
    const asked = JSON.stringify(reads);
    const lists = readsOf.get(key);
    const known = lists?.get(asked);
    if (known) return known;
    lastNumber += 1;
    const added: KnownReads = { number: lastNumber, reads };
    const all = [...(lists ?? []), [asked, added] as const];
    readsOf.set(key, new Map(all.slice(-MAX_READS_OF_A_KEY)));
    return added;
  };
  return {
    find(key, securityContext) {
      for (const known of readsOf.get(key)?.values() ?? []) {
        const found = entries.get(entryKey(known, securityContext));
        if (found !== undefined) return found;
      }
      return undefined;
    },
    set(key, securityContext, reads, value) {
      entries.set(entryKey(know(key, reads), securityContext), value);
    },
  };
}
