import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../test/data/test-database.ts';
import {
  createMadeWorkspaces,
  workspace,
  type MadeWorkspaces,
  type StoredWorkspace,
} from '../test/naive/made-workspaces.ts';
import {
  foldersOf,
  holderOf,
  kinds,
  naiveLevel,
  types,
  type Item,
  type Person,
  type Type,
} from '../test/naive/naive-access.ts';
import { accessLevels } from './access-level.ts';
import { selectSubjectsSeeing, selectWithLevel } from './item-level.ts';
import { may } from './may.ts';
import { seesEverything, type EmbedPrincipal, type UserPrincipal } from './principal.ts';
import { builtInRoles } from './roles/roles.ts';
import { accessorOf, type Accessor } from './subjects.ts';
import { selectPageAccess } from './page-access.ts';
import type { PageAccess } from './page-facts.ts';
import { pageLevels } from './page-levels.ts';
import type { View, VisibleRows } from './visibility/view.ts';
import { visibleByRowInFolder, visibleInFolder } from './visibility/visible-in-folder.ts';
import { filteredPage, visiblePage } from './visibility/visible-page.ts';
import { findVisibleFolders } from '../test/naive/visible-folders.ts';
import { columnOrder, type CursorKey, type ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';
import { visibilityOf } from './visibility/visibility.ts';

let database: TestDatabase;
let made: MadeWorkspaces;
before(async () => {
  database = await createTestDatabase();
  made = await createMadeWorkspaces(database);
});
after(() => database.close());

const sorted = (rows: readonly { id: number }[]) =>
  [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);

type Order = ColumnOrder<{ name: string; id: number }>;

/** Ways to find a page: by gathering alone, by walking alone, and by walking until that takes too long. */
const walkLimits = [
  { mostWalked: 4000, walkFactor: 1e9 },
  { mostWalked: 4000, walkFactor: 0 },
  { mostWalked: 1, walkFactor: 0 },
];

/**
 * Reads the list of a whole deployment page by page, in each way, also with the folders given, and that of every second
 * item.
 */
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
  const found = await findVisibleFolders(database.db, view);
  const given = [found, { ...found, folderIds: null }];
  const even = shown.filter(({ id }) => id % 2 === 0);
  for (const direction of ['asc', 'desc'] as const) {
    const order: Order = columnOrder({ list: 'test', alias, by: { name: 'name', id: 'integer' }, direction });
    for (const [index, limits] of walkLimits.entries())
      for (const folders of [undefined, given[index % given.length]])
        await checkList(
          view,
          order,
          (range) => visiblePage({ ...view, folders }, order, range, limits),
          shown,
        );
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
  { deploymentId, all, grants }: StoredWorkspace,
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
    fc.asyncProperty(workspace, async (drawn) => {
      const { tenantId, userIds, groupIds, embedTenantIds } = made;
      const stored = await made.store(drawn);
      for (const [at, userId] of userIds.entries()) {
        const rights = drawn.rights[at] ?? builtInRoles.Explorer;
        const groups = (drawn.groups[at] ?? []).map((group) => groupIds[group] ?? 0);
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
          allowsAi: true,
          allowsChatAuthoring: true,
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
