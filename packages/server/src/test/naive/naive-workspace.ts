import type { AccessLevel } from '../../access/access-level.ts';
import { chainOf, foldersOf, naiveLevel, type Grant, type Item, type Person } from './naive-access.ts';

/* A workspace as a person would keep it on paper: what there is, where it lies, who was given what, and so who sees what. */

/** The kinds of the workspace. */
export type ItemType = 'FOLDER' | 'WORKBOOK' | 'REPORT';

/** The kind and the id of an item, which need not be there. */
export interface Ref {
  readonly type: ItemType;
  readonly id: number;
}

/** An item. A report with a parent is a tab of that workbook, and has no folder of its own. */
export interface Thing extends Item {
  readonly type: ItemType;
  name: string;
  folder: Thing | null;
  parent: Thing | null;
  /** The viewer of an embed session who has made it. */
  readonly maker: number | null;
  /** The slug of a workbook or the public id of a report, where one was chosen. */
  readonly key: string | null;
  /** Of a workbook with a published dashboard. */
  published: Published | null;
}

/** What a published dashboard keeps, whatever becomes of its reports. */
interface Published {
  readonly title: string;
  readonly reports: readonly { readonly id: number; readonly name: string }[];
}

/** A deleted item with all that went with it. */
export interface Trashed {
  readonly id: number;
  readonly item: Thing;
  /** The tabs of a workbook. */
  readonly tabs: readonly Thing[];
  readonly grants: readonly Grant[];
  /** What lay in a folder, and lies at the root since. */
  readonly content: readonly Thing[];
  readonly deletedBy: string;
}

/** The workspace of a deployment. */
export interface Workspace {
  readonly items: Map<string, Thing>;
  grants: Grant[];
  trash: Trashed[];
}

/** Who calls the API. */
export interface Caller extends Person {
  /** How the caller is named in what a failure prints. */
  readonly name: string;
  /** A user; a viewer of an embed session, in creator mode or not; a user of another account. */
  readonly kind: 'user' | 'creator' | 'reader' | 'stranger';
  /** Whether the caller may make things. */
  readonly isAuthor: boolean;
  readonly viewerId: number | null;
}

/** An item as the API shows it to a caller. */
export interface Shown extends Ref {
  readonly name: string;
  readonly folderId: number | null;
  /** The names of the folders above, from the root down. */
  readonly path: readonly string[];
  /** Of reports that are shown as such. */
  readonly workbookId: number | null;
  readonly canEdit: boolean;
  readonly canManage: boolean;
}

/** The name of an item among all. */
export const keyOf = ({ type, id }: Ref): string => `${type} ${id}`;

/** Everything that there is, or all of a kind. */
export function listThings({ items }: Workspace, type?: ItemType): Thing[] {
  return [...items.values()].filter((item) => type === undefined || item.type === type);
}

/** The tabs of a workbook. */
export function tabsOf(workspace: Workspace, workbook: Thing): Thing[] {
  return listThings(workspace, 'REPORT').filter(({ parent }) => parent === workbook);
}

/** What a caller may do with an item: 0 nothing, 1 read, 2 edit, 3 manage. */
export function levelOf({ grants }: Workspace, caller: Caller, item: Thing): number {
  return caller.kind === 'stranger' ? 0 : naiveLevel(caller, item, grants);
}

/**
 * Whether a folder leads to something that the caller sees, and so is shown for the way. A tab is found in its
 * workbook.
 */
export function isOnTheWay(workspace: Workspace, caller: Caller, folder: Thing): boolean {
  return listThings(workspace).some(
    (item) =>
      item !== folder && foldersOf(item.folder).includes(folder) && levelOf(workspace, caller, item) > 0,
  );
}

/** Whether a caller is shown an item. */
function isShown(workspace: Workspace, caller: Caller, item: Thing): boolean {
  const level = levelOf(workspace, caller, item);
  // The tabs of a workbook are for the viewers who may edit it; the others see what is published.
  if (caller.kind !== 'user' && item.parent) return level >= 2;
  return level > 0 || (item.type === 'FOLDER' && isOnTheWay(workspace, caller, item));
}

/** An item as a caller is shown it; undefined where it is not. */
export function shownTo(workspace: Workspace, caller: Caller, item: Thing): Shown | undefined {
  if (!isShown(workspace, caller, item)) return undefined;
  const level = levelOf(workspace, caller, item);
  return {
    type: item.type,
    id: item.id,
    name: item.name,
    folderId: item.folder?.id ?? null,
    path: foldersOf(item.folder)
      .map((folder) => (folder as Thing).name)
      .toReversed(),
    workbookId: item.parent?.id ?? null,
    canEdit: level >= 2,
    canManage: level >= 3,
  };
}

/**
 * Whether a deleted item is in the trash that a caller is shown: of its owner, of who deleted it, of administrators.
 */
export function isInTrashOf(caller: Caller, { item, deletedBy }: Trashed): boolean {
  if (caller.kind === 'reader' || caller.kind === 'stranger') return false;
  const isOwn = caller.userId === null ? item.maker === caller.viewerId : item.owner === caller.userId;
  return isOwn || deletedBy === caller.name || caller.rights.leastLevel > 0;
}

/** The names that a caller may read: of what it sees, and of what is published or deleted of that. */
export function namesFor(workspace: Workspace, caller: Caller): Set<string> {
  const seen = listThings(workspace).filter(
    (item) => levelOf(workspace, caller, item) > 0 || isShown(workspace, caller, item),
  );
  const published = seen.flatMap(({ published: dashboard }) =>
    dashboard ? [dashboard.title, ...dashboard.reports.map(({ name }) => name)] : [],
  );
  const shown = seen.filter((item) => isShown(workspace, caller, item)).map(({ name }) => name);
  const deleted = workspace.trash.filter((entry) => isInTrashOf(caller, entry)).map(({ item }) => item.name);
  return new Set([...shown, ...published, ...deleted]);
}

/** What each subject may do with an item by what is given and owned, by subject. */
export type SubjectLevels = ReadonlyMap<string, AccessLevel>;

/**
 * Whether a caller is told of what is given to subjects of a type: viewers hear of viewers alone, users of what users
 * share.
 */
function isToldOf(caller: Caller, { subject, subjectId }: Grant): boolean {
  const isWithinTenant = subject === 'EMBED_USER' || subject === 'EMBED_GROUP';
  if (caller.kind === 'user') return !isWithinTenant;
  const tenant = caller.subjects.find(([type]) => type === 'EMBED_TENANT')?.[1];
  return (
    isWithinTenant || subject === 'ALL_EMBED_USERS' || (subject === 'EMBED_TENANT' && subjectId === tenant)
  );
}

/** What subjects may do with an item, as a dry run tells a caller; with what goes along where it is deleted. */
export function levelsOf(
  { grants }: Workspace,
  caller: Caller,
  item: Thing,
  parts: readonly Thing[] = [],
): SubjectLevels {
  const levels = new Map<string, AccessLevel>();
  const raise = (subject: string, level: AccessLevel) =>
    level > (levels.get(subject) ?? 0) && levels.set(subject, level);
  for (const each of [item, ...parts]) {
    const chain = chainOf(each);
    const nearest = new Map<string, AccessLevel>();
    for (const place of chain)
      for (const grant of grants) {
        const subject = `${grant.subject} ${grant.subjectId}`;
        const isHere = grant.type === place.type && grant.id === place.id && isToldOf(caller, grant);
        if (isHere && !nearest.has(subject)) nearest.set(subject, grant.level);
      }
    for (const [subject, level] of nearest) raise(subject, level);
    if (caller.kind === 'user') for (const { owner } of chain) if (owner !== null) raise(`USER ${owner}`, 3);
  }
  return levels;
}
