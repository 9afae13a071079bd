/** A security context: what the caller's token carries, as JSON has it. */
export type SecurityContext = Readonly<Record<string, unknown>>;

/** One thing that was asked of a security context: the value at a path, or the names that the object there has. */
export interface ContextRead {
  readonly asks: 'value' | 'names';
  readonly path: readonly string[];
}

/** A security context that notes what is read of it. */
export interface RecordedContext {
  /** Shows the values of the context, to any reader; it cannot be changed. */
  readonly view: SecurityContext;
  /** What was read so far, each once, in the order of the first time. */
  reads(): readonly ContextRead[];
}

/**
 * Makes a view of a security context that records reads. Whatever looks at the view is recorded, so that no reader has
 * to say what it reads; a nested object is recorded as being one, and what it holds only when that is read in its turn.
 */
export function recordReads(securityContext: SecurityContext): RecordedContext {
  const reads = new Map<string, ContextRead>();
  const views = new Map<string, object>();
  const note = (read: ContextRead) => {
    const key = JSON.stringify([read.asks, ...read.path]);
    if (!reads.has(key)) reads.set(key, read);
  };

  const show = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const key = JSON.stringify(path);
    const known = views.get(key);
    if (known) return known;
    const view = viewOf(value, path);
    views.set(key, view);
    return view;
  };

  const viewOf = (object: object, path: readonly string[]): object => {
    const noteValue = (name: string | symbol) => {
      if (typeof name === 'string') note({ asks: 'value', path: [...path, name] });
    };
    // A copy, since a view may not show other values than a frozen object has.
    return new Proxy<object>(Array.isArray(object) ? [...(object as unknown[])] : { ...object }, {
      get(target, name) {
        noteValue(name);
        const value: unknown = Reflect.get(target, name);
        return typeof name === 'string' && Object.hasOwn(target, name) ? show(value, [...path, name]) : value;
      },
      has(target, name) {
        noteValue(name);
        return Reflect.has(target, name);
      },
      getOwnPropertyDescriptor(target, name) {
        noteValue(name);
        const found = Reflect.getOwnPropertyDescriptor(target, name);
        return found && { ...found, value: show(found.value, [...path, String(name)]) };
      },
      ownKeys(target) {
        note({ asks: 'names', path });
        return Reflect.ownKeys(target);
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  };

  return {
    // The view of an object is one as well.
    view: show(securityContext, []) as SecurityContext,
    reads: () => [...reads.values()],
  };
}

/**
 * What a security context answers to reads, as one text. Two contexts with the same text are the same to whatever has
 * read nothing else.
 */
export function answersTo(reads: readonly ContextRead[], securityContext: SecurityContext): string {
  return JSON.stringify(reads.map((read) => answerTo(read, securityContext)));
}

function answerTo({ asks, path }: ContextRead, securityContext: SecurityContext): string {
  const found = path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    securityContext,
  );
  if (typeof found !== 'object' || found === null)
    return Object.is(found, -0) ? '-0' : (JSON.stringify(found) ?? '');
  if (asks === 'names') return JSON.stringify(Object.keys(found));
  return Array.isArray(found) ? '[' : '{';
}

/** The reads of several, each once. */
export function uniteReads(lists: readonly (readonly ContextRead[])[]): readonly ContextRead[] {
  const [first = [], ...more] = lists.filter((list) => list.length > 0);
  if (more.length === 0) return first;
  const all = lists.flat();
  return [...new Map(all.map((read) => [JSON.stringify([read.asks, ...read.path]), read])).values()];
}
