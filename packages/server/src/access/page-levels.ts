import { toFieldName } from '../db/column-names.ts';
import { accessLevels, type AccessLevel } from './access-level.ts';
import { kindOf } from './lineage.ts';
import type { FolderFact, GrantFact, HolderFact, PageAccess } from './page-facts.ts';
import { resourceKinds, type ResourceKind, type ResourceKinds } from './resource-kinds.ts';
import { hasOneLevel, type Accessor, type GrantSubjectType } from './subjects.ts';

/** Tells the level on an item of a page. */
type PageLevels = (item: object & { readonly id: number }) => AccessLevel;

/** Levels by subject. */
type Shares = ReadonlyMap<string, AccessLevel>;

/** What a folder hands down: what was given on it or above, and whether the accessor owns one of them. */
interface FolderShares {
  readonly given: Shares;
  readonly isOwned: boolean;
}

/** An item, or what hands its access down to it. */
interface Step {
  readonly type: string;
  readonly id: number;
  readonly ownerId: unknown;
}

const nothing: FolderShares = { given: new Map(), isOwned: false };

/**
 * Works out the levels of an accessor on the items of a page, by the rule of `item-level.ts`: what was gathered for the
 * page is all that it rests on. A property test holds the two and the rule in words together.
 */
export function pageLevels(
  { accessor, type, kinds = resourceKinds }: { accessor: Accessor; type: string; kinds?: ResourceKinds },
  { folders, holders, grants }: PageAccess,
): PageLevels {
  const { userId, leastLevel, highestLevel } = accessor;
  if (hasOneLevel(accessor)) return () => highestLevel;
  const types = new Set<GrantSubjectType>(accessor.subjects.map((subject) => subject.type));
  const held = (grants ?? []).filter(([, , subjectType]) => types.has(subjectType));
  const lowest = within(accessLevels.none, leastLevel, highestLevel);
  if (held.length === 0 && userId === null) return () => lowest;
  const given = grantsOf(held);
  const sharesOf = folderSharesOf(folders ?? [], given, userId);
  const lineageOf = lineagesOf(kinds, holders ?? []);
  const kind = kindOf(kinds, type);
  const levelOf = (row: Fields, id: number): AccessLevel => {
    const { steps, folderId } = lineageOf(type, id, kind, (column) => row[toFieldName(column)]);
    const inherited = type === 'FOLDER' ? sharesOf(id) : sharesOf(folderId);
    const isOwned = inherited.isOwned || (userId !== null && steps.some(({ ownerId }) => ownerId === userId));
    const level = isOwned
      ? accessLevels.manage
      : highestOf(type === 'FOLDER' ? inherited.given : overlay(inherited.given, steps, given));
    return within(level, leastLevel, highestLevel);
  };
  // The columns of kinds are of their tables, so rows have them as fields.
  if (type === 'FOLDER') return (item) => levelOf(item as Fields & typeof item, item.id);
  const isGranted = new Set(held.flatMap(([itemType, id]) => (itemType === type ? [id] : [])));
  const alike = new Map<string, AccessLevel>();
  const fields = [kind.owner, kind.folder, ...(kind.parents ?? []).map(({ column }) => column)];
  const decisive = fields.flatMap((column) => (column === undefined ? [] : [toFieldName(column)]));
  return (item) => {
    const row = item as Fields & typeof item;
    if (isGranted.has(item.id)) return levelOf(row, item.id);
    // What is not granted itself has the level of every other item of the same owner in the same place.
    const key = decisive.map((field) => row[field]).join(' ');
    const level = alike.get(key) ?? levelOf(row, item.id);
    alike.set(key, level);
    return level;
  };
}

/** A row by its fields. */
type Fields = Readonly<Record<string, unknown>>;

function within(level: AccessLevel, least: AccessLevel, highest: AccessLevel): AccessLevel {
  const raised = level > least ? level : least;
  return raised < highest ? raised : highest;
}

function highestOf(given: Shares): AccessLevel {
  let highest: AccessLevel = accessLevels.none;
  for (const level of given.values()) if (level > highest) highest = level;
  return highest;
}

/** What is given on nearer things replaces, for each subject, what is given on those farther away. */
function overlay(inherited: Shares, steps: readonly Step[], given: GrantsOf): Shares {
  let shares = inherited;
  for (const { type, id } of steps.toReversed()) shares = withGrants(shares, given(type, id));
  return shares;
}

function withGrants(shares: Shares, grants: readonly GrantFact[]): Shares {
  if (grants.length === 0) return shares;
  const own = grants.map(
    ([, , subjectType, subjectId, level]) => [`${subjectType} ${subjectId}`, level] as const,
  );
  return new Map([...shares, ...own]);
}

/** The grants on one thing. */
type GrantsOf = (type: string, id: number) => readonly GrantFact[];

function grantsOf(grants: readonly GrantFact[]): GrantsOf {
  if (grants.length === 0) return () => [];
  const byItem = Map.groupBy(grants, ([type, id]) => `${type} ${id}`);
  return (type, id) => byItem.get(`${type} ${id}`) ?? [];
}

function folderSharesOf(
  folders: readonly FolderFact[],
  given: GrantsOf,
  userId: Accessor['userId'],
): (folderId: number | null) => FolderShares {
  const byId = new Map(folders.map((folder) => [folder[0], folder]));
  const known = new Map<number, FolderShares>();
  const sharesOf = (id: number | null): FolderShares => {
    const folder = id === null ? undefined : byId.get(id);
    if (id === null || !folder) return nothing;
    const found = known.get(id);
    if (found) return found;
    const [, , parentId, ownerId] = folder;
    const above = sharesOf(parentId);
    const shares = {
      given: withGrants(above.given, given('FOLDER', id)),
      isOwned: above.isOwned || (userId !== null && ownerId === userId),
    };
    known.set(id, shares);
    return shares;
  };
  return sharesOf;
}

/**
 * What an item belongs to, itself first, and the folder that it lies in: its own, or else the one of its first parent.
 */
interface Lineage {
  readonly steps: readonly Step[];
  readonly folderId: number | null;
}

type LineageOf = (type: string, id: number, kind: ResourceKind, read: (column: string) => unknown) => Lineage;

function lineagesOf(kinds: ResourceKinds, holders: readonly HolderFact[]): LineageOf {
  const byRef = new Map(holders.map((holder) => [`${holder[0]} ${holder[1]}`, holder]));
  const lineageOf: LineageOf = (type, id, kind, read) => {
    const parents = (kind.parents ?? []).map((parent): Lineage | undefined => {
      const parentId = read(parent.column);
      const holder = typeof parentId === 'number' ? byRef.get(`${parent.type} ${parentId}`) : undefined;
      return holder && lineageOfHolder(holder);
    });
    // Columns of folders are ids or null.
    const own = kind.folder === undefined ? null : (read(kind.folder) as number | null);
    return {
      steps: [{ type, id, ownerId: read(kind.owner) }, ...parents.flatMap((parent) => parent?.steps ?? [])],
      folderId: own ?? parents[0]?.folderId ?? null,
    };
  };
  const lineageOfHolder = ([type, id, ownerId, folderId, parentIds]: HolderFact): Lineage => {
    const kind = kindOf(kinds, type);
    const parentColumns = (kind.parents ?? []).map(({ column }) => column);
    return lineageOf(type, id, kind, (column) => {
      if (column === kind.owner) return ownerId;
      return column === kind.folder ? folderId : (parentIds[parentColumns.indexOf(column)] ?? null);
    });
  };
  return lineageOf;
}
