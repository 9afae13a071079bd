/** A record without inherited names, for keys that authors choose: `constructor` is absent until it is added. */
export function emptyRecord<V>(): Record<string, V> {
  // An object without prototype is what the type says, which Object.create cannot tell.
  return Object.create(null) as Record<string, V>;
}

/** Things that have a name, by their names. */
export function byName<N extends { readonly name: string }>(named: Iterable<N>): Record<string, N> {
  const record = emptyRecord<N>();
  for (const one of named) record[one.name] = one;
  return record;
}

/** The names in a record; `Object.keys` of one that notes its reads would look up each of them. */
export function namesOf(record: Readonly<Record<string, unknown>>): string[] {
  return Reflect.ownKeys(record).filter((name) => typeof name === 'string');
}
