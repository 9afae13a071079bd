import fc from 'fast-check';
import type { AccessLevel } from '../../access/access-level.ts';
import { builtInRoles, type Rights } from '../../access/roles/roles.ts';
import { createFactories } from '../factories.ts';
import { chainOf, foldersOf, types, type Grant, type Item, type Type } from './naive-access.ts';
import type { TestDatabase } from '../data/test-database.ts';

const USERS = 2;
const GROUPS = 2;

/* A workspace as fast-check makes it up: numbers stand for what there is, modulo how much there is; 0 is nothing. */
const index = fc.nat({ max: 12 });
const items = (maxLength: number) =>
  fc.array(fc.record({ owner: fc.nat({ max: USERS }), folder: index, parent: index }), {
    minLength: 1,
    maxLength,
  });
const level = fc.constantFrom<AccessLevel>(0, 1, 2, 3);
const customRights = fc
  .record({ leastLevel: level, highestLevel: level })
  .map((levels): Rights => ({ permissions: new Set(), deployments: [], resources: [], ...levels }));
export const workspace = fc.record({
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

/** A workspace as it was stored. */
export interface StoredWorkspace {
  readonly deploymentId: number;
  readonly all: Item[];
  readonly grants: Grant[];
}

/** Who has access to the workspaces that are made up, and where they are stored. */
export interface MadeWorkspaces {
  readonly tenantId: number;
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly embedTenantIds: readonly number[];
  /** Stores a workspace in a deployment of its own. */
  store(made: Workspace): Promise<StoredWorkspace>;
}

/** Makes an account with users, groups and embed tenants, and a table for the kind that the product does not have. */
export async function createMadeWorkspaces(database: TestDatabase): Promise<MadeWorkspaces> {
  const ids = async (text: string, values: unknown[]) =>
    (await database.pool.query<{ id: number }>(`${text} returning id`, values)).rows.map(({ id }) => id);
  const build = createFactories(database.db);
  const tenantId = await build.tenant();
  const userIds = await Promise.all(Array.from({ length: USERS }, () => build.user({ tenantId })));
  const groupIds = await ids(
    `insert into groups (tenant_id, name) select $1, 'g' || n from generate_series(1, $2::integer) n`,
    [tenantId, GROUPS],
  );
  const embedTenantIds = await ids(
    `insert into embed_tenants (tenant_id, name) select $1, 'e' || n from generate_series(1, 2) n`,
    [tenantId],
  );
  await database.pool.query(`create table notes (
    id integer generated always as identity primary key, deployment_id integer not null, written_by integer,
    folder_id integer references folders, report_id integer references reports)`);

  async function insertItems(deploymentId: number, made: Workspace): Promise<Record<Type, Item[]>> {
    const stored: Record<Type, Item[]> = { FOLDER: [], WORKBOOK: [], REPORT: [], NOTE: [] };
    const add = async (
      type: Type,
      draft: { owner: number; folder: number; parent: number },
      insert: (item: Omit<Item, 'id'>) => Promise<number[]>,
    ) => {
      const parents = { FOLDER: [], WORKBOOK: [], REPORT: stored.WORKBOOK, NOTE: stored.REPORT }[type];
      const parent = pick(parents, draft.parent);
      const item = {
        type,
        owner: pick(userIds, draft.owner),
        // A tab lies where its workbook lies.
        folder: type === 'REPORT' && parent ? null : pick(stored.FOLDER, draft.folder),
        parent,
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
    return stored;
  }

  async function insertGrants(
    deploymentId: number,
    made: Workspace,
    stored: Readonly<Record<Type, Item[]>>,
  ): Promise<Grant[]> {
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
    return [...grants.values()];
  }

  return {
    tenantId,
    userIds,
    groupIds,
    embedTenantIds,
    async store(made) {
      const deploymentId = await build.deployment({ tenantId });
      const stored = await insertItems(deploymentId, made);
      const grants = await insertGrants(deploymentId, made, stored);
      return { deploymentId, all: Object.values(stored).flat(), grants };
    },
  };
}

function pick<T>(list: readonly T[], at: number): T | null {
  return at === 0 ? null : (list[(at - 1) % Math.max(list.length, 1)] ?? null);
}
