import type { ParsedFile } from '../definitions/definitions.ts';
import { emptyRecord } from '../definitions/empty-record.ts';

/** The names of cubes and views that only files define which cannot be read, each with the path of its file. */
export type UnreadNames = Readonly<Record<string, string>>;

/** Collects the names that only unreadable files define. */
export function unreadNames(files: readonly ParsedFile[]): UnreadNames {
  const unread = emptyRecord<string>();
  for (const { path, unread: names } of files) for (const name of names) unread[name] = path;
  for (const { cubes, views } of files) for (const { name } of [...cubes, ...views]) delete unread[name];
  return unread;
}

/** Whether plain data holds one of the names, or a path that begins with one. */
export function mentions(data: unknown, names: UnreadNames): boolean {
  return Object.keys(names).length > 0 && holdsOneOf(data, names);
}

function holdsOneOf(data: unknown, names: UnreadNames): boolean {
  if (typeof data === 'string') return (data.split('.')[0] ?? '') in names;
  if (typeof data !== 'object' || data === null) return false;
  return Object.values(data).some((value) => holdsOneOf(value, names));
}
