import type { AccessLevel } from '../../access/access-level.ts';
import { foldersOf } from './naive-access.ts';
import {
  isOnTheWay,
  keyOf,
  levelOf,
  listThings,
  type Caller,
  type ItemType,
  type Ref,
  type Thing,
  type Workspace,
} from './naive-workspace.ts';

/* The rules that the operations of a workspace have in common, in the words of the contract. */

/** Where an item is put; what is undefined is not said. */
export interface Place {
  readonly folderId?: number | null;
  readonly workbookId?: number | null;
}

/** What is given to one subject. */
export interface Entry {
  readonly subjectType: string;
  readonly subjectId: number;
  readonly level: AccessLevel;
}

/** An operation of the API. */
export type Operation =
  | ({ readonly kind: 'create'; readonly type: ItemType; readonly name: string } & Place)
  | ({ readonly kind: 'change'; readonly item: Ref; readonly name?: string } & Place)
  | ({
      readonly kind: 'upsert';
      readonly type: 'WORKBOOK' | 'REPORT';
      readonly key: string;
      readonly name?: string;
    } & Place)
  | { readonly kind: 'move'; readonly item: Ref; readonly folderId: number | null }
  | { readonly kind: 'bulk move'; readonly items: readonly Ref[]; readonly folderId: number | null }
  | { readonly kind: 'delete'; readonly item: Ref }
  | { readonly kind: 'bulk delete'; readonly items: readonly Ref[] }
  | { readonly kind: 'restore' | 'purge'; readonly entryId: number }
  | { readonly kind: 'copy' | 'copy shared' | 'publish'; readonly item: Ref }
  | { readonly kind: 'share'; readonly item: Ref; readonly entries: readonly Entry[] };

/** What an operation comes to. */
export interface Outcome {
  readonly status: number;
  /** The items that are there afterwards, and that the answer shows. */
  readonly shown: readonly Thing[];
  /** Of those, the ones of which the time of the last change is new; nothing else has another one. */
  readonly touched: readonly Thing[];
  /** Of bulk operations, by item. */
  readonly failed: readonly { readonly key: string; readonly status: number }[];
}

/** What only the server decides: ids. */
interface Given {
  /** Of the item that the answer shows. */
  readonly id: number;
  /** Of the entries of the trash, by item. */
  readonly entryIds: ReadonlyMap<string, number>;
  /** Of the tabs of a copy, in their order. */
  readonly tabs: readonly number[];
}

/** A refusal, by its status. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Refused with ${status}`);
    this.status = status;
  }
}

/** A change that is being made. */
export interface Change {
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly given: Given;
}

/** Items that a change has shown and touched. */
export type Done = Pick<Outcome, 'shown' | 'touched'>;

/** An item on which the caller has a level: what it does not see is not there. */
export function get({ workspace, caller }: Change, ref: Ref, least: number): Thing {
  const item = workspace.items.get(keyOf(ref));
  const level = item ? levelOf(workspace, caller, item) : 0;
  const isSeen = item && (level > 0 || (item.type === 'FOLDER' && isOnTheWay(workspace, caller, item)));
  if (!isSeen) throw new Refused(404);
  if (level < least) throw new Refused(403);
  return item;
}

/** The folder that something is put into; null is the root. */
export function getFolder(change: Change, id: number | null | undefined): Thing | null {
  return id == null ? null : get(change, { type: 'FOLDER', id }, 2);
}

/** Adds an item, which belongs to the caller. */
export function add(
  { workspace, caller }: Change,
  item: Pick<Thing, 'type' | 'id' | 'name' | 'folder' | 'parent'> & Partial<Thing>,
): Thing {
  const made = { key: null, published: null, ...item, owner: caller.userId, maker: caller.viewerId };
  workspace.items.set(keyOf(made), made);
  // A tab is of the viewer who has made its workbook.
  if (caller.viewerId !== null && !made.parent)
    workspace.grants.push({
      type: made.type,
      id: made.id,
      subject: 'EMBED_USER',
      subjectId: caller.viewerId,
      level: 3,
    });
  return made;
}

/**
 * Refuses a folder that would lie too deep, or beside another of its name; the folders of viewers have names of their
 * own.
 */
export function checkFolder(
  { workspace }: Change,
  folder: { item: Thing | null; name: string; maker: number | null },
  above: Thing | null,
): void {
  const { item, name, maker } = folder;
  const folders = listThings(workspace, 'FOLDER');
  const below = folders.filter((each) => item && foldersOf(each).includes(item));
  const height = item ? Math.max(...below.map((each) => foldersOf(each).indexOf(item) + 1)) : 1;
  if (foldersOf(above).length + height > 10) throw new Refused(400);
  const isTaken = folders.some(
    (each) => each !== item && each.folder === above && each.name === name && each.maker === maker,
  );
  if (isTaken) throw new Refused(400);
}

/** The place of a report that is put somewhere: in a workbook, or else in a folder. */
export function reportPlace(
  change: Change,
  report: Thing | undefined,
  { folderId, workbookId }: Place,
): Pick<Thing, 'folder' | 'parent'> {
  const { workspace, caller } = change;
  if (workbookId != null) get(change, { type: 'WORKBOOK', id: workbookId }, 2);
  const kept = report?.parent ?? null;
  const parent =
    workbookId === undefined
      ? kept
      : (workspace.items.get(keyOf({ type: 'WORKBOOK', id: workbookId ?? 0 })) ?? null);
  if (!parent) {
    const stays = kept ? null : (report?.folder ?? null);
    const known = workspace.items.get(keyOf({ type: 'FOLDER', id: folderId ?? 0 })) ?? null;
    const folder = folderId === undefined ? stays : known;
    const moves = folder !== (report?.folder ?? null) || kept !== null || (folderId != null && !known);
    if (report && moves && levelOf(workspace, caller, report) < 3) throw new Refused(403);
    return { parent: null, folder: folderId === undefined ? stays : getFolder(change, folderId) };
  }
  // The folder of the workbook says nothing new, to those who see the workbook.
  const isSaid = folderId === parent.folder?.id && levelOf(workspace, caller, parent) > 0;
  if (folderId != null && !isSaid) throw new Refused(400);
  if (report && parent !== kept && levelOf(workspace, caller, report) < 3) throw new Refused(403);
  return { parent, folder: null };
}

/** Changes an item; one that is put where it is, and nothing else, stays as it is. */
export function changeThing(
  change: Change,
  ref: Ref,
  { name, folderId, workbookId }: Place & { name?: string },
): Done {
  const isPlacedAlone = name === undefined;
  const item = get(change, ref, ref.type === 'WORKBOOK' && folderId !== undefined ? 3 : 2);
  if (item.type === 'FOLDER') {
    if (name !== undefined) checkFolder(change, { item, name, maker: item.maker }, item.folder);
  } else {
    const place =
      item.type === 'REPORT'
        ? reportPlace(change, item, { folderId, workbookId })
        : { parent: null, folder: folderId === undefined ? item.folder : getFolder(change, folderId) };
    if (isPlacedAlone && place.folder === item.folder && place.parent === item.parent)
      return { shown: [item], touched: [] };
    Object.assign(item, place);
  }
  item.name = name ?? item.name;
  return { shown: [item], touched: [item] };
}
