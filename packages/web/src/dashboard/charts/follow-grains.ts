import type { QueryResult } from '../../query/load-batch.ts';

/**
 * A report's document with the column keys that its result has. A control may have changed a granularity since the
 * author wrote the key of a column such as `orders.created_at.month`; where the result cuts that time otherwise, the
 * key follows.
 */
export function followGrains(document: object, { columns }: QueryResult): object {
  const keys = Object.keys(columns).filter(
    (key) => columns[key]?.kind === 'timeDimension' && key.split('.').length === 3,
  );
  const members = keys.map((key) => key.split('.').slice(0, 2).join('.'));
  const replacements = keys
    // Of a time that is cut twice nobody can tell which of the two was meant.
    .filter(
      (_key, index) => members.indexOf(members[index] ?? '') === members.lastIndexOf(members[index] ?? ''),
    )
    .map((key) => ({ key, written: writtenKeys(key) }));
  const follow = (text: string) =>
    replacements.reduce((followed, { key, written }) => followed.replaceAll(written, () => key), text);
  // What was JSON comes out as JSON of the same form.
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'string' ? follow(value) : value,
  ) as object;
}

/** The key with any granularity; Vega's documents may escape the dots. */
function writtenKeys(key: string): RegExp {
  const [scope, name] = key.split('.');
  const dot = String.raw`\\?\.`;
  return new RegExp(String.raw`(?<![\w.])${scope}${dot}${name}${dot}\w+(?![\w.])`, 'g');
}

/**
 * A report's specification as an object, where it may be stored as a text. A text that is no object is what nothing can
 * be drawn from.
 */
export function readSpec(spec: string | object): object {
  if (typeof spec !== 'string') return spec;
  try {
    const read: unknown = JSON.parse(spec);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
