import { LRUCache } from 'lru-cache';
import type { AccessorShape } from '../../access/subjects.ts';
import type { BoundFolders, FolderFacts, VisibleFolders } from '../../access/visibility/visible-folders.ts';
import { Parameter } from '../../db/parameter.ts';
import type { StatementValues } from '../../db/statements/statement-shapes.ts';

/** Of all callers together; an id takes eight bytes. */
const MOST_IDS = 500_000;

/** A page, and what its statement says of the folders that the caller sees. */
interface Read<Facts> {
  readonly facts: Facts & Partial<FolderFacts>;
}

/** The folders that callers see, by {@link keyOfFolders}. */
interface FolderCache {
  /**
   * Reads with the cached folders, if there are any, and without them where there are none or where they have changed.
   * What is read without them is cached.
   */
  readWith<Page extends Read<unknown>>(
    key: string,
    read: (known: VisibleFolders | undefined) => Promise<Page>,
  ): Promise<Page>;
}

/** Makes an empty cache. */
export function createFolderCache(): FolderCache {
  const cache = new LRUCache<string, VisibleFolders>({ maxSize: MOST_IDS });
  return {
    async readWith(key, read) {
      const known = cache.get(key);
      const page = known && (await read(known));
      if (page && 'areFoldersCurrent' in page.facts && page.facts.areFoldersCurrent === true) return page;
      const found = await read(undefined);
      const { facts } = found;
      if (!('foldersVersion' in facts) || facts.foldersVersion === undefined)
        throw new Error('A page that rests on folders was answered without them');
      const { foldersVersion: version, rootIds = [], folderIds = null } = facts;
      cache.set(
        key,
        { version, rootIds, folderIds },
        { size: 20 + rootIds.length + (folderIds?.length ?? 0) },
      );
      return found;
    },
  };
}

/** Names an accessor in a deployment. */
export function keyOfFolders(deploymentId: number, { shape, values }: AccessorShape): string {
  return JSON.stringify([deploymentId, shape, values]);
}

/** Folders as the parameters of a statement, and their values. */
export function shapeOfFolders(folders: VisibleFolders | undefined): {
  folders: BoundFolders | undefined;
  shape: string;
  values: StatementValues;
} {
  if (!folders) return { folders: undefined, shape: '', values: {} };
  const { version, rootIds, folderIds } = folders;
  return {
    folders: {
      version: new Parameter('folders version'),
      rootIds: new Parameter('root ids'),
      folderIds: folderIds && new Parameter('folder ids'),
    },
    shape: folderIds ? 'folders' : 'roots',
    values: {
      'folders version': version,
      'root ids': rootIds,
      ...(folderIds && { 'folder ids': folderIds }),
    },
  };
}
