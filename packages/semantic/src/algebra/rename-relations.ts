import type { Relation } from './algebra.ts';

type With = Extract<Relation, { kind: 'with' }>;

/**
 * A relation that reads another by a new name; expressions go on to name it by the alias that it had. Where a `with`
 * gives the old name to something else, that is what it stands for from there on.
 */
export function renameRelations(relation: Relation, from: string, to: string): Relation {
  const rename = <Tree>(value: Tree): Tree => {
    if (Array.isArray(value)) return value.map(rename) as Tree;
    if (typeof value !== 'object' || value === null) return value;
    // The form stays; names alone change.
    return (isWith(value) ? renameWith(value) : renameFields(value)) as Tree;
  };
  const renameFields = (value: object): object => {
    const own: Record<string, unknown> = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, rename(part)]),
    );
    if (own['kind'] === 'named' && own['name'] === from) return { alias: from, ...own, name: to };
    return own['kind'] === 'null-like' && own['of'] === from ? { ...own, of: to } : own;
  };
  const renameWith = ({ kind, parts, body }: With): With => {
    const hiding = parts.findIndex(({ name }) => name === from);
    const reads = hiding === -1 ? parts.length : hiding + 1;
    return {
      kind,
      parts: parts.map((part, index) => (index < reads ? { ...part, rows: rename(part.rows) } : part)),
      body: hiding === -1 ? rename(body) : body,
    };
  };
  return rename(relation);
}

function isWith(value: object): value is With {
  return 'kind' in value && value.kind === 'with';
}
