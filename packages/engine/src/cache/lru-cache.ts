/** A cache of a fixed number of values by key; evicts the least recently used. */
interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Makes an empty LRU cache. */
export function createLruCache<Value>(maxEntries: number): LruCache<Value> {
  // In the order of use, the least recent first.
  const entries = new Map<string, Value>();
  const put = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set(key, value) {
      put(key, value);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
