import type { AccessSubject, BulkAccessChange, WorkspaceBulkFailure } from '@oriel/contract';
import assert from 'node:assert/strict';
import type { Operation, Outcome } from './naive-rules.ts';
import { keyOf, shownTo, type Ref, type SubjectLevels, type Thing } from './naive-workspace.ts';
import { toShown } from './shown-workspace.ts';
import type { Stored } from './stored-workspace.ts';
import type { Callers, SendingCaller } from './workspace-callers.ts';
import { expectedFor, standingAlone, withTime, type Compared } from './workspace-checks.ts';

/* What an operation has answered and done, compared with what the naive workspace says of it. */

/** What answers of all operations may have. */
export interface Answer {
  readonly id?: number;
  readonly moved?: Parameters<typeof toShown>[0][];
  readonly deleted?: Ref[];
  readonly failed?: WorkspaceBulkFailure[];
  readonly accessChanges?: BulkAccessChange[];
}

/** What was changed is newer, and nothing else is other than it was. */
export function checkStored(
  { workspace, stored }: Pick<Compared, 'workspace' | 'stored'>,
  { before, touched }: { before: ReadonlyMap<string, Stored>; touched: readonly Thing[] },
): void {
  assert.deepEqual(
    [...stored.keys()].toSorted(),
    [...workspace.items.keys()].toSorted(),
    'The items that there are',
  );
  const changed = [...stored].filter(
    ([key, { changedAt }]) => before.has(key) && before.get(key)?.changedAt !== changedAt,
  );
  assert.deepEqual(
    changed.map(([key]) => key).toSorted(),
    touched
      .map(keyOf)
      .filter((key) => before.has(key))
      .toSorted(),
    'The items that have changed',
  );
}

/** The answer shows the items as they are shown from now on. */
export function checkAnswer(
  compared: Pick<Compared, 'workspace' | 'stored'>,
  {
    operation,
    answer,
    outcome,
    caller,
  }: { operation: Operation; answer: Answer; outcome: Outcome; caller: SendingCaller },
): void {
  checkFailed(answer, outcome);
  if (outcome.status !== 200) return;
  const items = operation.kind.startsWith('bulk')
    ? answer.moved
    : outcome.shown.length > 0
      ? [answer as never]
      : [];
  const shown = (items ?? []).map((item) => standingAlone(toShown(item)));
  const expected = outcome.shown.map((item) => {
    const seen = expectedFor(compared, caller, item);
    // What the caller has put out of its own sight is answered once more, with no rights.
    const all = withTime(shownTo(compared.workspace, everything, item) ?? never(), compared.stored);
    return standingAlone(seen ?? { ...all, canEdit: false, canManage: false });
  });
  assert.deepEqual(shown, expected, `What ${operation.kind} answers ${caller.name}`);
}

function checkFailed({ failed }: Answer, outcome: Outcome): void {
  assert.deepEqual(
    (failed ?? []).map(({ type, id, error }) => ({ key: `${type} ${id}`, status: error.status })),
    outcome.failed,
    'What has failed',
  );
}

function never(): never {
  throw new Error('Who sees everything does not see an item');
}

/** A caller that sees everything. */
const everything: SendingCaller = {
  name: 'everything',
  kind: 'user',
  isAuthor: true,
  userId: null,
  viewerId: null,
  subjects: [],
  rights: { leastLevel: 3, highestLevel: 3 },
  headers: {},
};

/** What a dry run has said of access is what has become of it, and what it has said of items is what became of them. */
export function checkTried(
  tried: Answer,
  {
    operation,
    outcome,
    callers,
    before,
    after,
  }: {
    operation: Operation;
    outcome: Outcome;
    callers: Callers;
    /** What subjects could do with the items before, and can do now. */
    before: ReadonlyMap<string, SubjectLevels>;
    after: ReadonlyMap<string, SubjectLevels>;
  },
): void {
  const refused = operation.kind.startsWith('bulk')
    ? outcome.failed
    : outcome.status === 200
      ? []
      : [{ key: keyOf((operation as { item: Ref }).item), status: outcome.status }];
  checkFailed(tried, { ...outcome, failed: refused });
  const said = (tried.accessChanges ?? []).flatMap(({ type, id, changes }) =>
    changes.map(
      ({ subject, before: was, after: is }) =>
        `${type} ${id} ${subject.subjectType} ${idOf(subject, callers)}: ${was} to ${is}`,
    ),
  );
  const names = ['none', 'read', 'edit', 'manage'];
  const failed = new Set(refused.map(({ key }) => key));
  const done = [...before].flatMap(([key, levels]) => {
    // What lies in a folder that goes somewhere goes with it, and is told with it.
    if (failed.has(key)) return [];
    const now = after.get(key);
    return [...new Set([...levels.keys(), ...(now?.keys() ?? [])])].flatMap((subject) => {
      const [was, is] = [levels.get(subject) ?? 0, now?.get(subject) ?? 0];
      return was === is ? [] : [`${key} ${subject}: ${names[was]} to ${names[is]}`];
    });
  });
  assert.deepEqual(said.toSorted(), done.toSorted(), 'How access has changed');
}

/** The id that grants to a subject have. */
function idOf({ subjectId, embedTenantName }: AccessSubject, { ofUsers }: Callers): number {
  const tenant = ofUsers.find(({ entry }) => entry.embedTenantName === embedTenantName);
  return embedTenantName == null ? (subjectId ?? 0) : (tenant?.subjectId ?? 0);
}
