import {
  limits,
  refuse,
  Refusal,
  type AcceptInvitationInput,
  type BulkUserAction,
  type BulkUserActionInput,
  type BulkUserActionPayload,
  type CreatedUser,
  type CurrentUser,
  type OperationTypes,
  type User,
  type UserCreateInput,
  type UserInvitation,
  type UserSettingsInput,
  type UsersListResponse,
  type UserUpdateInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import { tierOf } from '../../access/roles/role-rights.ts';
import { permissionsOf, type Rights } from '../../access/roles/roles.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { refusalOfDatabaseError } from '../../db/connection/database-refusals.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { runItem } from '../../db/item-outcomes.ts';
import { runDry } from '../../db/dry-run.ts';
import { readPage } from '../../paging/page.ts';
import { changeAccount } from '../account-change.ts';
import { findRolesByName, type AssignedRoles } from '../../access/roles/role-names.ts';
import type { RoleRights } from '../../access/roles/held-roles.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import { checkNewPassword, type NamedUser } from '../passwords/password-rules.ts';
import type { PasswordHasher } from '../sign-in/password-hasher.ts';
import type { MailRoom } from '../../mail/mail-room.ts';
import { sendInvitation, type InvitationLink } from './invitation-mail.ts';
import { toUser } from './to-user.ts';
import { checkGuards, removeUser } from './user-guards.ts';
import { builtInRoleFor, mergeSettings } from './user-policy.ts';
import { readUserAccess } from './user-access-store.ts';
import { byEmail, createUserStore, type UserRow, type UserStore } from './user-store.ts';

/** What users are managed with. */
interface UserServiceOptions {
  db: Db;
  hasher: Pick<PasswordHasher, 'hash'>;
  roleRights: RoleRights;
  /** Undefined without a mail server. */
  mailRoom: MailRoom | undefined;
  /** Tells a user by mail that there is another password. */
  tellPasswordChanged(this: void, tenantId: number, email: string): void;
}

/** Creates, changes, invites and removes the users of an account. */
export type UserService = ReturnType<typeof createUserService>;

/** What the methods below work with; each names what it needs of it. */
interface UserServiceParts extends UserServiceOptions {
  readonly store: UserStore;
}

/** What a change of users needs. */
type UserChanging = Pick<UserServiceParts, 'db' | 'hasher' | 'tellPasswordChanged'>;

/** Makes the service of users. */
export function createUserService(options: UserServiceOptions) {
  const { db, hasher, roleRights, mailRoom, tellPasswordChanged } = options;
  const store = createUserStore(db);
  return bindFirst(
    { db, hasher, roleRights, mailRoom, tellPasswordChanged, store },
    {
      describeCaller,
      list,
      get,
      create,
      update,
      remove,
      changeMany,
      invite: inviteAgain,
      accept,
      updateSettings,
    },
  );
}

async function hashNew(
  hasher: Pick<PasswordHasher, 'hash'>,
  password: string,
  user: NamedUser,
): Promise<string> {
  await checkNewPassword(password, user);
  return hasher.hash(password);
}

async function getRow(db: Db, tenantId: number, id: number): Promise<UserRow> {
  return getUser(createUserStore(db), tenantId, id);
}

function changeOne(
  needs: UserChanging,
  action: BulkUserAction,
  actor: UserPrincipal,
  id: number,
): Promise<unknown> {
  switch (action) {
    case 'ACTIVATE':
      return update(needs, actor, id, { isDeactivated: false });
    case 'DEACTIVATE':
      return update(needs, actor, id, { isDeactivated: true });
    case 'DELETE':
      return remove(needs, actor, id);
  }
}

async function doMany(
  needs: UserChanging,
  actor: UserPrincipal,
  { action, userIds }: BulkUserActionInput,
  log: FastifyBaseLogger,
): Promise<BulkUserActionPayload> {
  const answer: BulkUserActionPayload = { action, succeeded: [], failed: [] };
  for (const userId of new Set(userIds)) {
    const refusal = await refusalOf(() =>
      runItem(needs.db, `user ${userId}`, async () => void (await changeOne(needs, action, actor, userId))),
    );
    if (!refusal) answer.succeeded.push(userId);
    else {
      if (refusal.status >= 500) log.error({ err: refusal, userId }, 'The change of a user failed');
      answer.failed.push({ userId, error: { status: refusal.status, message: refusal.message } });
    }
  }
  return answer;
}

function tryMany(
  needs: UserChanging,
  actor: UserPrincipal,
  input: BulkUserActionInput,
  log: FastifyBaseLogger,
) {
  return runDry(needs.db, async (): Promise<BulkUserActionPayload> => {
    const before = await readUserAccess(needs.db, actor.tenantId, input.userIds);
    const answer = await doMany(needs, actor, input, log);
    const after = await readUserAccess(needs.db, actor.tenantId, input.userIds);
    const accessChanges = answer.succeeded.flatMap((userId) => {
      const [was, is] = [before.get(userId), after.get(userId)];
      return was && !isDeepStrictEqual(was, is) ? [{ userId, before: was, after: is ?? null }] : [];
    });
    return { ...answer, accessChanges };
  });
}

/** A user as they see themselves. */
async function describeCaller(
  { db, roleRights, store }: Pick<UserServiceParts, 'db' | 'roleRights' | 'store'>,
  tenantId: number,
  userId: number,
  known?: Rights,
): Promise<CurrentUser> {
  const [row, { roles, tenantName }] = await Promise.all([
    getRow(db, tenantId, userId),
    store.getHeldRoles(tenantId, userId),
  ]);
  const [rights, userPolicies] = await Promise.all([
    known ?? roleRights.of(roles),
    roleRights.policiesOf(roles),
  ]);
  const permissions = [...permissionsOf(rights)];
  const isAdmin = permissions.includes('All');
  const role = tierOf(rights);
  const needsSecondFactor = false;
  return { ...toUser(row), isAdmin, role, permissions, tenantName, userPolicies, needsSecondFactor };
}

/** By e-mail address. @throws `invalid_cursor` */
async function list(
  { store }: { store: UserStore },
  { tenantId }: UserPrincipal,
  { search = null, isDeactivated = null, ...request }: OperationTypes['getUsers']['query'],
): Promise<UsersListResponse> {
  const filter = { tenantId, search, isDeactivated };
  const { rows, pageInfo } = await readPage(request, byEmail, (range) => store.list(filter, range));
  return { items: rows.map(toUser), pageInfo };
}

/** @throws `user_not_found` */
async function get({ db }: { db: Db }, { tenantId }: UserPrincipal, id: number): Promise<User> {
  return toUser(await getRow(db, tenantId, id));
}

/**
 * With a password, or with a link to set one.
 *
 * @param linkUrl where the user who is invited reaches the server
 * @throws `email_taken`, `username_taken`, `roles_not_found`, `invalid_request`
 */
async function create(
  { db, hasher, mailRoom }: Pick<UserServiceParts, 'db' | 'hasher' | 'mailRoom'>,
  actor: UserPrincipal,
  input: UserCreateInput,
  linkUrl: () => Promise<string>,
): Promise<CreatedUser> {
  const { tenantId } = actor;
  const [email, username] = [input.email.trim(), input.username.trim()];
  const passwordHash = input.password == null ? null : await hashNew(hasher, input.password, input);
  const change = { takesAway: false, conflict: { email, username } };
  const baseUrl = passwordHash === null ? await linkUrl() : undefined;
  const { id, invitation } = await changeAccount(db, actor, change, async (tx) => {
    const users = createUserStore(tx);
    const { role, roleIds } = await rolesOfNew(tx, tenantId, input);
    const id = await users.insert({
      tenantId,
      email,
      username,
      firstName: input.firstName ?? null,
      picture: input.picture ?? null,
      externalId: input.externalId ?? null,
      settings: JSON.stringify(mergeSettings({}, input.settings ?? {})),
      role,
      passwordHash,
    });
    await users.replaceRoles(id, roleIds);
    return { id, invitation: baseUrl === undefined ? null : await invite(users, id, baseUrl) };
  });
  const user = toUser(await getRow(db, tenantId, id));
  const invited = { tenantId, email };
  return { ...user, invitation: invitation && (await sendInvitation({ db, mailRoom }, invited, invitation)) };
}

/** @throws `user_not_found`, `roles_not_found`, `own_deactivation`, `last_administrator`, `invalid_request` */
async function update(
  { db, hasher, tellPasswordChanged }: UserChanging,
  actor: UserPrincipal,
  id: number,
  input: UserUpdateInput,
): Promise<User> {
  const passwordHash =
    input.password == null
      ? undefined
      : await hashNew(hasher, input.password, {
          ...(await getRow(db, actor.tenantId, id)),
          ...present(input),
        });
  const takesAway = input.isDeactivated === true || input.isAdmin === false || input.defaultRoles != null;
  await changeAccount(db, actor, { takesAway }, async (tx) => {
    const users = createUserStore(tx);
    const { tenantId } = actor;
    const row = await getUser(users, tenantId, id);
    const roles =
      input.defaultRoles == null ? undefined : await findRolesByName(tx, tenantId, input.defaultRoles);
    const role = builtInRoleFor(input.isAdmin, roles?.role, row.role);
    await checkGuards(users, actor, row, { role, isDeactivated: input.isDeactivated });
    await users.update(tenantId, id, {
      ...valuesOf(input, row),
      ...(role !== undefined && { role }),
      ...(passwordHash !== undefined && { passwordHash }),
    });
    if (roles) await users.replaceRoles(id, roles.roleIds);
    if (input.isDeactivated === true || passwordHash !== undefined) await users.endSessions(id);
  });
  const user = await getRow(db, actor.tenantId, id);
  if (passwordHash !== undefined) tellPasswordChanged(actor.tenantId, user.email);
  return toUser(user);
}

/** @throws `user_not_found`, `own_deletion`, `last_administrator` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    const users = createUserStore(tx);
    await removeUser(users, actor, await getUser(users, actor.tenantId, id));
  });
}

/**
 * Each user by the rules of the single operation, in a transaction of its own. A dry run changes nothing, and
 * answers what would become of them and of their access.
 */
function changeMany(
  needs: UserChanging,
  actor: UserPrincipal,
  { dryRun, ...input }: BulkUserActionInput,
  log: FastifyBaseLogger,
): Promise<BulkUserActionPayload> {
  return dryRun === true ? tryMany(needs, actor, input, log) : doMany(needs, actor, input, log);
}

/** A new link by which a user sets a password. @throws `user_not_found`, `user_deactivated` */
async function inviteAgain(
  { db, mailRoom }: Pick<UserServiceParts, 'db' | 'mailRoom'>,
  actor: UserPrincipal,
  id: number,
  baseUrl: string,
): Promise<UserInvitation> {
  const { email, link } = await changeAccount(db, actor, { takesAway: false }, async (tx) => {
    const users = createUserStore(tx);
    const row = await getUser(users, actor.tenantId, id);
    if (row.isDeactivated) throw refuse('user_deactivated', { id });
    return { email: row.email, link: await invite(users, id, baseUrl) };
  });
  return sendInvitation({ db, mailRoom }, { tenantId: actor.tenantId, email }, link);
}

/**
 * Sets the password of a user by an invitation, once, and ends their sessions. Answers with the user.
 *
 * @throws `invitation_unknown`, `password_refused`
 */
async function accept(
  {
    db,
    hasher,
    tellPasswordChanged,
    store,
  }: Pick<UserServiceParts, 'db' | 'hasher' | 'tellPasswordChanged' | 'store'>,
  tenantId: number,
  { token, password }: AcceptInvitationInput,
): Promise<{ id: number; email: string }> {
  const hash = hashSecret(token);
  // Asked twice, since a password takes long to derive: nobody has it derived for nothing, or accepts what is used
  // meanwhile.
  const known = await store.findInvited(tenantId, hash, { lock: false });
  if (!known) throw refuse('invitation_unknown');
  const passwordHash = await hashNew(hasher, password, known);
  const accepted = await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx);
    const user = await users.findInvited(tenantId, hash, { lock: true });
    if (!user) throw refuse('invitation_unknown');
    await users.update(tenantId, user.id, { passwordHash });
    await users.endSessions(user.id);
    return user;
  });
  if (known.hasPassword) tellPasswordChanged(tenantId, accepted.email);
  return accepted;
}

/** @throws `validation_failed` for a time zone that there is not */
async function updateSettings(
  { db }: { db: Db },
  { tenantId, userId }: UserPrincipal,
  input: UserSettingsInput,
): Promise<User> {
  await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx);
    await users.lock(tenantId, userId);
    const { settings } = await getUser(users, tenantId, userId);
    await users.update(tenantId, userId, { settings: JSON.stringify(mergeSettings(settings, input)) });
  });
  return toUser(await getRow(db, tenantId, userId));
}

async function getUser(
  users: Pick<ReturnType<typeof createUserStore>, 'find'>,
  tenantId: number,
  id: number,
): Promise<UserRow> {
  const row = await users.find(tenantId, id);
  if (!row) throw refuse('user_not_found', { id });
  return row;
}

/** The columns of an update that are taken as they are sent; null clears, where there is something to clear. */
function valuesOf(input: UserUpdateInput, row: UserRow) {
  const { firstName, picture, title, tosAccepted, notifications, settings, isDeactivated } = input;
  return {
    ...(firstName !== undefined && { firstName }),
    ...(picture !== undefined && { picture }),
    ...(title !== undefined && { title }),
    ...(tosAccepted !== undefined && { tosAccepted: tosAccepted && JSON.stringify(tosAccepted) }),
    ...(notifications != null && { notifications: [...new Set(notifications)] }),
    ...(settings != null && { settings: JSON.stringify(mergeSettings(row.settings, settings)) }),
    ...(isDeactivated != null && { isDeactivated }),
  };
}

/** The names that a change of a user gives, for the check of a password. */
function present({ firstName }: UserUpdateInput): Partial<NamedUser> {
  return firstName == null ? {} : { firstName };
}

/** @throws `roles_not_found`, `invalid_request` */
async function rolesOfNew(
  tx: Db,
  tenantId: number,
  { isAdmin, defaultRoles }: UserCreateInput,
): Promise<AssignedRoles> {
  const named = defaultRoles == null ? undefined : await findRolesByName(tx, tenantId, defaultRoles);
  const role = builtInRoleFor(isAdmin, named?.role, null);
  return { role: role === undefined ? 'Viewer' : role, roleIds: named?.roleIds ?? [] };
}

async function invite(
  users: ReturnType<typeof createUserStore>,
  userId: number,
  baseUrl: string,
): Promise<InvitationLink> {
  const token = makeSecret();
  const expiresAt = await users.putInvitation(userId, hashSecret(token), limits.INVITATION_TTL_SECONDS);
  // Behind the #, which no server is sent and no log has.
  return { url: `${baseUrl}/invitation#${token}`, expiresAt };
}

/** What some work is refused with; undefined for work that was done. A failure that is no refusal is `internal`. */
async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    return refusalOfDatabaseError(error) ?? refuse('internal', undefined, { cause: error });
  }
}
