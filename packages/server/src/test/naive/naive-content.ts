import {
  add,
  changeThing,
  get,
  getFolder,
  Refused,
  reportPlace,
  type Change,
  type Done,
  type Operation,
  type Place,
} from './naive-rules.ts';
import {
  levelOf,
  listThings,
  tabsOf,
  type Caller,
  type Ref,
  type Thing,
  type Workspace,
} from './naive-workspace.ts';

/** Creates the item that has a key, or changes it; what changes nothing writes nothing. */
export function upsert(
  change: Change,
  { type, key, name, folderId, workbookId }: Extract<Operation, { kind: 'upsert' }>,
): Done {
  const { workspace, caller, given } = change;
  const found = listThings(workspace, type).find((each) => each.key === key);
  if (!found) {
    if (!caller.isAuthor) throw new Refused(403);
    const place =
      type === 'REPORT'
        ? reportPlace(change, undefined, { folderId, workbookId })
        : { folder: getFolder(change, folderId), parent: null };
    const made = add(change, { type, id: given.id, name: name ?? key, key, ...place });
    return { shown: [made], touched: [made] };
  }
  const level = levelOf(workspace, caller, found);
  // Nobody is led to what is hidden by a key.
  if (level === 0 && type === 'REPORT') throw new Refused(409);
  if (level < 2) throw new Refused(403);
  if (type === 'REPORT' && saysNothing(change, found, { name, folderId, workbookId }))
    return { shown: [found], touched: [] };
  const { name: was, folder, parent } = found;
  const done = changeThing(change, found, { ...(name !== undefined && { name }), folderId, workbookId });
  const isSame = was === found.name && folder === found.folder && parent === found.parent;
  return isSame ? { ...done, touched: [] } : done;
}

/**
 * Whether a report has all that is said of it; the folder of its workbook says nothing new to those who see the
 * workbook.
 */
function saysNothing(
  { workspace, caller }: Change,
  { name: was, folder, parent }: Thing,
  { name = was, folderId, workbookId = parent?.id ?? null }: Place & { name?: string | undefined },
): boolean {
  const isKnown = parent !== null && levelOf(workspace, caller, parent) > 0;
  const isHere =
    folderId === undefined ||
    folderId === (folder?.id ?? null) ||
    (isKnown && folderId === parent.folder?.id);
  return name === was && isHere && workbookId === (parent?.id ?? null);
}

/**
 * Copies a workbook with its reports and its published dashboard, beside it where the caller may put something there.
 */
export function copyWorkbook(change: Change, ref: Ref, { isShared }: { isShared: boolean }): Done {
  const { workspace, caller, given } = change;
  const source = isShared ? getShared(change, ref) : get(change, ref, caller.kind === 'user' ? 1 : 2);
  const { published } = source;
  if (isShared && !published) throw new Refused(400);
  const folder =
    !isShared && source.folder && levelOf(workspace, caller, source.folder) >= 2 ? source.folder : null;
  const copy = add(change, {
    type: 'WORKBOOK',
    id: given.id,
    name: `Copy of ${source.name}`,
    folder,
    parent: null,
  });
  // The server gives the ids, in the order of what is copied.
  const copied = isShared ? [...(published?.reports ?? [])] : sourcesOf(workspace, source);
  const ids = new Map(copied.map(({ id }, index) => [id, given.tabs[index] ?? 0]));
  const tabs = copied.map(({ id, name }) =>
    add(change, { type: 'REPORT', id: ids.get(id) ?? 0, name, folder: null, parent: copy }),
  );
  copy.published = published && {
    title: published.title,
    reports: published.reports.map(({ id, name }) => ({ id: ids.get(id) ?? 0, name })),
  };
  return { shown: [copy], touched: [copy, ...tabs] };
}

/** What a copy has tabs of: the tabs, and the reports that the dashboard shows and that are none any more. */
function sourcesOf(workspace: Workspace, source: Thing): { id: number; name: string }[] {
  const tabs = tabsOf(workspace, source).sort((one, other) => one.id - other.id);
  const gone = (source.published?.reports ?? []).filter(({ id }) => !tabs.some((tab) => tab.id === id));
  return [...tabs, ...gone];
}

/** What is shared with the viewers of a tenant, and what is not is not there. */
function getShared(change: Change, ref: Ref) {
  const { caller } = change;
  const isOfViewers = (type: string) => type === 'EMBED_TENANT' || type === 'ALL_EMBED_USERS';
  const viewers: Caller = { ...caller, subjects: caller.subjects.filter(([type]) => isOfViewers(type)) };
  return get({ ...change, caller: viewers }, ref, 1);
}

/** Publishes the reports of a workbook as they are. */
export function publish(change: Change, ref: Ref): Done {
  const workbook = get(change, ref, 2);
  const reports = tabsOf(change.workspace, workbook).map(({ id, name }) => ({ id, name }));
  workbook.published = { title: workbook.name, reports };
  return { shown: [], touched: [] };
}
