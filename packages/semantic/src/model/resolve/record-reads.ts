/** Things by their names, in a record without inherited ones. */
export type Named = Readonly<Record<string, unknown>>;

/** The reads of a record. */
export interface Reads {
  /** By each name that was looked up, what stood there; undefined where there was nothing. */
  readonly found: ReadonlyMap<string, unknown>;
  /** All names, where they were listed. */
  readonly names: readonly string[] | undefined;
}

/**
 * A record that stands for another and notes what is read of it. Whatever way a name is looked up or the names are
 * listed, it comes by here, so that nobody who reads has to think of it.
 */
export function recordReads<T extends Named>(source: T): { record: T; reads: Reads } {
  const found = new Map<string, unknown>();
  const reads: { found: typeof found; names: string[] | undefined } = { found, names: undefined };
  const note = (name: string | symbol) => {
    if (typeof name === 'string') found.set(name, source[name]);
  };
  const record = new Proxy(source, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys(target) {
      reads.names ??= Object.keys(target);
      return Reflect.ownKeys(target);
    },
  });
  return { record, reads };
}

/** Whether who reads a record again would read the same. */
export function stillReads({ found, names }: Reads, source: Named): boolean {
  for (const [name, value] of found) if (source[name] !== value) return false;
  return names === undefined || isSameList(names, Object.keys(source));
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
