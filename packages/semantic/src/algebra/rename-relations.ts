import type { Relation } from './algebra.ts';

/** A relation that reads another by a new name; expressions go on to name it by the alias that it had. */
export function renameRelations(relation: Relation, from: string, to: string): Relation {
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part)]));
    if (own['kind'] === 'named' && own['name'] === from) return { alias: from, ...own, name: to };
    return own['kind'] === 'null-like' && own['of'] === from ? { ...own, of: to } : own;
  };
  // The form stays; names alone change.
  return rename(relation) as Relation;
}
