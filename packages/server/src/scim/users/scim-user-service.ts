import {
  refuse,
  type ScimPatch,
  type ScimUser,
  type ScimUserInput,
  type ScimUserList,
} from '@oriel/contract';
import { sql } from 'kysely';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database, Db } from '../../db/database.ts';
import { hasOuterTransaction } from '../../db/request-context.ts';
import { changeAccount } from '../../identity/account-change.ts';
import { changeAccountAtOnce } from '../../identity/account-change-at-once.ts';
import { addRoles, defaultRoleOf } from '../../identity/role-mapping/mapped-roles.ts';
import { checkGuards, removeUser } from '../../identity/users/user-guards.ts';
import { createUserStore } from '../../identity/users/user-store.ts';
import { readList } from '../read-list.ts';
import type { ScimPageQuery } from '../scim-page.ts';
import { parseScimId } from '../scim-id.ts';
import { applyUserPatch, readUserPatch, touchesActive } from './patch-user.ts';
import { readUser, type ReadUser } from './read-user.ts';
import {
  createScimUserStore,
  insertWithBuiltInRole,
  type ScimUserRow,
  type ScimUserStore,
  type UserColumns,
} from './scim-user-store.ts';
import { toContent, toScimUser, type ScimAddress } from './to-scim-user.ts';
import { userFilterAttributes } from './user-filter.ts';
import { hasValues, toAttributeValues, toValues, type UserValues } from './user-values.ts';

/** What the methods below work with; each names what it needs of it. */
interface ScimUserServiceParts {
  readonly database: Pick<Database, 'db' | 'pipelined'>;
  readonly extensionUrn: string;
  readonly db: Db;
  readonly attributes: ReturnType<typeof userFilterAttributes>;
}

/**
 * Makes the service of users of SCIM.
 *
 * @param extensionUrn the URN of the extension with the attributes of users
 */
export function createScimUserService(database: Pick<Database, 'db' | 'pipelined'>, extensionUrn: string) {
  const { db } = database;
  const attributes = userFilterAttributes(extensionUrn);
  return bindFirst({ database, extensionUrn, db, attributes }, { list, get, create, replace, patch, remove });
}

/** Changes a user to what is read of it while nobody else changes it. */
function change(
  db: Db,
  actor: UserPrincipal,
  id: string,
  takesAway: boolean,
  read: (row: ScimUserRow) => ReadUser | Promise<ReadUser>,
  options: { isWhole: boolean },
): Promise<ScimUserRow> {
  // Known when the user is.
  const conflict: { email?: string; username?: string } = {};
  return changeAccount(db, actor, { takesAway, conflict, isProvisioning: true }, async (tx) => {
    const row = await getUser(createScimUserStore(tx), actor.tenantId, id);
    const user = await read(row);
    const values = toValues(user.content, row);
    Object.assign(conflict, { email: values.email, username: values.username });
    await writeUser(tx, actor, row, values);
    const store = createScimUserStore(tx);
    if (user.attributes)
      await setAttributes(store, { tenantId: actor.tenantId, id: row.id }, user.attributes, options);
    return getUser(store, actor.tenantId, id);
  });
}

/** @throws `scim_filter_invalid` */
async function list(
  { db, attributes }: Pick<ScimUserServiceParts, 'db' | 'attributes'>,
  { tenantId }: UserPrincipal,
  query: ScimPageQuery,
  address: ScimAddress,
): Promise<ScimUserList> {
  const store = createScimUserStore(db);
  return readList(query, attributes, {
    id: sql`u.id`,
    count: (where) => store.count(tenantId, where),
    list: async (options) => (await store.list(tenantId, options)).map((row) => toScimUser(row, address)),
  });
}

/** @throws `user_not_found` */
async function get(
  { db }: { db: Db },
  { tenantId }: UserPrincipal,
  id: string,
  address: ScimAddress,
): Promise<ScimUser> {
  return toScimUser(await getUser(createScimUserStore(db), tenantId, id), address);
}

/**
 * @throws `email_taken`, `username_taken`, `validation_failed`, `attributes_not_found`, `attribute_type_mismatch`
 */
async function create(
  { database, extensionUrn, db }: Pick<ScimUserServiceParts, 'database' | 'extensionUrn' | 'db'>,
  actor: UserPrincipal,
  body: ScimUserInput,
  address: ScimAddress,
): Promise<ScimUser> {
  const { tenantId } = actor;
  const { content, attributes: named } = readUser(body, extensionUrn);
  const values = toValues(content, undefined);
  if (!named && !hasOuterTransaction()) {
    const insert = insertWithBuiltInRole(tenantId, toColumns(values));
    const [made] = await changeAccountAtOnce(database, actor, values, insert);
    if (made) return toScimUser(made, address);
  }
  const row = await changeAccount(
    db,
    actor,
    { takesAway: false, conflict: values, isProvisioning: true },
    async (tx) => {
      const store = createScimUserStore(tx);
      const { role, roleIds } = await defaultRoleOf(tx, tenantId);
      const id = await createUserStore(tx).insert({ ...toColumns(values), tenantId, role });
      await addRoles(tx, [id], { role: null, roleIds });
      if (named) await setAttributes(store, { tenantId, id }, named, { isWhole: false });
      return getUser(store, tenantId, String(id));
    },
  );
  return toScimUser(row, address);
}

/**
 * Attributes of users stay where the request does not name their extension: others than the provider set them as
 * well.
 *
 * @throws `user_not_found`, `own_deactivation`, `last_administrator` and what `create` throws
 */
async function replace(
  { extensionUrn, db }: Pick<ScimUserServiceParts, 'extensionUrn' | 'db'>,
  actor: UserPrincipal,
  id: string,
  body: ScimUserInput,
  address: ScimAddress,
): Promise<ScimUser> {
  const user = readUser(body, extensionUrn);
  const takesAway = user.content.active === false;
  return toScimUser(await change(db, actor, id, takesAway, () => user, { isWhole: true }), address);
}

/**
 * All of the changes or none.
 * @throws what `replace` throws, `scim_path_invalid`, `scim_target_missing`, `scim_read_only`
 */
async function patch(
  { extensionUrn, db }: Pick<ScimUserServiceParts, 'extensionUrn' | 'db'>,
  actor: UserPrincipal,
  id: string,
  { Operations }: ScimPatch,
  address: ScimAddress,
): Promise<ScimUser> {
  const patch = await readUserPatch(Operations, extensionUrn);
  const read = async (row: ScimUserRow): Promise<ReadUser> => ({
    content: await applyUserPatch(toContent(row), patch),
    attributes: patch.attributes,
  });
  return toScimUser(
    await change(db, actor, id, touchesActive(patch), read, { isWhole: patch.removesOthers }),
    address,
  );
}

/** @throws `user_not_found`, `own_deletion`, `last_administrator` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: string): Promise<void> {
  return changeAccount(db, actor, { takesAway: true, isProvisioning: true }, async (tx) =>
    removeUser(createUserStore(tx), actor, await getUser(createScimUserStore(tx), actor.tenantId, id)),
  );
}

async function getUser(
  store: Pick<ScimUserStore, 'find'>,
  tenantId: number,
  id: string,
): Promise<ScimUserRow> {
  const row = await store.find(tenantId, parseScimId(id));
  if (!row) throw refuse('user_not_found', { id });
  return row;
}

function toColumns({ emails, ...values }: UserValues): UserColumns {
  return { ...values, emails: emails && JSON.stringify(emails) };
}

/** Writes nothing where nothing is new: providers send the same again and again. */
async function writeUser(tx: Db, actor: UserPrincipal, row: ScimUserRow, values: UserValues): Promise<void> {
  if (hasValues(row, values)) return;
  const users = createUserStore(tx);
  const { isDeactivated } = values;
  await checkGuards(users, actor, row, { role: undefined, isDeactivated });
  await users.update(actor.tenantId, row.id, toColumns(values));
  if (isDeactivated && !row.isDeactivated) await users.endSessions(row.id);
}

async function setAttributes(
  store: ScimUserStore,
  { tenantId, id }: { tenantId: number; id: number },
  named: ReadonlyMap<string, unknown>,
  options: { isWhole: boolean },
): Promise<void> {
  if (named.size === 0 && !options.isWhole) return;
  await store.setValues(id, toAttributeValues(named, await store.listAttributes(tenantId), options));
}
