import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** The same numbers in every run, from 0 below `end`. */
function makeRandom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % end;
  };
}

const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await world.database.pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id ?? 0;

interface Thing {
  id: number;
  folderId: number | null;
  workbookId?: number | null;
}

/** Folders, workbooks and reports in each other, of several owners and with grants here and there. */
async function makeWorkspace() {
  const random = makeRandom(7);
  const { tenantId, deploymentId, adminId, database } = world;
  const people = await Promise.all([1, 2, 3, 4].map(() => calls.makePerson()));
  const owner = () => (random(6) === 0 ? people[random(4)]?.id : adminId);
  const groupId = await insert('insert into groups (tenant_id, name) values ($1, $2)', [tenantId, 'Some']);
  await database.pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [
    groupId,
    people[0]?.id,
  ]);

  const folders: Thing[] = [];
  const anyFolder = () => folders[random(folders.length)]?.id ?? null;
  for (let n = 0; n < 12; n += 1) {
    const folderId = n < 3 ? null : anyFolder();
    const { id } = await calls.makeFolder(`Thing ${n}`, folderId);
    await database.pool.query('update folders set user_id = $1 where id = $2', [owner(), id]);
    folders.push({ id, folderId });
  }
  const inFolder = () => (random(3) === 0 ? null : anyFolder());
  const workbooks: Thing[] = [];
  for (let n = 0; n < 12; n += 1) {
    const folderId = inFolder();
    const values = [deploymentId, `Thing ${n}`, folderId, owner()];
    const columns = 'deployment_id, name, folder_id, user_id';
    const id = await insert(`insert into workbooks (${columns}) values ($1, $2, $3, $4)`, values);
    workbooks.push({ id, folderId });
  }
  const reports: Thing[] = [];
  for (let n = 0; n < 40; n += 1) {
    const workbookId = random(2) === 0 ? null : (workbooks[random(6)]?.id ?? null);
    const folderId = workbookId === null ? inFolder() : null;
    const values = [
      deploymentId,
      `visible${String(n).padStart(5, '0')}`,
      `Thing ${n}`,
      folderId,
      workbookId,
      owner(),
    ];
    const columns = 'deployment_id, public_id, name, folder_id, workbook_id, user_id';
    const id = await insert(`insert into reports (${columns}) values ($1, $2, $3, $4, $5, $6)`, values);
    reports.push({ id, folderId, workbookId });
  }

  const things = { FOLDER: folders, WORKBOOK: workbooks, REPORT: reports };
  const grant = (subjectType: string, subjectId: number) => {
    const type = (['FOLDER', 'WORKBOOK', 'REPORT'] as const)[random(3)] ?? 'FOLDER';
    return database.pool.query(
      `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [
        deploymentId,
        type,
        things[type][random(things[type].length)]?.id,
        subjectType,
        subjectId,
        random(3) + 1,
      ],
    );
  };
  for (const { id } of people) for (let n = 0; n < 3; n += 1) await grant('USER', id);
  await grant('GROUP', groupId);
  await grant('ORGANIZATION', 0);
  return { people, folders, workbooks, reports };
}

/** The things that a caller can open one by one. */
async function opened(things: Thing[], pathOf: (id: number) => string, key: string): Promise<Thing[]> {
  const seen: Thing[] = [];
  for (const thing of things)
    if ((await calls.call('GET', pathOf(thing.id), { key })).statusCode === 200) seen.push(thing);
  assert.ok(seen.length > 0 && seen.length < things.length, 'each person sees some and not all');
  return seen;
}

const sorted = (ids: string[]) => ids.toSorted();
const idsOf = (things: { id: number }[]) => sorted(things.map(({ id }) => String(id)));

test('every list shows exactly what opens one by one, however access comes about', async () => {
  const { people, ...all } = await makeWorkspace();
  for (const { key } of people) {
    const reports = await opened(all.reports, (id) => `/reports/${id}`, key);
    const workbooks = await opened(all.workbooks, (id) => `/workbooks/${id}`, key);
    // A folder opens that is seen or that leads to something.
    const folders = await opened(all.folders, (id) => `/folders/${id}/ancestors`, key);
    const list = <T = { items: { id: number }[]; count: number }>(path: string) =>
      calls.ok<T>('GET', path, { key });
    const check = async (path: string, expected: { id: number }[]) => {
      const { items, count } = await list(path);
      assert.deepEqual(idsOf(items), idsOf(expected), path);
      assert.equal(count, expected.length, path);
    };
    const feed = async (path: string) => {
      const { items } = await list<{ items: { type: string; id: number }[] }>(path);
      return sorted(items.map(({ type, id }) => `${type} ${id}`));
    };
    const feedOf = (isIn: (thing: Thing) => boolean) =>
      sorted([
        ...folders.filter(isIn).map(({ id }) => `FOLDER ${id}`),
        ...workbooks.filter(isIn).map(({ id }) => `WORKBOOK ${id}`),
        ...reports
          .filter((thing) => thing.workbookId === null && isIn(thing))
          .map(({ id }) => `REPORT ${id}`),
      ]);

    await check('/reports?first=1000&sortBy=name', reports);
    await check('/workbooks?first=1000', workbooks);
    for (const folderId of [null, ...folders.map(({ id }) => id)]) {
      const isIn = (thing: Thing) => thing.folderId === folderId;
      await check(
        `/folders?first=1000${folderId === null ? '' : `&parentId=${folderId}`}`,
        folders.filter(isIn),
      );
      const path = `/workspace?first=1000${folderId === null ? '' : `&folderId=${folderId}`}`;
      assert.deepEqual(await feed(path), feedOf(isIn), path);
      if (folderId === null) continue;
      await check(`/workbooks?first=1000&folderId=${folderId}`, workbooks.filter(isIn));
      await check(`/reports?first=1000&folderId=${folderId}`, reports.filter(isIn));
    }
    assert.deepEqual(
      await feed('/workspace?first=1000&search=thing'),
      feedOf(() => true),
    );
  }
});

test('the count of an administrator follows what is added and what goes with its workbook', async () => {
  const base = `/api/v1/deployments/${await world.build.deployment({ tenantId: world.tenantId })}`;
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await world.call({ method, path: base + path, body });
    return (answer.body === '' ? undefined : answer.json()) as T;
  };
  const counts = async () =>
    Promise.all(
      ['/reports', '/workbooks'].map(async (path) => (await call<{ count: number }>('GET', path)).count),
    );
  assert.deepEqual(await counts(), [0, 0]);
  const { id: workbookId } = await call<{ id: number }>('POST', '/workbooks', { name: 'W' });
  for (const body of [{ name: 'A', workbookId }, { name: 'B', workbookId }, { name: 'C' }])
    await call('POST', '/reports', body);
  assert.deepEqual(await counts(), [3, 1]);
  await call('DELETE', `/workbooks/${workbookId}`);
  assert.deepEqual(await counts(), [1, 0]);
});
