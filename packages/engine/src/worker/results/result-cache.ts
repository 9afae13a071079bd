/** Results that were encoded, bounded by their bytes; the ones unused for longest go first. */
interface ResultCache {
  get(key: string): CachedResult | undefined;
  set(key: string, result: CachedResult): void;
  clear(): void;
  readonly bytes: number;
}

/** A result that is held whole. */
export interface CachedResult {
  /** The rows as JSON, in the format that was asked for, in chunks. */
  readonly data: readonly Uint8Array[];
  readonly total: number | undefined;
  /** When the database answered, ISO 8601. */
  readonly refreshedAt: string;
  /** The same by the monotonic clock, in milliseconds: its age is no matter of what day the machine believes it is. */
  readonly refreshedAtMs: number;
  /** The version of the data before that. */
  readonly version: string;
}

/** Whether a kept result still shows the data, as far as its source and the refresh keys can tell. */
export function isCurrent(result: CachedResult, version: string, maxAgeMs: number): boolean {
  return result.version === version && performance.now() - result.refreshedAtMs < maxAgeMs;
}

const ENTRY_OVERHEAD_BYTES = 500;

/** Makes an empty cache that holds so many bytes of results. */
export function createResultCache(maxBytes: number): ResultCache {
  const entries = new Map<string, CachedResult>();
  let bytes = 0;
  const sizeOf = (key: string, { data }: CachedResult) =>
    data.reduce((total, { byteLength }) => total + byteLength, 2 * key.length) + ENTRY_OVERHEAD_BYTES;
  const remove = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= sizeOf(key, entry);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set(key, result) {
      remove(key);
      const size = sizeOf(key, result);
      if (size > maxBytes) return;
      entries.set(key, result);
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
  };
}
