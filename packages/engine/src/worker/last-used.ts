/** So many values by key; the one unused for longest gives way to a new one. */
export interface LastUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createLastUsed<Value>(maxEntries: number): LastUsed<Value> {
  // In the order of their use.
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
