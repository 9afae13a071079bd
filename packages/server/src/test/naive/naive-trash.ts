import { checkFolder, get, Refused, type Change, type Done } from './naive-rules.ts';
import {
  isInTrashOf,
  keyOf,
  levelOf,
  listThings,
  tabsOf,
  type Ref,
  type Thing,
  type Trashed,
} from './naive-workspace.ts';

/** Deletes an item with all that goes with it; what lay in a folder lies at the root. */
export function remove(change: Change, ref: Ref): Done {
  const { workspace, caller, given } = change;
  const item = get(change, ref, 3);
  const content = listThings(workspace).filter(({ folder }) => folder === item);
  if (content.some(({ type }) => type === 'FOLDER')) throw new Refused(400);
  const tabs = tabsOf(workspace, item);
  const gone = new Set([item, ...tabs].map(keyOf));
  const isOfGone = (grant: { type: string; id: number }) => gone.has(`${grant.type} ${grant.id}`);
  workspace.trash.push({
    id: given.entryIds.get(keyOf(item)) ?? 0,
    item,
    tabs,
    content,
    grants: workspace.grants.filter(isOfGone),
    deletedBy: caller.name,
  });
  for (const key of gone) workspace.items.delete(key);
  for (const each of content) each.folder = null;
  workspace.grants = workspace.grants.filter((grant) => !isOfGone(grant));
  return { shown: [], touched: [] };
}

/** An entry of the trash that the caller is shown. */
function getEntry({ workspace, caller }: Change, id: number): Trashed {
  const entry = workspace.trash.find((each) => each.id === id);
  if (!entry || !isInTrashOf(caller, entry)) throw new Refused(404);
  return entry;
}

/** Brings an item back to where it was, if the caller then manages it. */
export function restore(change: Change, entryId: number): Done {
  const { workspace, caller } = change;
  const entry = getEntry(change, entryId);
  const { item } = entry;
  const isThere = (each: Thing | null) => each !== null && workspace.items.get(keyOf(each)) === each;
  if (item.parent && !isThere(item.parent)) throw new Refused(404);
  const keys = [item, ...entry.tabs].flatMap(({ type, key }) => (key === null ? [] : `${type} ${key}`));
  if (listThings(workspace).some(({ type, key }) => keys.includes(`${type} ${key}`))) throw new Refused(409);
  const folder = isThere(item.folder) ? item.folder : null;
  if (item.type === 'FOLDER') checkFolder(change, { item: null, name: item.name, maker: item.maker }, folder);
  const before = { grants: workspace.grants, folder: item.folder };
  item.folder = folder;
  workspace.grants = [...workspace.grants, ...entry.grants];
  if (levelOf(workspace, caller, item) < 3) {
    workspace.grants = before.grants;
    item.folder = before.folder;
    throw new Refused(403);
  }
  for (const each of [item, ...entry.tabs]) workspace.items.set(keyOf(each), each);
  // What has found another place meanwhile stays there.
  for (const each of entry.content) if (isThere(each) && !each.folder && !each.parent) each.folder = item;
  workspace.trash = workspace.trash.filter((each) => each !== entry);
  return { shown: [item], touched: [] };
}

/** Deletes an item for good. */
export function purge(change: Change, entryId: number): Done {
  const entry = getEntry(change, entryId);
  change.workspace.trash = change.workspace.trash.filter((each) => each !== entry);
  return { shown: [], touched: [] };
}
