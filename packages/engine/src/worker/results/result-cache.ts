import { LRUCache } from 'lru-cache';

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

/** Makes an empty cache that holds so many bytes of results; those unused for longest go first. */
export function createResultCache(maxBytes: number): LRUCache<string, CachedResult> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ data }, key) =>
      data.reduce((total, { byteLength }) => total + byteLength, 2 * key.length) + ENTRY_OVERHEAD_BYTES,
  });
}
