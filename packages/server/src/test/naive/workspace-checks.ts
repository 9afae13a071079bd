import assert from 'node:assert/strict';
import {
  isInTrashOf,
  keyOf,
  levelOf,
  listThings,
  namesFor,
  shownTo,
  type Ref,
  type Shown,
  type Thing,
  type Workspace,
} from './naive-workspace.ts';
import type { ShownNow, ShownReader } from './shown-workspace.ts';
import type { Stored } from './stored-workspace.ts';
import type { Callers, SendingCaller } from './workspace-callers.ts';
import { addressOf } from './workspace-requests.ts';

/* What is compared between the server and the naive workspace. */

/** The two workspaces, and who looks at them. */
export interface Compared {
  readonly shown: ShownReader;
  readonly workspace: Workspace;
  readonly callers: Callers;
  readonly stored: ReadonlyMap<string, Stored>;
}

/** A name of the random workspaces, also of a copy. */
const aName = /(?:Copy of )*thing (?:same )?\d+\./g;
/** The names in a text. */
export const namesIn = (text: string): string[] => text.match(aName) ?? [];

/** No name of what is hidden is in an answer, and no address of a user in that to a viewer. */
export function checkNames(
  caller: SendingCaller,
  body: string,
  { allowed, callers }: { allowed: ReadonlySet<string>; callers: Callers },
): void {
  const told = namesIn(body).filter((name) => !allowed.has(name));
  const addresses = caller.kind === 'user' ? [] : callers.emails.filter((email) => body.includes(email));
  assert.deepEqual([...told, ...addresses], [], `${caller.name} is told of what is hidden: ${body}`);
}

/** An item as it is to be shown to a caller now. */
export function expectedFor(
  { workspace, stored }: Pick<Compared, 'workspace' | 'stored'>,
  caller: SendingCaller,
  item: Thing,
) {
  const expected = shownTo(workspace, caller, item);
  return expected && withTime(expected, stored);
}

export function withTime(shown: Shown, stored: ReadonlyMap<string, Stored>): ShownNow {
  return { ...shown, updatedAt: new Date(stored.get(keyOf(shown))?.updatedAt ?? 0).toISOString() };
}

/** Reports are shown in the form of a workbook by feeds and moves, where they belong to none. */
export const standingAlone = ({ workbookId: _workbookId, ...shown }: ShownNow) => shown;

const byKey = (items: readonly ShownNow[]) =>
  items.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));

/** Everything that a caller is shown, of some kinds. */
function allFor(compared: Compared, caller: SendingCaller, isAsked: (item: Thing) => boolean): ShownNow[] {
  return byKey(
    listThings(compared.workspace)
      .filter(isAsked)
      .flatMap((item) => expectedFor(compared, caller, item) ?? []),
  );
}

/** The lists over all folders show to everybody what they are to be shown. */
export async function checkLists(compared: Compared): Promise<void> {
  const { shown, workspace, callers } = compared;
  const check = async (
    caller: SendingCaller,
    read: Promise<{ items: ShownNow[]; body: string }>,
    isAsked: (item: Thing) => boolean,
  ) => {
    const { items, body } = await read;
    assert.deepEqual(byKey(items), allFor(compared, caller, isAsked), `What is shown to ${caller.name}`);
    checkNames(caller, body, { allowed: namesFor(workspace, caller), callers });
  };
  await Promise.all(
    callers.all.flatMap((caller) => {
      if (caller.kind === 'stranger') return [];
      const isReport = ({ type }: Thing) => type === 'REPORT';
      return [
        check(caller, shown.feed(caller), ({ parent }) => parent === null),
        ...(caller.kind === 'user'
          ? [check(caller, shown.list(caller, '/reports?first=1000'), isReport)]
          : []),
      ];
    }),
  );
}

/** Items by their own addresses: everybody sees them as in the lists, or is told that they are not there. */
export async function checkItems(compared: Compared, refs: readonly Ref[]): Promise<void> {
  const { shown, workspace, callers } = compared;
  const distinct = [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()];
  const check = async (caller: SendingCaller, ref: Ref) => {
    const item = workspace.items.get(keyOf(ref));
    const expected = item && caller.kind !== 'reader' ? expectedFor(compared, caller, item) : undefined;
    const answer = await shown.get(caller, ref);
    const missing = caller.kind === 'reader' ? 403 : 404;
    const which = `${keyOf(ref)} for ${caller.name}`;
    assert.deepEqual([answer.status, answer.item], [expected ? 200 : missing, expected], which);
    checkNames(caller, answer.body, { allowed: namesFor(workspace, caller), callers });
  };
  await Promise.all(callers.all.flatMap((caller) => distinct.map((ref) => check(caller, ref))));
}

/** Every folder, workbook and trash, for everybody. */
export async function checkPlaces(compared: Compared): Promise<void> {
  const { shown, workspace, callers } = compared;
  const alone = (items: readonly ShownNow[]) => byKey(items).map(standingAlone);
  for (const caller of callers.all) {
    if (caller.kind === 'stranger') continue;
    const feed = caller.kind === 'reader' ? '/shared-workspace' : '/workspace';
    for (const folder of [null, ...listThings(workspace, 'FOLDER')]) {
      if (folder && !shownTo(workspace, caller, folder)) continue;
      const query = folder ? `?folderId=${folder.id}` : '?first=1000';
      const { items } = await shown.list(caller, feed + query);
      const expected = allFor(compared, caller, (item) => item.folder === folder && item.parent === null);
      assert.deepEqual(alone(items), alone(expected), `${feed}${query} for ${caller.name}`);
      if (caller.kind === 'reader') continue;
      const folders = await shown.list(
        caller,
        `/folders?first=1000${folder ? `&parentId=${folder.id}` : ''}`,
      );
      assert.deepEqual(
        byKey(folders.items),
        expected.filter(({ type }) => type === 'FOLDER'),
        `Folders for ${caller.name}`,
      );
    }
    for (const workbook of listThings(workspace, 'WORKBOOK')) {
      if (caller.kind === 'reader' || levelOf(workspace, caller, workbook) < 2) continue;
      const { items } = await shown.list(caller, `/reports?first=1000&workbookId=${workbook.id}`);
      assert.deepEqual(
        byKey(items),
        allFor(compared, caller, ({ parent }) => parent === workbook),
        `Tabs for ${caller.name}`,
      );
    }
    if (caller.kind === 'user') {
      const { items } = await shown.list(caller, '/workbooks?first=1000');
      const expected = allFor(compared, caller, ({ type }) => type === 'WORKBOOK');
      assert.deepEqual(byKey(items), expected, `Workbooks for ${caller.name}`);
    }
    if (caller.kind !== 'reader') {
      await checkTrash(compared, caller);
      await checkGiven(compared, caller);
      await checkDashboards(compared, caller);
    }
  }
}

/** Who reaches what the caller manages is told to it, without the names of hidden places. */
async function checkGiven({ shown, workspace, callers }: Compared, caller: SendingCaller): Promise<void> {
  const managed = listThings(workspace).filter((item) => levelOf(workspace, caller, item) === 3);
  for (const item of managed) {
    const answer = await shown.send(caller, { method: 'GET', path: `${addressOf(item)}/access` });
    assert.equal(answer.statusCode, 200, answer.body);
    checkNames(caller, answer.body, { allowed: namesFor(workspace, caller), callers });
  }
}

/** A published dashboard is shown to the callers that see its workbook, by its own address as well. */
async function checkDashboards(
  { shown, workspace, callers }: Compared,
  caller: SendingCaller,
): Promise<void> {
  const admin = callers.all.find(({ rights }) => rights.leastLevel > 0) ?? caller;
  for (const workbook of listThings(workspace, 'WORKBOOK')) {
    const publicId = await shown.dashboardOf(admin, workbook);
    assert.equal(publicId !== undefined, workbook.published !== null, `The dashboard of ${workbook.name}`);
    if (publicId === undefined) continue;
    const isSeen = levelOf(workspace, caller, workbook) > 0;
    const status = await shown.openDashboard(caller, publicId);
    assert.equal(status, isSeen ? 200 : 404, `The dashboard of ${workbook.name} for ${caller.name}`);
    if (isSeen) assert.equal(await shown.dashboardOf(caller, workbook), publicId, workbook.name);
  }
}

async function checkTrash({ shown, workspace }: Compared, caller: SendingCaller): Promise<void> {
  const answer = await shown.send(caller, { method: 'GET', path: '/workspace/trash?first=1000' });
  const { items } = answer.json<{ items: (Ref & { name: string })[] }>();
  const entries = workspace.trash.filter((entry) => isInTrashOf(caller, entry));
  assert.deepEqual(
    items.map(({ id, name }) => [id, name]),
    entries.map(({ id, item }) => [id, item.name]).toReversed(),
    `The trash of ${caller.name}`,
  );
}
