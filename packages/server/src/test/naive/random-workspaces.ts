import fc from 'fast-check';
import type { Entry, Operation, Place } from './naive-rules.ts';
import {
  isInTrashOf,
  levelOf,
  listThings,
  type Caller,
  type Ref,
  type Thing,
  type Workspace,
} from './naive-workspace.ts';
import type { Callers, GivenTo } from './workspace-callers.ts';

/* Random workspaces, and what is done in them: numbers choose among what there is when a step is taken, so that any step can be left out. */

/** All numbers are as likely as each other: small ones would choose the same few things again and again. */
const nat = (max: number) => fc.noBias(fc.nat({ max }));
const index = nat(60);
const weights = {
  create: 3,
  change: 9,
  upsert: 3,
  move: 5,
  'bulk move': 4,
  delete: 2,
  'bulk delete': 2,
  restore: 3,
  purge: 1,
  copy: 2,
  'copy shared': 2,
  publish: 2,
  share: 6,
} as const satisfies Record<Operation['kind'], number>;

/* The keys of the table are the kinds. */
const kinds = Object.keys(weights) as Operation['kind'][];
/** Those of which a sequence of some length makes one. */
export const commonKinds = kinds.filter((each) => weights[each] >= 5);
const anyKind = fc.constantFrom(
  ...kinds.flatMap((each) => Array.from({ length: weights[each] }, () => each)),
);

/** A step before it is known what there is. */
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const MANAGED = 3;
const ANY = 5;

const fields = {
  who: nat(38),
  /** How near the items are to the caller: 0 to 2 what it manages, 3 and 4 what it sees besides, 5 anything. */
  near: nat(5),
  /** Which folder it is: {@link folderAt}. */
  where: nat(9),
  /** Which workbook it is: 0 none, 1 any, 2 and 3 one that the caller may change. */
  holder: nat(3),
  /** Whether a report is changed rather than anything: 0 not. */
  report: nat(2),
  items: fc.array(index, { minLength: 1, maxLength: 4 }),
  folder: index,
  workbook: index,
  /** What is said: 1 a name, 2 a folder, 4 a workbook. */
  says: nat(7),
  name: nat(9),
  given: fc.array(fc.tuple(index, index), { maxLength: 3, size: 'max' }),
};
export const step = fc.record({ kind: anyKind, ...fields });
/** Makes something, for the workspace to begin with. */
export const making = fc.record({
  kind: fc.constantFrom(
    'create' as const,
    'create' as const,
    'create' as const,
    'share' as const,
    'share' as const,
    'publish' as const,
  ),
  ...fields,
  // An administrator shares what there is with the others.
  who: fc.oneof(fc.constant(0), fields.who),
});

/** What steps are taken in. */
export interface Scene {
  readonly workspace: Workspace;
  readonly callers: Callers;
  /** Items of another deployment, which are not there in this one. */
  readonly elsewhere: readonly Ref[];
  /** A name that nothing had before. */
  freshName(): string;
  /** A public id or a slug that is of this deployment alone, by its number. */
  keyAt(type: 'WORKBOOK' | 'REPORT', index: number): string;
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];

/** Who take most steps, those who make things oftener. */
const usual = 'admin one two admin one two ada looker ada grace one two admin'.split(' ');
const others = ['reader', 'stranger'];

/** Who takes a step. */
export function callerOf({ callers }: Scene, { kind, who }: Step): Callers['all'][number] {
  // Others may not copy of the shared workspace.
  if (kind === 'copy shared' && who % 4 !== 0) return named(callers, who % 2 === 0 ? 'ada' : 'grace');
  return named(callers, who < usual.length * 3 - 2 ? pick(usual, who) : pick(others, who));
}

function named({ all }: Callers, name: string | undefined): Callers['all'][number] {
  const caller = all.find((each) => each.name === name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  return caller;
}

/** The items that a step is taken with: those that the caller manages, that it sees and does not manage, or any. */
function thingsNear(scene: Scene, drawn: Step): Thing[] {
  const { workspace } = scene;
  const caller = callerOf(scene, drawn);
  const reports = listThings(workspace, 'REPORT');
  const isOfReports = drawn.kind === 'change' && drawn.report > 0 && reports.length > 0;
  const things = isOfReports ? reports : listThings(workspace);
  const isNear = (level: number) => (drawn.near < MANAGED ? level === 3 : level > 0 && level < 3);
  const near = things.filter((thing) => isNear(levelOf(workspace, caller, thing)));
  return drawn.near === ANY || near.length === 0 ? things : near;
}

/** What a step is taken with. */
function chosenBy(scene: Scene, drawn: Step) {
  const { items, kind } = drawn;
  const caller = callerOf(scene, drawn);
  const near = thingsNear(scene, drawn);
  const isPublished = ({ published }: Thing) => kind !== 'copy shared' || published || drawn.says > 4;
  const workbooks = (kind === 'copy shared' ? listThings(scene.workspace) : near).filter(
    (thing) => thing.type === 'WORKBOOK' && isPublished(thing),
  );
  const { trash } = scene.workspace;
  const shown = trash.filter((entry) => isInTrashOf(caller, entry));
  const entries = drawn.near === ANY || shown.length === 0 ? trash : shown;
  const at = items[0] ?? 0;
  return {
    some: items.flatMap((each) => refAt(scene, near, each) ?? []),
    workbook: pick(workbooks, at),
    entry: pick(entries, at),
  };
}

/** The operation that a step stands for; undefined where there is nothing to do it with. */
export function toOperation(scene: Scene, drawn: Step): Operation | undefined {
  const { kind: wanted, items } = drawn;
  const { some, workbook, entry } = chosenBy(scene, drawn);
  const [item] = some;
  if (!item) return undefined;
  switch (wanted) {
    case 'create':
      return createOf(scene, drawn);
    case 'change':
      return { kind: wanted, item, ...saidOf(scene, drawn, item), ...nameOf(scene, drawn, item) };
    case 'upsert':
      return upsertOf(scene, drawn, (items[0] ?? 0) % 2 === 0 ? 'WORKBOOK' : 'REPORT');
    case 'move':
      return { kind: wanted, item, folderId: folderAt(scene, drawn, item) };
    case 'bulk move':
      return { kind: wanted, items: some, folderId: folderAt(scene, drawn, item) };
    case 'delete':
      return { kind: wanted, item };
    case 'bulk delete':
      return { kind: wanted, items: some };
    case 'restore':
    case 'purge':
      return entry && { kind: wanted, entryId: entry.id };
    case 'copy':
    case 'copy shared':
    case 'publish':
      return workbook && { kind: wanted, item: workbook };
    case 'share':
      return { kind: wanted, item, entries: entriesOf(drawn, givenBy(scene, drawn)) };
  }
}

/** An item that is there, now and then one that is not, or not any more. */
function refAt({ elsewhere, workspace }: Scene, things: readonly Thing[], at: number): Ref | undefined {
  const gone = [...elsewhere, ...workspace.trash.map(({ item }) => item)];
  const found = at % 11 === 10 || things.length === 0 ? pick(gone, at) : pick(things, at);
  return found && { type: found.type, id: found.id };
}

/**
 * The root, where the item is, a folder of another deployment, any folder, or one that the caller may put something
 * into.
 */
function folderAt(scene: Scene, drawn: Step, item?: Ref): number | null {
  const { workspace, elsewhere } = scene;
  const { where, folder: at } = drawn;
  if (where < 2) return null;
  const thing = listThings(workspace).find(({ type, id }) => type === item?.type && id === item.id);
  const own = thing?.folder ?? thing?.parent?.folder;
  if (where === 2 && own) return own.id;
  if (where === 3) return elsewhere.find(({ type }) => type === 'FOLDER')?.id ?? null;
  const folders = listThings(workspace, 'FOLDER');
  const caller = callerOf(scene, drawn);
  const open = folders.filter((folder) => levelOf(workspace, caller, folder) > 1);
  return pick(where < 6 || open.length === 0 ? folders : open, at)?.id ?? null;
}

function workbookAt(scene: Scene, drawn: Step): number | null {
  if (drawn.holder === 0) return null;
  const { workspace } = scene;
  const workbooks = listThings(workspace, 'WORKBOOK');
  const caller = callerOf(scene, drawn);
  const open = workbooks.filter((workbook) => levelOf(workspace, caller, workbook) > 1);
  return pick(drawn.holder === 1 || open.length === 0 ? workbooks : open, drawn.workbook)?.id ?? null;
}

/** Where something is put, as far as its kind has places and the step says one. */
function saidOf(scene: Scene, drawn: Step, item: Ref): Place {
  const { says } = drawn;
  if (item.type === 'FOLDER') return {};
  return {
    ...((says & 2) !== 0 && { folderId: folderAt(scene, drawn, item) }),
    ...(item.type === 'REPORT' && (says & 4) !== 0 && { workbookId: workbookAt(scene, drawn) }),
  };
}

function nameOf(scene: Scene, { says, name }: Step, item: Ref): { name?: string } {
  const places = { FOLDER: 0, WORKBOOK: 2, REPORT: 6 }[item.type];
  // What says nothing changes nothing that is looked at here.
  const isSaid = (says & 1) !== 0 || (says & places) === 0 || item.id === 0;
  return isSaid ? { name: newName(scene, name) } : {};
}

/** Now and then one that others have, as folders beside each other may not. */
function newName(scene: Scene, at: number): string {
  return at < 2 ? `thing same ${at}.` : scene.freshName();
}

function createOf(scene: Scene, drawn: Step): Operation {
  const at = drawn.items[0] ?? 0;
  const type = pick(['FOLDER', 'WORKBOOK', 'REPORT', 'REPORT', 'FOLDER'] as const, at) ?? 'FOLDER';
  const folderId = folderAt(scene, drawn);
  const name = newName(scene, drawn.name);
  if (type === 'FOLDER') return { kind: 'create', type, name, folderId };
  return {
    kind: 'create',
    type,
    name,
    // In a folder or in a workbook: in both it would seldom be made.
    ...saidOf(scene, { ...drawn, says: drawn.report === 0 ? 2 : 4 }, { type, id: 0 }),
  };
}

function upsertOf(scene: Scene, drawn: Step, type: 'WORKBOOK' | 'REPORT'): Operation {
  const key = scene.keyAt(type, drawn.name % 3);
  const found = listThings(scene.workspace, type).find((each) => each.key === key) ?? { type, id: 0 };
  return { kind: 'upsert', type, key, ...saidOf(scene, drawn, found), ...nameOf(scene, drawn, found) };
}

function givenBy(scene: Scene, drawn: Step): readonly GivenTo[] {
  const { kind: by }: Caller = callerOf(scene, drawn);
  return by === 'user' ? scene.callers.ofUsers : scene.callers.ofViewers;
}

/** To whom a step gives what, each once. */
function entriesOf({ given }: Step, subjects: readonly GivenTo[]): Entry[] {
  const entries = given.flatMap(([who, how]) => {
    const subject = pick(subjects, who);
    const level = subject && pick(subject.levels, how);
    return subject && level
      ? { subjectType: subject.entry.subjectType, subjectId: subject.subjectId, level }
      : [];
  });
  return [...new Map(entries.map((entry) => [`${entry.subjectType} ${entry.subjectId}`, entry])).values()];
}
