import type { AccessLevel } from '../../access/access-level.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import type { Rights } from '../../access/roles/roles.ts';

/* The rules of access, applied to one item after another as a person would. */

/** One more kind: notes hang on reports, or lie in folders of their own. Its entry is all that access needs to know. */
export const kinds = {
  ...resourceKinds,
  NOTE: {
    name: 'note',
    table: 'notes',
    alias: 'n',
    owner: 'written_by',
    folder: 'folder_id',
    parents: [{ type: 'REPORT', column: 'report_id' }],
  },
} as const;
/** A kind of {@link kinds}. */
export type Type = keyof typeof kinds;
export const types = ['FOLDER', 'WORKBOOK', 'REPORT', 'NOTE'] as const;

/** An item as it was stored, and what is nearest above it. */
export interface Item {
  type: Type;
  id: number;
  owner: number | null;
  folder: Item | null;
  parent: Item | null;
}

/** A grant as it was stored. */
export interface Grant {
  type: string;
  id: number;
  subject: string;
  subjectId: number;
  level: AccessLevel;
}

/** The folders from one up to the root. */
export function foldersOf(folder: Item | null): Item[] {
  return folder === null ? [] : [folder, ...foldersOf(folder.folder)];
}

/** Where an item lies: in its own folder, or else where what it belongs to lies. */
export function holderOf({ folder, parent }: Item): Item | null {
  return folder ?? (parent && holderOf(parent));
}

/** All that hands access down to an item, the nearest first, itself included. */
export function chainOf(item: Item): Item[] {
  const parents: Item[] = [];
  for (let each: Item | null = item; each; each = each.parent) parents.push(each);
  return [...parents, ...foldersOf(holderOf(item))];
}

/** Who asks, as the rules see it. */
export interface Person {
  userId: number | null;
  subjects: [type: string, id: number][];
  rights: Pick<Rights, 'leastLevel' | 'highestLevel'>;
}

/** The rules as a person would apply them to one item. */
export function naiveLevel(
  { userId, subjects, rights }: Person,
  item: Item,
  grants: readonly Grant[],
): number {
  const chain = chainOf(item);
  const isOwner = userId !== null && chain.some(({ owner }) => owner === userId);
  const given = subjects.map(([type, id]) => {
    const nearest = chain
      .map((each) =>
        grants.find(
          (grant) =>
            grant.type === each.type &&
            grant.id === each.id &&
            grant.subject === type &&
            grant.subjectId === id,
        ),
      )
      .find((grant) => grant !== undefined);
    return nearest?.level ?? 0;
  });
  return Math.min(rights.highestLevel, Math.max(rights.leastLevel, isOwner ? 3 : 0, ...given));
}
