import type { AccessLevel } from '../../access/access-level.ts';
import { builtInRoles, creatorRights, embedRights, type UserRole } from '../../access/roles/roles.ts';
import { openEmbedSession } from '../embed-session.ts';
import type { Caller } from './naive-workspace.ts';
import type { TestApp, TestCall } from '../test-app.ts';

/** To whom something may be given, as the API names it and as it is stored. */
export interface GivenTo {
  readonly entry: {
    readonly subjectType: string;
    readonly subjectId?: number;
    readonly embedTenantName?: string;
  };
  readonly subjectId: number;
  /** The levels that may be given. */
  readonly levels: readonly AccessLevel[];
}

/** A caller, and what it sends its requests with. */
export interface SendingCaller extends Caller {
  readonly headers: Readonly<Record<string, string>>;
}

/** Everybody who calls the API of a deployment, and to whom they may give something. */
export interface Callers {
  readonly all: readonly SendingCaller[];
  readonly ofUsers: readonly GivenTo[];
  readonly ofViewers: readonly GivenTo[];
  /** Of the users, which no viewer may read. */
  readonly emails: readonly string[];
}

/** Makes the callers of a deployment, which is of the test's account. */
export type MakeCallers = (deploymentId: number) => Promise<Callers>;

const all: readonly AccessLevel[] = [1, 2, 3];
const embedTenants = ['north', 'south'] as const;

/**
 * Makes the users once: an administrator, two who make things, one of them in a group, and one who only looks, in the
 * same group; and a user of another account. The viewers of each deployment are two in creator mode of one embed
 * tenant, and one of another.
 */
export async function createCallers(world: TestApp): Promise<MakeCallers> {
  const { tenantId, build, database } = world;
  const groupId = await makeGroup(world);
  const user = async (name: string, role: UserRole, groupIds: number[]) => {
    const email = `${name}@example.com`;
    const userId = await build.user({ tenantId, role, email });
    for (const id of groupIds)
      await database.pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [
        id,
        userId,
      ]);
    return callerOf({ name, userId, groupIds, role, key: await build.apiKey({ tenantId, userId }) });
  };
  const { rows } = await database.pool.query<{ email: string }>('select email from users where id = $1', [
    world.adminId,
  ]);
  const users = [
    callerOf({ name: 'admin', userId: world.adminId, groupIds: [], role: 'Admin', key: world.adminKey }),
    await user('one', 'Explorer', []),
    await user('two', 'Explorer', [groupId]),
    await user('looker', 'Viewer', [groupId]),
  ];
  const stranger = await makeStranger(world);
  for (const name of embedTenants)
    await database.pool.query('insert into embed_tenants (tenant_id, name) values ($1, $2)', [
      tenantId,
      name,
    ]);
  const tenantIds = await Promise.all(
    embedTenants.map((name) => idOf(world, 'select id from embed_tenants where name = $1', name)),
  );
  const ofUsers: GivenTo[] = [
    ...users.slice(1).map(({ userId }) => ({
      entry: { subjectType: 'USER', subjectId: userId ?? 0 },
      subjectId: userId ?? 0,
      levels: all,
    })),
    { entry: { subjectType: 'GROUP', subjectId: groupId }, subjectId: groupId, levels: all },
    { entry: { subjectType: 'ORGANIZATION' }, subjectId: 0, levels: all },
    ...embedTenants.map((embedTenantName, index) => ({
      entry: { subjectType: 'EMBED_TENANT', embedTenantName },
      subjectId: tenantIds[index] ?? 0,
      levels: [1] as const,
    })),
    { entry: { subjectType: 'ALL_EMBED_USERS' }, subjectId: 0, levels: [1] },
  ];
  const emails = [
    ...users.slice(1).map(({ name }) => `${name}@example.com`),
    ...rows.map(({ email }) => email),
  ];
  return async (deploymentId) => {
    const viewers = await makeViewers(world, deploymentId, tenantIds);
    return {
      all: [...users, ...viewers, stranger],
      ofUsers,
      ofViewers: viewersOf(viewers, tenantIds[0] ?? 0),
      emails,
    };
  };
}

function viewersOf(viewers: readonly Caller[], tenantId: number): GivenTo[] {
  return [
    ...viewers
      .filter(({ kind }) => kind === 'creator')
      .map(({ viewerId }) => ({
        entry: { subjectType: 'EMBED_USER', subjectId: viewerId ?? 0 },
        subjectId: viewerId ?? 0,
        levels: [1, 2] as const,
      })),
    {
      entry: { subjectType: 'EMBED_TENANT', embedTenantName: embedTenants[0] },
      subjectId: tenantId,
      levels: [1],
    },
  ];
}

function callerOf({
  name,
  userId,
  groupIds,
  role,
  key,
}: {
  name: string;
  userId: number;
  groupIds: readonly number[];
  role: UserRole;
  key: string;
}): SendingCaller {
  return {
    name,
    kind: 'user',
    isAuthor: role !== 'Viewer',
    userId,
    viewerId: null,
    subjects: [
      ['USER', userId],
      ...groupIds.map((id): [string, number] => ['GROUP', id]),
      ['ORGANIZATION', 0],
    ],
    rights: builtInRoles[role],
    headers: { authorization: `Bearer ${key}` },
  };
}

async function makeViewers(
  world: TestApp,
  deploymentId: number,
  tenantIds: readonly number[],
): Promise<SendingCaller[]> {
  const open = async (
    name: string,
    embedTenantName: string,
    creatorMode: boolean,
  ): Promise<SendingCaller> => {
    const token = await openEmbedSession(world, {
      embedTenantName,
      externalId: name,
      creatorMode,
      deploymentId,
    });
    const viewerId = await idOf(world, 'select id from embed_users where external_id = $1', name);
    const tenantId = tenantIds[embedTenants.findIndex((each) => each === embedTenantName)] ?? 0;
    return {
      name,
      kind: creatorMode ? 'creator' : 'reader',
      isAuthor: creatorMode,
      userId: null,
      viewerId,
      subjects: [
        ['EMBED_TENANT', tenantId],
        ['ALL_EMBED_USERS', 0],
        ...(creatorMode ? [['EMBED_USER', viewerId] as [string, number]] : []),
      ],
      rights: creatorMode ? creatorRights : embedRights,
      headers: { authorization: `Embed-Token ${token}` },
    };
  };
  return [
    await open('ada', 'north', true),
    await open('grace', 'north', true),
    await open('reader', 'south', false),
  ];
}

async function makeStranger({ build }: TestApp): Promise<SendingCaller> {
  const host = 'other.example.com';
  const tenantId = await build.tenant({ host });
  const userId = await build.user({ tenantId, role: 'Admin' });
  const caller = callerOf({
    name: 'stranger',
    userId,
    groupIds: [],
    role: 'Admin',
    key: await build.apiKey({ tenantId, userId }),
  });
  return { ...caller, kind: 'stranger', headers: { ...caller.headers, host } };
}

async function makeGroup(world: TestApp): Promise<number> {
  const text = "insert into groups (tenant_id, name) values ($1, 'Some') returning id";
  return idOf(world, text, world.tenantId);
}

async function idOf({ database }: TestApp, text: string, value: unknown): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(text, [value]);
  return rows[0]?.id ?? 0;
}

/** Sends a request of a caller to the workspace of a deployment. */
export function sendAs(
  world: Pick<TestApp, 'call'>,
  deploymentId: number,
  { headers }: SendingCaller,
  { method, path, body }: Pick<TestCall, 'method' | 'path' | 'body'>,
) {
  return world.call({ method, path: `/api/v1/deployments/${deploymentId}${path}`, body, headers, key: '' });
}
