import type { DashboardAppSource } from '@oriel/contract';
import { DEFAULT_APP_ENTRY, faultsOfFiles, isAppFileName, type AppFault } from '@oriel/contract/app-files';

/** The files of an app while they are edited. */
export interface AppEdits {
  readonly files: ReadonlyMap<string, string>;
  readonly entry: string;
  /** The file that is shown; undefined where there is none. */
  readonly opened: string | undefined;
  /** What was deleted, the last one at the end. */
  readonly removed: readonly RemovedFile[];
}

/** A file that can be brought back. */
interface RemovedFile {
  readonly name: string;
  readonly content: string;
}

/** An app as it is edited; one that is a single document has that as its entry. */
export function editsOf({ html, files, entry }: DashboardAppSource): AppEdits {
  const isDocument = html != null && html !== '';
  const start = isDocument ? DEFAULT_APP_ENTRY : (entry ?? DEFAULT_APP_ENTRY);
  const all = new Map(isDocument ? [[start, html]] : Object.entries(files ?? {}));
  return { files: all, entry: start, opened: all.has(start) ? start : firstOf(all), removed: [] };
}

/** An app as it is saved, with what else it is built with. */
export function sourceOf(
  { files, entry }: AppEdits,
  { manifest }: DashboardAppSource = {},
): DashboardAppSource {
  return { entry, files: Object.fromEntries(files), ...(manifest != null && { manifest }) };
}

/** Whether both have the same files and the same entry. */
export function isSame(one: AppEdits, other: AppEdits): boolean {
  return (
    one.entry === other.entry &&
    one.files.size === other.files.size &&
    [...one.files].every(([name, content]) => other.files.get(name) === content)
  );
}

/** With a file of that content, which is shown. */
export function withFile(edits: AppEdits, name: string, content: string): AppEdits {
  return { ...edits, files: new Map([...edits.files, [name, content]]), opened: name };
}

/** With another content of a file. */
export function withContent(edits: AppEdits, name: string, content: string): AppEdits {
  return { ...edits, files: new Map([...edits.files, [name, content]]) };
}

/** With another name of a file, in its place; the entry stays the entry. */
export function withName(edits: AppEdits, from: string, to: string): AppEdits {
  const rename = (name: string) => (name === from ? to : name);
  return {
    ...edits,
    files: new Map([...edits.files].map(([name, content]) => [rename(name), content])),
    entry: rename(edits.entry),
    opened: edits.opened === undefined ? undefined : rename(edits.opened),
  };
}

/** Without a file, which can be brought back. */
export function without(edits: AppEdits, name: string): AppEdits {
  const files = new Map(edits.files);
  files.delete(name);
  return {
    ...edits,
    files,
    opened: edits.opened === name ? firstOf(files, edits.entry) : edits.opened,
    removed: [...edits.removed, { name, content: edits.files.get(name) ?? '' }],
  };
}

/** With what was deleted last, beside a file that has taken its name. */
export function withRemoved(edits: AppEdits): AppEdits {
  const last = edits.removed.at(-1);
  if (!last) return edits;
  return {
    ...withFile(edits, freeName(edits, last.name), last.content),
    removed: edits.removed.slice(0, -1),
  };
}

/** What keeps it from being published. */
export function faultsOf({ files, entry }: AppEdits): AppFault[] {
  return [
    ...faultsOfFiles(Object.fromEntries(files)),
    ...(files.has(entry) ? [] : [{ kind: 'entry', entry } as const]),
  ];
}

/**
 * Why a file cannot have a name; undefined for one that it can have.
 * @param from the name that it has; undefined for a new one
 */
export function nameFaultOf({ files }: AppEdits, name: string, from?: string): 'name' | 'taken' | undefined {
  if (!isAppFileName(name)) return 'name';
  return name !== from && files.has(name) ? 'taken' : undefined;
}

function freeName({ files }: AppEdits, name: string): string {
  if (!files.has(name)) return name;
  let number = 2;
  while (files.has(`${number}-${name}`)) number += 1;
  return `${number}-${name}`;
}

const firstOf = (files: ReadonlyMap<string, string>, entry?: string) =>
  entry !== undefined && files.has(entry) ? entry : [...files.keys()][0];
