import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
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

test('a list shows exactly the reports that open one by one, however access comes about', async () => {
  const random = makeRandom(7);
  const { deploymentId, tenantId, adminId, build } = world;
  const base = `/api/v1/deployments/${deploymentId}`;
  const people = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const id = await build.user({ tenantId, role: 'Explorer' });
      return { id, key: await build.apiKey({ tenantId, userId: id }) };
    }),
  );
  const owner = () => (random(6) === 0 ? people[random(4)]?.id : adminId);
  const groupId = await insert('insert into groups (tenant_id, name) values ($1, $2)', [tenantId, 'Some']);
  await world.database.pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [
    groupId,
    people[0]?.id,
  ]);

  const folders: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const parentId = n < 3 ? null : folders[random(n)];
    const folder = await world.call({
      method: 'POST',
      path: `${base}/folders`,
      body: { name: `Folder ${n}`, parentId },
    });
    folders.push((folder.json() as { id: number }).id);
    await world.database.pool.query('update folders set user_id = $1 where id = $2', [owner(), folders[n]]);
  }
  const inFolder = () => (random(3) === 0 ? null : folders[random(12)]);
  const workbooks: number[] = [];
  for (let n = 0; n < 6; n += 1)
    workbooks.push(
      await insert(
        'insert into workbooks (deployment_id, name, folder_id, user_id) values ($1, $2, $3, $4)',
        [deploymentId, `Workbook ${n}`, inFolder(), owner()],
      ),
    );
  const reports: number[] = [];
  for (let n = 0; n < 40; n += 1)
    reports.push(
      await insert(
        'insert into reports (deployment_id, public_id, name, folder_id, workbook_id, user_id) values ($1, $2, $3, $4, $5, $6)',
        [
          deploymentId,
          `visible-${n}`,
          `Report ${n}`,
          inFolder(),
          random(2) === 0 ? null : workbooks[random(6)],
          owner(),
        ],
      ),
    );
  const things = { FOLDER: folders, WORKBOOK: workbooks, REPORT: reports };
  const grant = (subjectType: string, subjectId: number) => {
    const type = (['FOLDER', 'WORKBOOK', 'REPORT'] as const)[random(3)] ?? 'FOLDER';
    return world.database.pool.query(
      `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [deploymentId, type, things[type][random(things[type].length)], subjectType, subjectId, random(3) + 1],
    );
  };
  for (const { id } of people) for (let n = 0; n < 3; n += 1) await grant('USER', id);
  await grant('GROUP', groupId);
  await grant('ORGANIZATION', 0);

  for (const { key } of people) {
    const opened: number[] = [];
    for (const id of reports)
      if ((await world.call({ method: 'GET', path: `${base}/reports/${id}`, key })).statusCode === 200)
        opened.push(id);
    const list = await world.call({ method: 'GET', path: `${base}/reports?first=1000&sortBy=name`, key });
    const { items, count } = list.json() as { items: { id: number }[]; count: number };
    assert.deepEqual(items.map(({ id }) => id).sort(), [...opened].sort());
    assert.equal(count, opened.length);
    assert.ok(opened.length > 0 && opened.length < reports.length, 'each person sees some and not all');
  }
});

test('the count of an administrator follows what is added and what goes with its workbook', async () => {
  const base = `/api/v1/deployments/${await world.build.deployment({ tenantId: world.tenantId })}`;
  const count = async () =>
    ((await world.call({ method: 'GET', path: `${base}/reports` })).json() as { count: number }).count;
  assert.equal(await count(), 0);
  const workbook = await world.call({ method: 'POST', path: `${base}/workbooks`, body: { name: 'W' } });
  const workbookId = (workbook.json() as { id: number }).id;
  for (const body of [{ name: 'A', workbookId }, { name: 'B', workbookId }, { name: 'C' }])
    await world.call({ method: 'POST', path: `${base}/reports`, body });
  assert.equal(await count(), 3);
  await world.call({ method: 'DELETE', path: `${base}/workbooks/${workbookId}` });
  assert.equal(await count(), 1);
});
