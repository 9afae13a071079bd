import { managementOperations, type OperationId } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectDatabase } from '../db/database.ts';
import { createClonedRows, type ClonedRows } from '../test/data/cloned-rows.ts';
import { vacuum } from '../test/data/vacuum.ts';
import type { ListedItem } from '../test/feature-list-rows.ts';
import { createListRows, listTableRules } from '../test/list-rows.ts';
import {
  adminHeadersFor,
  createTestApp,
  createWorkspaceCalls,
  listAddresses,
  makeFixturesFor,
  operationOnItem,
  recordPlans,
  type PlanRecord,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

/** Rows of each list, and the most that a statement may read of a table for a page of a few. */
const ROWS = 4000;
const MOST_READ = 1000;
const PAGE = 20;

/** Parameters that say which page, and in which order: the order is part of the addresses. */
const ofPages: ReadonlySet<string> = new Set([
  'first',
  'after',
  'limit',
  'offset',
  'page',
  'sortBy',
  'sortDirection',
  'orderByField',
  'orderByDirection',
]);

/** Of each filter a value that leaves nothing, so that a statement without an index would read all. */
const filters: Readonly<Record<string, string>> = {
  search: 'zyxwvu',
  name: 'zyxwvu',
  isDeactivated: 'true',
  type: 'number',
  start: '2100-01-01T00:00:00.000Z',
  end: '2000-01-01T00:00:00.000Z',
  userId: '999999',
  deploymentId: '999999',
  resource: 'zyxwvu',
  resourceId: 'zyxwvu',
  creationStep: 'upload',
  workbookId: '999999',
  externalWorkbookId: 'zyxwvu',
  types: 'REPORT',
  isFavorite: 'true',
  dashboardId: '999999',
  dashboardPublicId: 'zyxwvu',
  recipientUserId: '999999',
  recipientEmail: 'nobody@example.com',
  branchName: 'zyxwvu',
  state: 'failed',
  trigger: 'webhook',
  includeResolved: 'true',
  resolvedOnly: 'true',
};

/** Filters that are no part of this, and why. */
const others: Readonly<Record<string, string>> = {
  'listTransformSyncs status': 'follows from when a sync was last heard of',
  'getLanguageModelUsage search': 'looked through from the last on',
  'getLanguageModelUsage agentId': 'an agent is another list, which an index begins with',
  'getLanguageModelUsage from': 'ends the list',
  'getLanguageModelUsage to': 'ids are given out day by day: what comes later is passed over',
  'getChatThreads search': 'looked through from the last on: a person has few',
  'getChatThreads scope': 'looked through from the last on',
  'getChatThreads kind': 'another kind is another list, which each index begins with',
  'getFolders parentId': 'a level, as the first one is',
  'getReports folderId': 'within-folder orders have tests and benchmarks of their own',
  'getWorkbooks folderId': 'as for reports',
  'workspaceObjects folderId': 'a level, as the first one is',
  'getOAuthGrants userId': 'another user is another list, which an index begins with',
  'getNotifications recipientEmbedTenantName': 'goes with recipientExternalId',
  'getNotifications recipientExternalId': 'goes with recipientEmbedTenantName',
  ...Object.fromEntries(
    ['search', 'eventName', 'userEmail', 'apiKeyId', 'action', 'requestId'].map((name) => [
      `getAuditLog ${name}`,
      'looked through from the newest on: every entry is written, few are asked for',
    ]),
  ),
};

/** Lists that read more than their page, and why. */
const wholeLists: Readonly<Partial<Record<OperationId, string>>> = {
  sharedWorkspaceObjects: 'gathers what is shared',
  listEmbedTenantWorkbooks: 'gathers what is shared',
  getGroupMembers: 'a viewer may be a member in several deployments, and stands once, by the last time',
};

/** Orders by what a viewer has looked at: the rows of the list do not have them. */
const isOfViews = (address: string) => /lastViewedAt|viewer_last_viewed_at/.test(address);

/** Of the addresses of a list those in its own order, and those that say both what to sort by and how. */
const isWhollyOrdered = (address: string) => new URL(address, 'http://localhost').searchParams.size !== 1;

let app: TestApp;
let calls: WorkspaceCalls;
let rows: ClonedRows;
let plans: PlanRecord;
const lists = createListRows(() => ({ app, calls }));
before(async () => {
  plans = recordPlans();
  app = await createTestApp({}, async (connection) => {
    const database = connectDatabase(connection);
    plans.watch(database);
    return database;
  });
  calls = createWorkspaceCalls(app);
  rows = createClonedRows(app.database.db, listTableRules);
});
after(() => app.close());

interface Listed {
  items: ListedItem[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Of the operation that is tested. */
let headers: Record<string, string>;

async function read(address: string): Promise<Listed> {
  const answer = await app.call({ method: 'GET', path: address, headers });
  assert.equal(answer.statusCode, 200, `${address} ${answer.body}`);
  return answer.json<Listed>();
}

/** Reads a page and compares what its statements read with what they may. */
async function check(address: string): Promise<void> {
  const scans = await plans.during(() => read(address));
  const tooMuch = scans.filter(({ rowCount }) => rowCount > MOST_READ);
  assert.deepEqual(tooMuch, [], `${address} reads more than its page`);
}

/** The filters of a list that are checked, each as it stands in an address. */
function filtersOf(id: OperationId): string[] {
  const { query } = managementOperations[id as keyof typeof managementOperations];
  return Object.keys(query.properties).flatMap((name) => {
    if (ofPages.has(name) || others[`${id} ${name}`] !== undefined) return [];
    const value = filters[name];
    assert.ok(value !== undefined, `${id} has the filter ${name}, of which no value is known`);
    return [`${name}=${value}&`];
  });
}

for (const [id, ofList] of Object.entries(lists)) {
  // The names are those of operations.
  const operation = id as OperationId;
  if (typeof ofList === 'string' || wholeLists[operation] !== undefined) continue;
  test(`a page of ${id} reads about its own rows, wherever it begins and whatever it leaves out`, async () => {
    const fixtures = await makeFixturesFor(operationOnItem(operation), app, calls);
    headers = await adminHeadersFor(operation, app);
    await ofList.start?.(fixtures);
    const addresses = listAddresses(operation, fixtures).filter(
      (address) => isWhollyOrdered(address) && !isOfViews(address),
    );
    const [address = ''] = addresses;
    const original = (await read(`${address}first=1000`)).items.at(-1);
    assert.ok(original, `${address} lists nothing`);
    await rows.cloneMany(ofList.rowOf(original), ROWS);
    // The planner knows the numbers, and no index of texts has rows that wait to be sorted in.
    await vacuum(app.database);
    for (const each of addresses) {
      await check(`${each}first=${PAGE}`);
      const { endCursor } = (await read(`${each}first=1000`)).pageInfo;
      await check(`${each}first=${PAGE}&after=${endCursor}`);
    }
    for (const filter of filtersOf(operation)) await check(`${address}${filter}first=${PAGE}`);
  });
}
