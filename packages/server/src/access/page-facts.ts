import type { AccessLevel } from './access-level.ts';
import type { SubjectType } from './subjects.ts';

/** A folder: its id, its name, the folder above it, its owner. */
export type FolderFact = [id: number, name: string, parentId: number | null, ownerId: number | null];

/** What hands its access down to items: its type and id, its owner, its folder, and what it belongs to itself. */
export type HolderFact = [
  type: string,
  id: number,
  ownerId: number | null,
  folderId: number | null,
  parentIds: (number | null)[],
];

/** A grant: on what, to whom, and the level. */
export type GrantFact = [
  type: string,
  id: number,
  subjectType: SubjectType,
  subjectId: number,
  level: AccessLevel,
];

/**
 * All that the levels of an accessor on the items of a page rest on. Null is none.
 *
 * @see `page-levels.ts`, which works the levels out
 */
export interface PageAccess {
  /** The folders that the items and their holders lie in, and all above. */
  folders: FolderFact[] | null;
  holders: HolderFact[] | null;
  /** To the accessor and to everybody in the account, on what is named here and on the items. */
  grants: GrantFact[] | null;
}
