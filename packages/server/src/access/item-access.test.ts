import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { createFactories } from '../test/factories.ts';
import { accessLevels, type AccessLevel } from './access-level.ts';
import { selectSubjectsSeeing, selectWithLevel } from './item-level.ts';
import { may } from './may.ts';
import { seesEverything, type EmbedPrincipal, type UserPrincipal } from './principal.ts';
import { resourceKinds } from './resource-kinds.ts';
import { builtInRoles, type Rights } from './roles.ts';
import { accessorOf, type Accessor } from './subjects.ts';
import { selectPageAccess } from './page-access.ts';
import type { PageAccess } from './page-facts.ts';
import { pageLevels } from './page-levels.ts';
import type { View, VisibleRows } from './view.ts';
import { visibleByRowInFolder, visibleInFolder } from './visible-in-folder.ts';
import { filteredPage, visiblePage } from './visible-page.ts';
import { columnOrder, type CursorKey, type ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';
import { visibilityOf } from './visibility.ts';

/** One more kind: notes hang on reports, or lie in folders of their own. Its entry is all that access needs to know. */
const kinds = {
  ...resourceKinds,
  NOTE: {
    name: 'note',
    table: 'notes',
    alias: 'n',
    owner: 'written_by',
    folder: 'folder_id',
    parents: [{ type: 'REPORT', column: 'report_id' }],
  },
} as const;
type Type = keyof typeof kinds;
const types = ['FOLDER', 'WORKBOOK', 'REPORT', 'NOTE'] as const;

const USERS = 2;
const GROUPS = 2;

let database: TestDatabase;
let tenantId: number;
let userIds: number[];
let groupIds: number[];
let embedTenantIds: number[];
const ids = async (text: string, values: unknown[]) =>
  (await database.pool.query<{ id: number }>(`${text} returning id`, values)).rows.map(({ id }) => id);
before(async () => {
  database = await createTestDatabase();
  const build = createFactories(database.db);
  tenantId = await build.tenant();
  userIds = await Promise.all(Array.from({ length: USERS }, () => build.user({ tenantId })));
  groupIds = await ids(
    `insert into groups (tenant_id, name) select $1, 'g' || n from generate_series(1, $2::integer) n`,
    [tenantId, GROUPS],
  );
  embedTenantIds = await ids(
    `insert into embed_tenants (tenant_id, name) select $1, 'e' || n from generate_series(1, 2) n`,
    [tenantId],
  );
  await database.pool.query(`create table notes (
    id integer generated always as identity primary key, deployment_id integer not null, written_by integer,
    folder_id integer references folders, report_id integer references reports)`);
});
after(() => database.close());

/** A workspace as fast-check makes it up: numbers stand for what there is, modulo how much there is; 0 is nothing. */
const index = fc.nat({ max: 12 });
const items = (maxLength: number) =>
  fc.array(fc.record({ owner: fc.nat({ max: USERS }), folder: index, parent: index }), {
    minLength: 1,
    maxLength,
  });
const level = fc.constantFrom<AccessLevel>(0, 1, 2, 3);
const customRights = fc
  .record({ leastLevel: level, highestLevel: level })
  .map((levels): Rights => ({ permissions: new Set(), deployments: [], ...levels }));
const workspace = fc.record({
  FOLDER: items(5),
  WORKBOOK: items(2),
  REPORT: items(4),
  NOTE: items(3),
  grants: fc.array(
    fc.record({
      // On what is some steps above an item, so that several grants meet on the way to it.
      type: fc.constantFrom(...types, 'NOTE' as const, 'REPORT' as const),
      item: index,
      steps: fc.nat({ max: 3 }),
      subject: fc.constantFrom('USER', 'USER', 'GROUP', 'ORGANIZATION', 'EMBED_TENANT', 'ALL_EMBED_USERS'),
      who: fc.nat({ max: 1 }),
      level: fc.constantFrom<AccessLevel>(1, 2, 3),
    }),
    { minLength: 4, maxLength: 24 },
  ),
  rights: fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...Object.values(builtInRoles),
          builtInRoles.Explorer,
          builtInRoles.Explorer,
        ),
      },
      { weight: 1, arbitrary: customRights },
    ),
    { minLength: USERS, maxLength: USERS },
  ),
  groups: fc.array(fc.subarray([0, 1]), { minLength: USERS, maxLength: USERS }),
});
type Workspace = typeof workspace extends fc.Arbitrary<infer W> ? W : never;

/** An item as it was stored, and what is nearest above it. */
interface Item {
  type: Type;
  id: number;
  owner: number | null;
  folder: Item | null;
  parent: Item | null;
}

interface Grant {
  type: string;
  id: number;
  subject: string;
  subjectId: number;
  level: AccessLevel;
}

/** Stores a workspace in a deployment of its own. */
async function store(made: Workspace): Promise<{ deploymentId: number; all: Item[]; grants: Grant[] }> {
  const deploymentId = await createFactories(database.db).deployment({ tenantId });
  const stored: Record<Type, Item[]> = { FOLDER: [], WORKBOOK: [], REPORT: [], NOTE: [] };
  const pick = <T>(list: readonly T[], at: number): T | null =>
    at === 0 ? null : (list[(at - 1) % Math.max(list.length, 1)] ?? null);
  const add = async (
    type: Type,
    draft: { owner: number; folder: number; parent: number },
    insert: (item: Omit<Item, 'id'>) => Promise<number[]>,
  ) => {
    const parents = { FOLDER: [], WORKBOOK: [], REPORT: stored.WORKBOOK, NOTE: stored.REPORT }[type];
    const item = {
      type,
      owner: pick(userIds, draft.owner),
      folder: pick(stored.FOLDER, draft.folder),
      parent: pick(parents, draft.parent),
    };
    const [id = 0] = await insert(item);
    stored[type].push({ ...item, id });
  };
  const name = () => `name ${stored.FOLDER.length} ${stored.REPORT.length}`;
  for (const draft of made.FOLDER)
    await add('FOLDER', draft, ({ owner, folder }) =>
      ids(
        `with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
       insert into folders (id, deployment_id, parent_id, name, path, user_id) overriding system value
       select fresh.id, $1, $2, $3, $4::integer[] || fresh.id, $5 from fresh`,
        [
          deploymentId,
          folder?.id ?? null,
          name(),
          foldersOf(folder)
            .map(({ id }) => id)
            .toReversed(),
          owner,
        ],
      ),
    );
  for (const draft of made.WORKBOOK)
    await add('WORKBOOK', draft, ({ owner, folder }) =>
      ids('insert into workbooks (deployment_id, name, user_id, folder_id) values ($1, $2, $3, $4)', [
        deploymentId,
        'w',
        owner,
        folder?.id ?? null,
      ]),
    );
  for (const draft of made.REPORT)
    await add('REPORT', draft, ({ owner, folder, parent }) =>
      ids(
        'insert into reports (deployment_id, public_id, name, user_id, folder_id, workbook_id) values ($1, $2, $3, $4, $5, $6)',
        [
          deploymentId,
          `${deploymentId}-${stored.REPORT.length}`,
          'r',
          owner,
          folder?.id ?? null,
          parent?.id ?? null,
        ],
      ),
    );
  for (const draft of made.NOTE)
    await add('NOTE', draft, ({ owner, folder, parent }) =>
      ids('insert into notes (deployment_id, written_by, folder_id, report_id) values ($1, $2, $3, $4)', [
        deploymentId,
        owner,
        folder?.id ?? null,
        parent?.id ?? null,
      ]),
    );

  const grants = new Map<string, Grant>();
  for (const { type, item, steps, subject, who, level: given } of made.grants) {
    const start = pick(stored[type], item + 1);
    const chain = start ? chainOf(start) : [];
    const on = chain[steps % chain.length];
    const subjects: Record<string, number[]> = {
      USER: userIds,
      GROUP: groupIds,
      EMBED_TENANT: embedTenantIds,
    };
    const subjectId = pick(subjects[subject] ?? [], who + 1) ?? 0;
    if (on)
      grants.set(`${on.type} ${on.id} ${subject} ${subjectId}`, {
        type: on.type,
        id: on.id,
        subject,
        subjectId,
        level: given,
      });
  }
  for (const grant of grants.values())
    await database.pool.query(
      'insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level) values ($1, $2, $3, $4, $5, $6)',
      [deploymentId, grant.type, grant.id, grant.subject, grant.subjectId, grant.level],
    );
  return { deploymentId, all: Object.values(stored).flat(), grants: [...grants.values()] };
}

/** The folders from one up to the root. */
function foldersOf(folder: Item | null): Item[] {
  return folder === null ? [] : [folder, ...foldersOf(folder.folder)];
}

/** Where an item lies: in its own folder, or else where what it belongs to lies. */
function holderOf({ folder, parent }: Item): Item | null {
  return folder ?? (parent && holderOf(parent));
}

/** All that hands access down to an item, the nearest first, itself included. */
function chainOf(item: Item): Item[] {
  const parents: Item[] = [];
  for (let each: Item | null = item; each; each = each.parent) parents.push(each);
  return [...parents, ...foldersOf(holderOf(item))];
}

interface Person {
  userId: number | null;
  subjects: [type: string, id: number][];
  rights: Pick<Rights, 'leastLevel' | 'highestLevel'>;
}

/** The rules as a person would apply them to one item. */
function naiveLevel({ userId, subjects, rights }: Person, item: Item, grants: readonly Grant[]): number {
  const chain = chainOf(item);
  const isOwner = userId !== null && chain.some(({ owner }) => owner === userId);
  const given = subjects.map(([type, id]) => {
    const nearest = chain
      .map((each) =>
        grants.find(
          (grant) =>
            grant.type === each.type &&
            grant.id === each.id &&
            grant.subject === type &&
            grant.subjectId === id,
        ),
      )
      .find((grant) => grant !== undefined);
    return nearest?.level ?? 0;
  });
  return Math.min(rights.highestLevel, Math.max(rights.leastLevel, isOwner ? 3 : 0, ...given));
}

const sorted = (rows: readonly { id: number }[]) =>
  [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);

type Order = ColumnOrder<{ name: string; id: number }>;

/** Ways to find a page: by gathering alone, by walking alone, and by walking until that takes too long. */
const walkLimits = [
  { mostWalked: 4000, walkFactor: 1e9 },
  { mostWalked: 4000, walkFactor: 0 },
  { mostWalked: 1, walkFactor: 0 },
];

/** Reads the list of a whole deployment page by page, in each way, and that of every second item. */
async function checkPages(
  accessor: Accessor,
  deploymentId: number,
  type: Type,
  shown: readonly Item[],
): Promise<void> {
  const { alias } = kinds[type];
  const view = { accessor, deploymentId, type, kinds };
  const visibility = visibilityOf(accessor, deploymentId, kinds);
  const condition = sql`${sql.ref(`${alias}.id`)} % 2 = 0`;
  const otherwise = {
    isShown: visibility.isShown(type),
    count: sql<number>`(${visibility.count(type, condition)})`,
  };
  const even = shown.filter(({ id }) => id % 2 === 0);
  for (const direction of ['asc', 'desc'] as const) {
    const order: Order = columnOrder({ list: 'test', alias, by: { name: 'name', id: 'integer' }, direction });
    for (const limits of walkLimits)
      await checkList(view, order, (range) => visiblePage(view, order, range, limits), shown);
    for (const mostCandidates of [0, 5000]) {
      const filter = { condition, otherwise, mostCandidates };
      await checkList(view, order, (range) => filteredPage(view, order, range, filter), even, condition);
    }
  }
}

/** Reads a list to its end by cursors, and a page by its number. */
async function checkList(
  { deploymentId, type }: { deploymentId: number; type: Type },
  order: Order,
  visible: (range: PageRange<CursorKey>) => VisibleRows,
  expected: readonly Item[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { alias, table } = kinds[type];
  const read = async (range: PageRange<CursorKey>) => {
    const { expressions, count, isShown } = visible(range);
    const { rows } = await sql<{ id: number | null; name: string; count: number }>`with ${expressions}
      facts as (select (${count}) as count)
      select page.id, page.name, facts.count from facts left join (
        select ${sql.ref(alias)}.* from ${sql.table(table)} ${sql.ref(alias)}
        where ${sql.ref(`${alias}.deployment_id`)} = ${deploymentId} and ${condition} and ${isShown} and ${order.isBehind(range.after)}
        order by ${order.orderBy} limit ${range.limit} offset ${range.offset}) page on true`.execute(
      database.db,
    );
    assert.equal(rows[0]?.count, expected.length, `count of ${type}`);
    return rows.filter((row): row is typeof row & { id: number } => row.id !== null);
  };
  const found: number[] = [];
  for (let after: CursorKey | undefined, isAtEnd = false; !isAtEnd;) {
    const rows = await read({ limit: 2, offset: 0, after });
    found.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    after = last && order.keyOf(last);
    isAtEnd = last === undefined;
  }
  const ids = sorted(expected);
  assert.deepEqual(found, order.name.endsWith('asc') ? ids : ids.toReversed(), `pages of ${type}`);
  const skipped = await read({ limit: 2, offset: 1, after: undefined });
  assert.deepEqual(
    skipped.map(({ id }) => id),
    found.slice(1, 3),
    `page of ${type} by its number`,
  );
}

/** Works out the levels of a page that holds all items of a kind, also those that are not seen. */
async function checkPageLevels(
  accessor: Accessor,
  deploymentId: number,
  type: Type,
  levels: ReadonlyMap<Item, number>,
): Promise<void> {
  const access = selectPageAccess({ accessor, deploymentId, type, kinds });
  const { rows } = await sql<PageAccess>`with page as (
      select * from ${sql.table(kinds[type].table)} where deployment_id = ${deploymentId}) ${access.expressions}
    select ${access.columns}`.execute(database.db);
  const [facts] = rows;
  assert.ok(facts);
  const listed = await sql<{
    id: number;
  }>`select * from ${sql.table(kinds[type].table)} where deployment_id = ${deploymentId}`.execute(
    database.db,
  );
  const levelOf = pageLevels({ accessor, type, kinds }, facts);
  const expected = [...levels]
    .filter(([item]) => item.type === type)
    .map(([{ id }, each]) => [id, each] as const);
  assert.deepEqual(
    new Map(listed.rows.map((row) => [row.id, levelOf(row)])),
    new Map(expected),
    `levels of a page of ${type}`,
  );
}

/** Compares everything that is generated for a principal with the naive evaluation. */
async function check(
  principal: UserPrincipal | EmbedPrincipal,
  person: Person,
  { deploymentId, all, grants }: Awaited<ReturnType<typeof store>>,
): Promise<void> {
  const accessor = accessorOf(principal);
  const visibility = visibilityOf(accessor, deploymentId, kinds);
  const levels = new Map(all.map((item) => [item, naiveLevel(person, item, grants)]));
  const isSeen = (item: Item) => (levels.get(item) ?? 0) > 0;
  assert.equal(seesEverything(principal) && all.some((item) => !isSeen(item)), false);
  // A folder is shown that is seen, or that has something seen in it, at any depth.
  const isShown = (item: Item) =>
    isSeen(item) ||
    (item.type === 'FOLDER' && all.some((other) => isSeen(other) && foldersOf(other.folder).includes(item)));

  for (const type of types) {
    const ofType = all.filter((item) => item.type === type);
    const { alias, table } = kinds[type];
    const { rows } = await selectWithLevel<{ id: number }>(accessor, deploymentId, type, kinds).execute(
      database.db,
    );
    const found = new Map(rows.map((row) => [row.id, row.level]));
    assert.deepEqual(found, new Map(ofType.map((item) => [item.id, levels.get(item)])), `levels of ${type}`);
    for (const item of ofType)
      for (const action of ['read', 'edit', 'manage'] as const) {
        const isAllowed = may(principal, action, { level: found.get(item.id) ?? accessLevels.none });
        assert.equal(isAllowed, (levels.get(item) ?? 0) >= accessLevels[action]);
      }

    const listed = await sql<{
      id: number;
    }>`select ${sql.ref(`${alias}.id`)} from ${sql.table(table)} ${sql.ref(alias)} where deployment_id = ${deploymentId} and ${visibility.isShown(type)}`.execute(
      database.db,
    );
    const shown = ofType.filter(isShown);
    assert.deepEqual(sorted(listed.rows), sorted(shown), `list of ${type}`);
    if (type !== 'FOLDER')
      for (const { id: folderId } of all.filter((item) => item.type === 'FOLDER')) {
        const view: View = { accessor, deploymentId, type, kinds };
        const expected = shown.filter(({ folder }) => folder?.id === folderId);
        const read = async (visible: VisibleRows, isSeen: RawBuilder<boolean>) => {
          const { rows: inFolder } = await sql<{
            id: number | null;
            count: number;
            isSeen: boolean;
          }>`with ${visible.expressions}
            facts as (select (${visible.count}) as count, ${isSeen} as is_seen)
            select ${sql.ref(alias)}.id, facts.* from ${sql.table(table)} ${sql.ref(alias)}
            right join facts on ${visible.isShown}`.execute(database.db);
          return { found: inFolder.flatMap(({ id }) => (id === null ? [] : [{ id }])), ...inFolder[0] };
        };
        const asSeen = visibleInFolder(view, folderId);
        const first = await read(asSeen, asSeen.isSeen);
        const folder = all.find((item) => item.type === 'FOLDER' && item.id === folderId);
        assert.equal(first.isSeen, folder !== undefined && isSeen(folder), 'whether a folder is seen');
        if (first.isSeen !== true) assert.deepEqual([first.found, first.count], [[], 0]);
        const byRow = visibleByRowInFolder(view, folderId);
        for (const { found, count } of [
          ...(first.isSeen === true ? [first] : []),
          await read(byRow, byRow.isSeen),
        ]) {
          assert.deepEqual(sorted(found), sorted(expected), `list of ${type} in a folder`);
          assert.equal(count, expected.length, `count of ${type} in a folder`);
        }
      }
    await checkPageLevels(accessor, deploymentId, type, levels);
    const counted = await visibility.count(type, sql`true`).execute(database.db);
    assert.equal(counted.rows[0]?.count, shown.length, `count of ${type}`);

    if ('counts' in kinds[type]) await checkPages(accessor, deploymentId, type, shown);

    const direct = new Set(sorted((await visibility.directIds(type).execute(database.db)).rows));
    if (seesEverything(principal)) continue;
    const outside = ofType.filter((item) => !foldersOf(holderOf(item)).some(isSeen));
    assert.deepEqual(
      sorted(outside.filter(({ id }) => direct.has(id))),
      sorted(outside.filter(isShown)),
      `${type} in folders that are not seen`,
    );
  }
}

test('levels, lists, counts, the tree and single decisions agree with the rules applied one by one', async () => {
  await fc.assert(
    fc.asyncProperty(workspace, async (made) => {
      const stored = await store(made);
      for (const [at, userId] of userIds.entries()) {
        const rights = made.rights[at] ?? builtInRoles.Explorer;
        const groups = (made.groups[at] ?? []).map((group) => groupIds[group] ?? 0);
        const principal: UserPrincipal = {
          kind: 'user',
          tenantId,
          userId,
          email: '',
          accessVersion: 1,
          rights,
          groupIds: groups,
          deploymentIds: null,
          via: 'api-key',
        };
        const subjects: Person['subjects'] = [
          ['USER', userId],
          ...groups.map((id): [string, number] => ['GROUP', id]),
          ['ORGANIZATION', 0],
        ];
        await check(principal, { userId, subjects, rights }, stored);
      }
      for (const embedTenantId of embedTenantIds) {
        const principal: EmbedPrincipal = {
          kind: 'embed',
          tenantId,
          embedTenantId,
          embedUserId: userIds[0] ?? 0,
          deploymentId: stored.deploymentId,
          creatorMode: false,
          allowsExport: true,
          securityContext: {},
          claims: {
            tenantId,
            deploymentIds: [stored.deploymentId],
            branch: null,
            viewer: undefined,
            maker: undefined,
            permissions: [],
            highestLevel: 1,
            expiresAtMs: undefined,
          },
        };
        const subjects: Person['subjects'] = [
          ['EMBED_TENANT', embedTenantId],
          ['ALL_EMBED_USERS', 0],
        ];
        const rights = { leastLevel: 0, highestLevel: 1 } as const;
        await check(principal, { userId: null, subjects, rights }, stored);
        for (const item of stored.all) {
          const { rows } = await selectSubjectsSeeing(
            accessorOf(principal),
            stored.deploymentId,
            item,
            kinds,
          ).execute(database.db);
          const expected = subjects.filter(
            (subject) => naiveLevel({ userId: null, subjects: [subject], rights }, item, stored.grants) > 0,
          );
          assert.deepEqual(
            rows.map(({ subjectType }) => subjectType),
            expected.map(([type]) => type),
          );
        }
      }
    }),
    { numRuns: 15 },
  );
});
