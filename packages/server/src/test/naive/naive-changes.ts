import { foldersOf } from './naive-access.ts';
import { copyWorkbook, publish, upsert } from './naive-content.ts';
import {
  add,
  changeThing,
  checkFolder,
  get,
  getFolder,
  Refused,
  reportPlace,
  type Change,
  type Done,
  type Entry,
  type Operation,
  type Outcome,
} from './naive-rules.ts';
import { purge, remove, restore } from './naive-trash.ts';
import { isOnTheWay, keyOf, levelOf, type Ref } from './naive-workspace.ts';

/* What becomes of a workspace by each operation, in the words of the contract. */

function create(
  change: Change,
  { type, name, folderId, workbookId }: Extract<Operation, { kind: 'create' }>,
): Done {
  const { id } = change.given;
  if (type === 'REPORT') {
    const made = add(change, { type, id, name, ...reportPlace(change, undefined, { folderId, workbookId }) });
    return { shown: [made], touched: [made] };
  }
  const folder = getFolder(change, folderId);
  if (type === 'FOLDER') checkFolder(change, { item: null, name, maker: change.caller.viewerId }, folder);
  const made = add(change, { type, id, name, folder, parent: null });
  return { shown: [made], touched: [made] };
}

/** Moves an item. A user of the account is told of what there is that it does not see. */
function move(change: Change, ref: Ref, folderId: number | null): Done {
  const { workspace, caller } = change;
  const find = (wanted: Ref) => {
    const item = workspace.items.get(keyOf(wanted));
    if (!item) throw new Refused(404);
    const isKnown = caller.kind === 'user' || (item.type === 'FOLDER' && isOnTheWay(workspace, caller, item));
    if (levelOf(workspace, caller, item) === 0) throw new Refused(isKnown ? 403 : 404);
    return item;
  };
  const item = find(ref);
  const folder = folderId === null ? null : find({ type: 'FOLDER', id: folderId });
  if (levelOf(workspace, caller, item) < 3) throw new Refused(403);
  if (folder && levelOf(workspace, caller, folder) < 2) throw new Refused(403);
  if (item.parent || foldersOf(folder).includes(item)) throw new Refused(400);
  if (item.folder === folder) return { shown: [item], touched: [] };
  if (item.type === 'FOLDER') checkFolder(change, { item, name: item.name, maker: item.maker }, folder);
  item.folder = folder;
  return { shown: [item], touched: [item] };
}

/** Replaces what was given on an item; viewers and users each what is theirs to give. */
function share(change: Change, ref: Ref, entries: readonly Entry[]): Done {
  const { workspace, caller } = change;
  const { type, id } = get(change, ref, 3);
  const isOwn = (subject: string, subjectId: number, level: number) => {
    const isWithinTenant = subject === 'EMBED_USER' || subject === 'EMBED_GROUP';
    if (caller.kind === 'user') return !isWithinTenant;
    const isTenant = caller.subjects.some(([each, own]) => each === subject && own === subjectId);
    return level < 3 && (isWithinTenant || (subject === 'EMBED_TENANT' && isTenant));
  };
  const kept = workspace.grants.filter(
    (grant) => grant.type !== type || grant.id !== id || !isOwn(grant.subject, grant.subjectId, grant.level),
  );
  const isKept = ({ subjectType, subjectId }: Entry) =>
    kept.some(
      (grant) =>
        grant.type === type &&
        grant.id === id &&
        grant.subject === subjectType &&
        grant.subjectId === subjectId,
    );
  const given = entries
    .filter((entry) => !isKept(entry))
    .map(({ subjectType, subjectId, level }) => ({ type, id, subject: subjectType, subjectId, level }));
  workspace.grants = [...kept, ...given];
  return { shown: [], touched: [] };
}

/** Refuses what a caller of a kind may not ask at all. */
function checkKind({ caller }: Change, { kind }: Operation): void {
  if (caller.kind === 'stranger') throw new Refused(404);
  if (caller.kind === 'reader') throw new Refused(403);
  if (caller.kind === 'creator' && kind === 'upsert') throw new Refused(403);
  if (caller.kind === 'user' && kind === 'copy shared') throw new Refused(403);
  if (!caller.isAuthor && (kind === 'create' || kind === 'copy')) throw new Refused(403);
}

/** Each item by the rules of the single operation, each once. */
function each(items: readonly Ref[], change: (item: Ref) => Done): Omit<Outcome, 'status'> {
  const failed: { key: string; status: number }[] = [];
  const distinct = new Map(items.map((item) => [keyOf(item), item]));
  const done = [...distinct].flatMap(([key, item]) => {
    try {
      return change(item);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed.push({ key, status: error.status });
      return [];
    }
  });
  return {
    shown: done.flatMap(({ shown }) => shown),
    touched: done.flatMap(({ touched }) => touched),
    failed,
  };
}

function run(change: Change, operation: Operation): Done & Partial<Outcome> {
  switch (operation.kind) {
    case 'create':
      return create(change, operation);
    case 'change':
      return changeThing(change, operation.item, operation);
    case 'upsert':
      return upsert(change, operation);
    case 'move':
      return move(change, operation.item, operation.folderId);
    case 'bulk move':
      return each(operation.items, (item) => move(change, item, operation.folderId));
    case 'delete':
      return remove(change, operation.item);
    case 'bulk delete':
      return each(operation.items, (item) => remove(change, item));
    case 'restore':
      return restore(change, operation.entryId);
    case 'purge':
      return purge(change, operation.entryId);
    case 'copy':
    case 'copy shared':
      return copyWorkbook(change, operation.item, { isShared: operation.kind === 'copy shared' });
    case 'publish':
      return publish(change, operation.item);
    case 'share':
      return share(change, operation.item, operation.entries);
  }
}

/** Makes a change in a workspace, or refuses it and leaves the workspace as it is. */
export function perform(change: Change, operation: Operation): Outcome {
  try {
    checkKind(change, operation);
    return { status: 200, failed: [], ...run(change, operation) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, shown: [], touched: [], failed: [] };
  }
}
