import assert from 'node:assert/strict';
import { perform } from './naive-changes.ts';
import type { Operation } from './naive-rules.ts';
import {
  keyOf,
  levelsOf,
  listThings,
  namesFor,
  tabsOf,
  type Ref,
  type SubjectLevels,
  type Workspace,
} from './naive-workspace.ts';
import { callerOf, toOperation, type Scene, type Step } from './random-workspaces.ts';
import { checkAnswer, checkStored, checkTried, type Answer } from './operation-checks.ts';
import { createShownReader } from './shown-workspace.ts';
import { createStoredReader, type Stored } from './stored-workspace.ts';
import type { TestApp } from '../test-app.ts';
import type { MakeCallers, SendingCaller } from './workspace-callers.ts';
import { checkItems, checkLists, checkNames, checkPlaces, namesIn } from './workspace-checks.ts';
import { requestOf, tryRequestOf } from './workspace-requests.ts';

/** Takes steps in a deployment of its own, beside the naive workspace. */
interface WorkspaceRun {
  /** What was done, for a person to read. */
  readonly trace: readonly string[];
  /**
   * Takes a step.
   *
   * @returns the kind of the operation and its status; undefined where there was nothing to do
   * @throws an assertion error where the server differs from the naive workspace; of what is not checked, in its status
   * alone
   */
  take(drawn: Step, options: { isChecked: boolean }): Promise<string | undefined>;
  /** Compares everything that everybody is shown by any address. */
  checkAll(): Promise<void>;
}

/** Public ids have 12 characters, and are of the whole installation. */
const DIGITS = 9;

/** Begins with an empty deployment. `elsewhere` are items of another one. */
export async function startRun(
  world: TestApp,
  { makeCallers, elsewhere }: { makeCallers: MakeCallers; elsewhere: readonly Ref[] },
): Promise<WorkspaceRun> {
  const deploymentId = await world.build.deployment({ tenantId: world.tenantId });
  const callers = await makeCallers(deploymentId);
  const workspace: Workspace = { items: new Map(), grants: [], trash: [] };
  let names = 10;
  const scene: Scene = {
    workspace,
    callers,
    elsewhere,
    freshName: () => `thing ${(names += 1)}.`,
    keyAt: (type, index) =>
      type === 'WORKBOOK' ? `key-${index}` : `k${index}k${String(deploymentId).padStart(DIGITS, '0')}`,
  };
  const shown = createShownReader(world, deploymentId);
  const stores = createStoredReader(world, deploymentId);
  const trace: string[] = [];

  /** Sends an operation, and does the same in the naive workspace. */
  async function make(caller: SendingCaller, operation: Operation) {
    const tabs = operation.kind === 'publish' ? tabIdsOf(workspace, operation.item) : [];
    const request = requestOf(operation, { callers, tabs });
    const { statusCode, body } = await shown.send(caller, request);
    const sent = JSON.stringify(request.body ?? {});
    trace.push(`${caller.name} ${request.method} ${request.path} ${sent}: ${statusCode}`);
    const answer = (body === '' ? {} : JSON.parse(body)) as Answer;
    const copied = operation.kind.startsWith('copy') && statusCode < 300 ? (answer.id ?? 0) : 0;
    const given = {
      id: answer.id ?? 0,
      entryIds: await stores.trash(),
      tabs: copied === 0 ? [] : await stores.tabs(copied),
    };
    const outcome = perform({ workspace, caller, given }, operation);
    const status = statusCode < 300 ? 200 : statusCode;
    assert.equal(status, outcome.status, `The status of ${operation.kind}: ${body}`);
    return { answer, body, sent, outcome };
  }

  /** Tries an operation where it can be tried; that changes nothing. */
  async function tryFirst(caller: SendingCaller, operation: Operation, before: ReadonlyMap<string, Stored>) {
    const request = tryRequestOf(operation);
    if (!request) return undefined;
    const answer = await shown.send(caller, request);
    assert.deepEqual(await stores.items(), before, 'A dry run has changed something');
    return answer;
  }

  async function makeAndCheck(caller: SendingCaller, operation: Operation): Promise<string> {
    const before = { stored: await stores.items(), names: namesFor(workspace, caller) };
    const levels = accessTo(workspace, caller, operation);
    const tried = await tryFirst(caller, operation, before.stored);
    const { answer, body, sent, outcome } = await make(caller, operation);
    const stored = await stores.items();
    const compared = { shown, workspace, callers, stored };
    const allowed = new Set([...before.names, ...namesFor(workspace, caller), ...namesIn(sent)]);
    checkNames(caller, body, { allowed, callers });
    checkStored(compared, { before: before.stored, touched: outcome.touched });
    const entryIds = [...(await stores.trash()).values()].toSorted();
    assert.deepEqual(entryIds, workspace.trash.map(({ id }) => id).toSorted(), 'The trash');
    checkAnswer(compared, { operation, answer, outcome, caller });
    if (tried) checkNames(caller, tried.body, { allowed, callers });
    if (tried?.statusCode === 200)
      checkTried(tried.json(), {
        operation,
        outcome,
        callers,
        before: levels,
        after: accessTo(workspace, caller, operation),
      });
    await checkLists(compared);
    // One of them by its address; at the end all are.
    await checkItems(compared, [...outcome.shown, ...refsOf(operation)].slice(0, 1));
    return `${operation.kind} ${outcome.status}`;
  }

  return {
    trace,
    async take(drawn, { isChecked }) {
      const operation = toOperation(scene, drawn);
      if (!operation) return undefined;
      const caller = callerOf(scene, drawn);
      if (isChecked) return makeAndCheck(caller, operation);
      await make(caller, operation);
      return undefined;
    },
    async checkAll() {
      const compared = { shown, workspace, callers, stored: await stores.items() };
      await checkLists(compared);
      await checkPlaces(compared);
      await checkItems(compared, listThings(workspace));
    },
  };
}

function tabIdsOf(workspace: Workspace, ref: Ref): number[] {
  const workbook = workspace.items.get(keyOf(ref));
  return workbook ? tabsOf(workspace, workbook).map(({ id }) => id) : [];
}

/** The items that an operation names. */
function refsOf(operation: Operation): readonly Ref[] {
  if ('items' in operation) return operation.items;
  return 'item' in operation ? [operation.item] : [];
}

/** What subjects may do with the items of an operation, and with what goes along where they are deleted. */
function accessTo(
  workspace: Workspace,
  caller: SendingCaller,
  operation: Operation,
): Map<string, SubjectLevels> {
  const isDelete = operation.kind === 'delete' || operation.kind === 'bulk delete';
  const levels = refsOf(operation).map((ref): [string, SubjectLevels] => {
    const item = workspace.items.get(keyOf(ref));
    const parts = item && isDelete ? tabsOf(workspace, item) : [];
    return [keyOf(ref), item ? levelsOf(workspace, caller, item, parts) : new Map()];
  });
  return new Map(levels);
}
