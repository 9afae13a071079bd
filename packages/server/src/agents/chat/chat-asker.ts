import { limits, refuse, refuseFields, type ChatSessionSettings, type ServerBrand } from '@oriel/contract';
import { sql } from 'kysely';
import { checkRole } from '../../access/may.ts';
import { isScoped } from '../../access/scope.ts';
import type { DataPrincipal, Principal, UserPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { createEmbedSessionStore } from '../../embedding/embed-sessions/embed-session-store.ts';
import { embedUsersWithin } from '../../embedding/embed-users/embed-user-service.ts';
import type { ViewerLimit } from '../../embedding/embed-users/viewer-limit.ts';
import type { SubjectPrincipals } from '../../embedding/subjects/subject-principals.ts';
import type { Asker } from '../chat-request.ts';
import { ownerOf, type ThreadOwner } from '../threads/thread-owner.ts';

/** What askers are found with. */
interface AskerOptions {
  readonly database: Pick<Database, 'db'>;
  readonly brand: ServerBrand;
  readonly subjects: SubjectPrincipals;
  readonly viewerLimit: ViewerLimit;
}

/** Where something is asked. */
interface AskedPlace {
  readonly tenantId: number;
  readonly deploymentId: number;
}

/** Finds the person who asks: the caller, or the one for whom an API key does. */
export type FindAsker = (
  principal: Principal,
  place: AskedPlace,
  settings: ChatSessionSettings | null | undefined,
) => Promise<Asker>;

/**
 * Makes the finder.
 *
 * It throws `forbidden`, `admin_only` for a key that may not ask for others, `invalid_request` for one that names
 * nobody, and what provisioning a viewer throws.
 */
export function createFindAsker(options: AskerOptions): FindAsker {
  return async (principal, place, settings) => {
    const wantsAuthoring = settings?.allowChatWorkspaceAuthoring !== false;
    switch (principal.kind) {
      case 'user':
        if (principal.via === 'api-key') return askFor(options, principal, place, settings);
        return { principal, owner: ownerOf(principal), mayAuthor: wantsAuthoring };
      case 'embed':
        return {
          principal,
          owner: ownerOf(principal),
          mayAuthor: wantsAuthoring && principal.creatorMode && principal.allowsChatAuthoring,
        };
      case 'data':
        return { principal, owner: await holderOf(options, principal), mayAuthor: false };
      default:
        throw refuse('unauthenticated');
    }
  };
}

async function askFor(
  { database, subjects, viewerLimit }: AskerOptions,
  actor: UserPrincipal,
  { tenantId, deploymentId }: AskedPlace,
  settings: ChatSessionSettings | null | undefined,
): Promise<Asker> {
  checkRole(actor, 'Admin');
  const { externalId, internalId } = settings ?? {};
  if ((externalId == null) === (internalId == null))
    throw refuse('invalid_request', {
      reason: 'An API key asks for a person: sessionSettings needs externalId or internalId, and not both',
    });
  const mayAuthor = settings?.allowChatWorkspaceAuthoring !== false;
  const scope = { tenantId, deploymentId };
  if (internalId != null) {
    checkInternal(settings ?? {});
    const user = await createEmbedSessionStore(database.db).findConsoleUser(tenantId, internalId);
    const found = user && (await subjects.find(scope, { type: 'USER', userId: user.id }));
    if (!found || found.kind !== 'user') throw refuse('user_not_found', { username: internalId });
    const { narrowing } = actor;
    const principal = { ...found, deploymentIds: [deploymentId], ...(narrowing && { narrowing }) };
    return { principal, owner: ownerOf(principal), mayAuthor };
  }
  const embedUserId = await provide({ database, viewerLimit }, actor, scope, settings ?? {});
  const overrides = { ...(settings?.securityContext && { securityContext: settings.securityContext }) };
  const principal = await subjects.find(scope, { type: 'EMBED_USER', embedUserId, overrides });
  if (!principal) throw new Error('A viewer that was provided is not there');
  return { principal, owner: { embedUserId }, mayAuthor: false };
}

/** A console user brings groups and attributes along. */
function checkInternal(settings: ChatSessionSettings): void {
  const own = ['userAttributes', 'groups', 'roles', 'securityContext'] as const;
  const given = own.filter((name) => settings[name] != null);
  if (given.length > 0)
    throw refuseFields(
      given.map((name) => ({ path: `sessionSettings.${name}`, message: 'cannot be given with internalId' })),
    );
}

/** Creates or updates the viewer that a key names: an ephemeral one, unless it says otherwise. */
async function provide(
  { database, viewerLimit }: Pick<AskerOptions, 'database' | 'viewerLimit'>,
  actor: UserPrincipal,
  scope: AskedPlace,
  settings: ChatSessionSettings,
): Promise<number> {
  const { externalId, isEphemeral, ephemeralTtlSeconds, email, embedTenantName, groups, userAttributes } =
    settings;
  return database.db.transaction().execute(async (tx) => {
    const { embedUserId } = await embedUsersWithin(tx, viewerLimit).provision(
      { ...scope, mayChangeAccount: !isScoped(actor) },
      {
        externalId: (externalId ?? '').trim().toLowerCase(),
        isEphemeral: isEphemeral ?? true,
        email,
        embedTenantName,
        groups,
        userAttributes,
      },
    );
    const seconds = ephemeralTtlSeconds ?? limits.CHAT_VIEWER_TTL_SECONDS;
    await sql`
      update embed_users set kept_until = now() + make_interval(secs => ${seconds})
      where id = ${embedUserId} and is_ephemeral and kept_until is null`.execute(tx);
    return embedUserId;
  });
}

/**
 * The holder of a data token, who becomes a viewer where the host has signed it.
 * @throws `forbidden` without the scope `chat`
 */
async function holderOf(
  { database, viewerLimit }: AskerOptions,
  { tenantId, deploymentId, securityContext, claims }: DataPrincipal,
): Promise<ThreadOwner> {
  const { scope, externalId, sub, email } = securityContext;
  const deployment = await database.db
    .selectFrom('deployments')
    .select('isDataChatAllowed')
    .where('id', '=', deploymentId)
    .executeTakeFirst();
  if (deployment?.isDataChatAllowed !== true)
    throw refuse('forbidden', { reason: 'The deployment takes no data tokens for chats' });
  if (!Array.isArray(scope) || !scope.includes('chat'))
    throw refuse('forbidden', { reason: 'The token does not have the scope chat' });
  const { viewer } = claims;
  if (viewer?.userId !== undefined) return { userId: viewer.userId };
  if (viewer?.embed && viewer.embed.embedUserId > 0) return { embedUserId: viewer.embed.embedUserId };
  const name = typeof externalId === 'string' ? externalId : sub;
  if (typeof name !== 'string' || name.trim() === '' || name.length > limits.MAX_NAME_LENGTH)
    throw refuse('forbidden', { reason: 'The token names nobody: it needs externalId or sub' });
  return database.db.transaction().execute(async (tx) => {
    const { embedUserId } = await embedUsersWithin(tx, viewerLimit).provision(
      { tenantId, deploymentId, mayChangeAccount: false },
      {
        externalId: name.trim().toLowerCase(),
        isEphemeral: false,
        ...(typeof email === 'string' && email.length <= limits.MAX_NAME_LENGTH && { email }),
      },
    );
    return { embedUserId };
  });
}

/** The branch that a turn names; undefined for the one of the credential. */
export function namedBranch({
  activeBranchName,
  isDefaultBranch,
}: {
  readonly activeBranchName?: string | null | undefined;
  readonly isDefaultBranch?: boolean | null | undefined;
}): string | undefined {
  return isDefaultBranch === true ? undefined : (activeBranchName ?? undefined);
}
