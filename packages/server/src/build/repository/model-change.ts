import { refuse } from '@oriel/contract';
import { createHash } from 'node:crypto';
import { checkModelPath } from './model-path.ts';
import { checkSize, isFile, type TreeEntry } from './model-tree.ts';

/** A change of a data model. Removals and renames take a file or a folder with all that is in it. */
export type Change =
  | { readonly kind: 'set'; readonly path: string; readonly content: string | Buffer }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly newPath: string };

/** What changes have made of a tree. */
export interface ChangedTree {
  /** Everything that is there now, in no order. */
  readonly entries: readonly TreeEntry[];
  /** Paths that are there no more. */
  readonly removed: readonly string[];
  /** Entries that are new at their path, with the content where git does not have it. */
  readonly written: readonly (TreeEntry & { readonly content?: Buffer })[];
}

/**
 * Applies changes in order, all or none. Removing what is not there is refused, so that nobody believes it was.
 *
 * @throws `model_path_invalid`, `model_file_not_found`, `model_path_taken`, `model_file_too_large`, `model_too_large`
 */
export function applyChanges(base: readonly TreeEntry[], changes: readonly Change[]): ChangedTree {
  const tree = new WorkingTree(base);
  for (const change of changes)
    switch (change.kind) {
      case 'set':
        tree.set(change.path, change.content);
        break;
      case 'remove':
        tree.remove(change.path);
        break;
      case 'rename':
        tree.rename(change.path, change.newPath);
        break;
      default:
        change satisfies never;
    }
  return tree.finish();
}

class WorkingTree {
  readonly #base: ReadonlyMap<string, TreeEntry>;
  readonly #entries: Map<string, TreeEntry>;
  readonly #contents = new Map<string, Buffer>();
  /** How many entries lie below each folder. */
  readonly #folders = new Map<string, number>();

  constructor(base: readonly TreeEntry[]) {
    this.#base = new Map(base.map((entry) => [entry.path, entry]));
    this.#entries = new Map(this.#base);
    for (const { path } of base) this.#countFolders(path, 1);
  }

  set(path: string, content: string | Buffer): void {
    checkModelPath(path);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const known = this.#entries.get(path);
    if (known && !isFile(known)) throw refuse('model_path_invalid', { path, reason: 'a link is there' });
    const blob = blobIdOf(bytes);
    this.#contents.set(blob, bytes);
    this.#put({ path, mode: known?.mode ?? '100644', blob, sizeBytes: bytes.byteLength });
  }

  remove(path: string): void {
    for (const entry of this.#below(path)) this.#delete(entry.path);
  }

  rename(path: string, newPath: string): void {
    checkModelPath(newPath);
    const moved = this.#below(path);
    if (newPath === path) return;
    for (const entry of moved) this.#delete(entry.path);
    for (const entry of moved) {
      const target = newPath + entry.path.slice(path.length);
      checkModelPath(target);
      if (this.#entries.has(target)) throw refuse('model_path_taken', { path: target });
      this.#put({ ...entry, path: target });
    }
  }

  finish(): ChangedTree {
    const entries = [...this.#entries.values()];
    checkSize(entries);
    const written = entries
      .filter((entry) => !isSame(entry, this.#base.get(entry.path)))
      .map((entry) => {
        const content = this.#contents.get(entry.blob);
        return { ...entry, ...(content && { content }) };
      });
    return { entries, written, removed: [...this.#base.keys()].filter((path) => !this.#entries.has(path)) };
  }

  /** The file of a path, or all entries of the folder. */
  #below(path: string): TreeEntry[] {
    checkModelPath(path);
    const file = this.#entries.get(path);
    if (file) return [file];
    const found = [...this.#entries.values()].filter((entry) => entry.path.startsWith(`${path}/`));
    if (found.length === 0) throw refuse('model_file_not_found', { path });
    return found;
  }

  #put(entry: TreeEntry): void {
    if (this.#folders.has(entry.path)) throw refuse('model_path_taken', { path: entry.path });
    for (const folder of foldersOf(entry.path)) this.#checkFolder(folder, entry.path);
    if (!this.#entries.has(entry.path)) this.#countFolders(entry.path, 1);
    this.#entries.set(entry.path, entry);
  }

  #checkFolder(folder: string, path: string): void {
    const inTheWay = this.#entries.get(folder);
    if (!inTheWay) return;
    if (isFile(inTheWay)) throw refuse('model_path_taken', { path: folder });
    throw refuse('model_path_invalid', {
      path,
      reason: `it goes through the link ${JSON.stringify(folder)}`,
    });
  }

  #delete(path: string): void {
    this.#entries.delete(path);
    this.#countFolders(path, -1);
  }

  #countFolders(path: string, by: number): void {
    for (const folder of foldersOf(path)) {
      const count = (this.#folders.get(folder) ?? 0) + by;
      if (count === 0) this.#folders.delete(folder);
      else this.#folders.set(folder, count);
    }
  }
}

function isSame(entry: TreeEntry, known: TreeEntry | undefined): boolean {
  return known?.blob === entry.blob && known.mode === entry.mode;
}

/** `a/b` and `a` of `a/b/c`. */
function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end);
}

/** The id that git gives a content. */
function blobIdOf(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}
