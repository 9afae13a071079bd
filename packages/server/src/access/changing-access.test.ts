import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, createWorkspaceCalls, type Person, type TestApp } from '../test/index.ts';

/*
 * Pages are read over HTTP while grants, owners and places change, and each is compared with the rules in words, applied one by one
 * to the states in which the workspace was while the request went on. So a right that was taken away before a request is in no
 * answer to it, and no page mixes two states.
 */

let world: TestApp;
let people: Person[];
let groupId: number;
before(async () => {
  world = await createTestApp();
  const calls = createWorkspaceCalls(world);
  people = await Promise.all([1, 2, 3].map(() => calls.makePerson()));
  const { rows } = await world.database.pool.query<{ id: number }>(
    "insert into groups (tenant_id, name) values ($1, 'Some') returning id",
    [world.tenantId],
  );
  groupId = rows[0]?.id ?? 0;
  await world.database.pool.query(
    'insert into group_members (group_id, user_id) select $1, unnest($2::integer[])',
    [groupId, people.slice(0, 2).map(({ id }) => id)],
  );
});
after(() => world.close());

type Type = 'FOLDER' | 'WORKBOOK' | 'REPORT';

interface Item {
  readonly type: Type;
  readonly id: number;
  readonly owner: number;
  readonly folderId: number | null;
  readonly workbookId: number | null;
}

interface Grant {
  readonly type: Type;
  readonly id: number;
  readonly subject: 'USER' | 'GROUP' | 'ORGANIZATION';
  readonly subjectId: number;
  readonly level: number;
}

/** The workspace at one moment; changes make another. */
interface State {
  readonly items: ReadonlyMap<string, Item>;
  readonly grants: ReadonlyMap<string, Grant>;
}

const keyOf = ({ type, id }: { type: Type; id: number }) => `${type} ${id}`;
const keyOfGrant = (grant: Grant) => `${keyOf(grant)} ${grant.subject} ${grant.subjectId}`;

/** All that hands access down to an item, the nearest first, itself included. */
function chainOf(state: State, item: Item): Item[] {
  const find = (type: Type, id: number | null) =>
    id === null ? undefined : state.items.get(keyOf({ type, id }));
  const workbook = find('WORKBOOK', item.workbookId);
  const chain = workbook ? [item, workbook] : [item];
  let above = find('FOLDER', item.folderId ?? workbook?.folderId ?? null);
  for (; above; above = find('FOLDER', above.folderId)) chain.push(above);
  return chain;
}

/** The rules as a person would apply them to one item, for an explorer. */
function levelOf(state: State, item: Item, userId: number): number {
  const chain = chainOf(state, item);
  if (chain.some(({ owner }) => owner === userId)) return 3;
  const isMember = people.slice(0, 2).some(({ id }) => id === userId);
  const subjects = [`USER ${userId}`, ...(isMember ? [`GROUP ${groupId}`] : []), 'ORGANIZATION 0'];
  const given = subjects.map((subject) => {
    const nearest = chain.map((each) => state.grants.get(`${keyOf(each)} ${subject}`)).find((grant) => grant);
    return nearest?.level ?? 0;
  });
  return Math.max(0, ...given);
}

/** A change as it is drawn: numbers stand for what there is, modulo how much there is. */
const index = fc.nat({ max: 30 });
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      item: index,
      who: fc.nat({ max: 4 }),
      level: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('own' as const), item: index, who: fc.nat({ max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), item: index, to: index }) },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
const workspace = fc.record({
  folders: fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 6 }),
  workbooks: fc.array(index, { minLength: 3, maxLength: 3 }),
  reports: fc.array(fc.tuple(index, fc.nat({ max: 3 })), { minLength: 12, maxLength: 16 }),
  changes: fc.array(change, { minLength: 60, maxLength: 60 }),
});

/** A deployment with items, and the state that it is in. */
async function store(made: typeof workspace extends fc.Arbitrary<infer W> ? W : never) {
  const { build, tenantId, adminId, database } = world;
  const deploymentId = await build.deployment({ tenantId });
  const items = new Map<string, Item>();
  const byType = (type: Type) => [...items.values()].filter((item) => item.type === type);
  const insert = async (text: string, values: unknown[]) =>
    (await database.pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id ?? 0;
  const add = (item: Item) => items.set(keyOf(item), item);
  const nameOf = (n: number) => `Item ${String(n).padStart(3, '0')}`;
  for (const [n, above] of made.folders.entries()) {
    const parent = above === 0 ? undefined : byType('FOLDER')[above - 1];
    const id = await insert(
      `with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
       insert into folders (id, deployment_id, parent_id, name, path, user_id) overriding system value
       select fresh.id, $1, $2::integer, $3, coalesce((select path from folders where id = $2), '{}') || fresh.id, $4 from fresh`,
      [deploymentId, parent?.id ?? null, nameOf(n), adminId],
    );
    add({ type: 'FOLDER', id, owner: adminId, folderId: parent?.id ?? null, workbookId: null });
  }
  const folders = byType('FOLDER');
  const folderAt = (n: number) => folders[n % (folders.length + 1)]?.id ?? null;
  for (const [n, at] of made.workbooks.entries()) {
    const folderId = folderAt(at);
    const id = await insert(
      'insert into workbooks (deployment_id, name, user_id, folder_id) values ($1, $2, $3, $4)',
      [deploymentId, nameOf(n), adminId, folderId],
    );
    add({ type: 'WORKBOOK', id, owner: adminId, folderId, workbookId: null });
  }
  for (const [n, [at, of]] of made.reports.entries()) {
    const workbookId = byType('WORKBOOK')[of]?.id ?? null;
    // A tab lies where its workbook lies.
    const folderId = workbookId === null ? folderAt(at) : null;
    const id = await insert(
      'insert into reports (deployment_id, public_id, name, user_id, folder_id, workbook_id) values ($1, $2, $3, $4, $5, $6)',
      [deploymentId, `${deploymentId}x${n}`.padStart(12, '0'), nameOf(n), adminId, folderId, workbookId],
    );
    add({ type: 'REPORT', id, owner: adminId, folderId, workbookId });
  }
  return { deploymentId, state: { items, grants: new Map() } as State };
}

/** A change, by a statement or by the move of a folder, and the state behind it. */
type Planned = { state: State } & (
  | { text: string; values: unknown[] }
  | { folderId: number; parentId: number | null }
);

/** The state behind a change, and the statement that makes it; undefined for a change of nothing. */
function plan(state: State, drawn: Change, deploymentId: number): Planned | undefined {
  const all = [...state.items.values()];
  const item = all[drawn.item % all.length];
  if (!item) return undefined;
  if (drawn.kind === 'grant') {
    const subject = drawn.who < 3 ? 'USER' : drawn.who === 3 ? 'GROUP' : 'ORGANIZATION';
    const subjectId = { USER: people[drawn.who]?.id ?? 0, GROUP: groupId, ORGANIZATION: 0 }[subject];
    const grant: Grant = { type: item.type, id: item.id, subject, subjectId, level: drawn.level };
    const grants = new Map(state.grants);
    if (drawn.level === 0) grants.delete(keyOfGrant(grant));
    else grants.set(keyOfGrant(grant), grant);
    return {
      state: { ...state, grants },
      text:
        drawn.level === 0
          ? 'delete from grants where deployment_id = $1 and resource_type = $2 and resource_id = $3 and subject_type = $4 and subject_id = $5'
          : `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level) values ($1, $2, $3, $4, $5, ${drawn.level})
             on conflict (resource_type, resource_id, subject_type, subject_id) do update set level = excluded.level`,
      values: [deploymentId, item.type, item.id, subject, subjectId],
    };
  }
  const table = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' }[item.type];
  const changed = (to: Item) => ({ ...state, items: new Map(state.items).set(keyOf(to), to) });
  if (drawn.kind === 'own') {
    const owner = people[drawn.who]?.id ?? world.adminId;
    return {
      state: changed({ ...item, owner }),
      text: `update ${table} set user_id = $1 where id = $2`,
      values: [owner, item.id],
    };
  }
  const folders = all.filter(({ type }) => type === 'FOLDER');
  const to = folders[drawn.to % (folders.length + 1)];
  if (to && chainOf(state, to).includes(item)) return undefined;
  const moved = changed({ ...item, folderId: to?.id ?? null, workbookId: null });
  if (item.type === 'REPORT')
    return {
      state: moved,
      text: 'update reports set folder_id = $1, workbook_id = null where id = $2',
      values: [to?.id ?? null, item.id],
    };
  if (item.type !== 'FOLDER')
    return {
      state: moved,
      text: `update ${table} set folder_id = $1 where id = $2`,
      values: [to?.id ?? null, item.id],
    };
  return { state: moved, folderId: item.id, parentId: to?.id ?? null };
}

interface Listed {
  items: { id: number; canEdit: boolean; canManage: boolean }[];
  count: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** A page as the rules in words have it: what comes after an item, in the order of names, which is that of ids. */
function naivePage(state: State, userId: number, { type, folderId, after }: Asked): unknown {
  const shown = [...state.items.values()]
    .filter((item) => item.type === type && (folderId === null || item.folderId === folderId))
    .map((item) => ({ id: item.id, level: levelOf(state, item, userId) }))
    .filter(({ level }) => level > 0)
    .toSorted((one, other) => one.id - other.id);
  const behind = shown.filter(({ id }) => id > after);
  return {
    items: behind.slice(0, 4).map(({ id, level }) => ({ id, canEdit: level >= 2, canManage: level >= 3 })),
    count: shown.length,
    hasNextPage: behind.length > 4,
  };
}

interface Asked {
  type: 'REPORT';
  folderId: number | null;
  after: number;
}

test('a page is of one moment within its request, while grants, owners and places change', async () => {
  await fc.assert(
    fc.asyncProperty(workspace, async (made) => {
      const { deploymentId, state: initial } = await store(made);
      const states = [initial];
      // States up to `committed` have been committed, and the next one may be.
      const writer = { committed: 0, isDone: false };
      const folderIds = [...initial.items.values()].flatMap(({ type, id }) =>
        type === 'FOLDER' ? [id] : [],
      );

      const write = async () => {
        for (const drawn of made.changes) {
          const planned = plan(states.at(-1) ?? initial, drawn, deploymentId);
          if (!planned) continue;
          states.push(planned.state);
          if ('text' in planned) await world.database.pool.query(planned.text, planned.values);
          else await moveFolder(planned.folderId, planned.parentId);
          writer.committed = states.length - 1;
        }
        writer.isDone = true;
      };
      const moveFolder = async (id: number, parentId: number | null) => {
        const path = `/api/v1/deployments/${deploymentId}/workspace/move`;
        const body = { type: 'FOLDER', id, folderId: parentId };
        const answer = await world.call({ method: 'POST', path, body });
        assert.equal(answer.statusCode, 200, answer.body);
      };
      const read = async (person: Person, folderId: number | null): Promise<void> => {
        let cursor: string | null = null;
        let after = 0;
        do {
          const from = writer.committed;
          const path: string = `/api/v1/deployments/${deploymentId}/reports?sortBy=name&first=4${folderId === null ? '' : `&folderId=${folderId}`}${cursor === null ? '' : `&after=${cursor}`}`;
          const answer = await world.call({ method: 'GET', path, key: person.key });
          assert.equal(answer.statusCode, 200, answer.body);
          const { items, count, pageInfo } = answer.json<Listed>();
          const found = {
            items: items.map(({ id, canEdit, canManage }) => ({ id, canEdit, canManage })),
            count,
            hasNextPage: pageInfo.hasNextPage,
          };
          const window = states.slice(from);
          const asked: Asked = { type: 'REPORT', folderId, after };
          const isOfOneMoment = window.some((state) => isEqual(found, naivePage(state, person.id, asked)));
          if (!isOfOneMoment)
            assert.deepEqual(
              found,
              naivePage(window[0] ?? initial, person.id, asked),
              `${window.length} moments: ${path}`,
            );
          cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
          after = items.at(-1)?.id ?? after;
        } while (cursor !== null);
      };
      const readOn = async (person: Person) => {
        do for (const folderId of [null, ...folderIds]) await read(person, folderId);
        while (!writer.isDone);
      };
      await Promise.all([write(), ...people.map(readOn)]);
      for (const person of people) await readOn(person);
    }),
    // What fails depends on what meets, so that a smaller workspace would tell no more.
    { numRuns: 4, endOnFailure: true },
  );
});

test('a list shows what is so by its request, however the folders of the caller were cached', async () => {
  const { database, adminId, build, tenantId } = world;
  const deploymentId = await build.deployment({ tenantId });
  const [person] = people;
  assert.ok(person);
  const { rows } = await database.pool.query<{ id: number }>(
    `with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id from generate_series(1, 2))
     insert into folders (id, deployment_id, name, path, user_id) overriding system value
     select id, $1, 'Folder ' || id, array[id], $2 from fresh returning id`,
    [deploymentId, adminId],
  );
  const [seen, other] = rows.map(({ id }) => id);
  await database.pool.query(
    `insert into reports (deployment_id, public_id, name, user_id, folder_id) values ($1, $2, 'Report', $3, $4)`,
    [deploymentId, `${deploymentId}x0`.padStart(12, '0'), adminId, seen],
  );
  const countOf = async (list: 'reports' | 'workbooks') => {
    const path = `/api/v1/deployments/${deploymentId}/${list}`;
    const answer = await world.call({ method: 'GET', path, key: person.key });
    assert.equal(answer.statusCode, 200, answer.body);
    const { count, items } = answer.json<Listed>();
    assert.equal(items.length, count);
    return count;
  };
  const grant = `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
    values (${deploymentId}, 'FOLDER', ${seen}, 'USER', ${person.id}, 1)`;
  const changes: [count: number, text: string][] = [
    [1, grant],
    [0, `delete from grants where resource_id = ${seen} and resource_type = 'FOLDER'`],
    [1, `update folders set user_id = ${person.id} where id = ${seen}`],
    [0, `update folders set user_id = ${adminId} where id = ${seen}`],
    [0, `update folders set user_id = ${person.id} where id = ${other}`],
    [1, `update folders set parent_id = ${other}, path = array[${other}, ${seen}] where id = ${seen}`],
    [0, `update folders set parent_id = null, path = array[${seen}] where id = ${seen}`],
  ];
  assert.equal(await countOf('reports'), 0);
  for (const [count, text] of changes) {
    await database.pool.query(text);
    // The second answer rests on what the first one has cached.
    assert.deepEqual([await countOf('reports'), await countOf('reports')], [count, count], text);
    assert.equal(await countOf('workbooks'), 0);
  }
});

function isEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}
