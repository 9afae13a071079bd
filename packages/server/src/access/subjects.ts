import { sql, type RawBuilder } from 'kysely';
import { Parameter, type Bindable } from '../db/parameter.ts';
import { hidden } from '../db/statements/prepared.ts';
import type { StatementValues } from '../db/statements/statement-shapes.ts';
import { accessLevels, type AccessLevel } from './access-level.ts';
import type { EmbedPrincipal, UserPrincipal } from './principal.ts';
import { creatorRights, embedRights } from './roles/roles.ts';

/** What items are shared with: `grants.subject_type`. */
export type SubjectType = 'USER' | 'GROUP' | 'ORGANIZATION' | 'EMBED_TENANT' | 'ALL_EMBED_USERS';

/** What viewers in creator mode share with, within their embed tenant: a viewer of it, or one of its groups. */
type TenantSubjectType = 'EMBED_USER' | 'EMBED_GROUP';

/** What grants hold for. Of viewers, `manage` is of the one who has made an item. */
export type GrantSubjectType = SubjectType | TenantSubjectType;

/** Grants of one type that hold for a principal: to one, to several, or to everybody that the type is about. */
type Subject =
  | { readonly type: 'USER' | 'EMBED_TENANT' | 'EMBED_USER'; readonly id: Bindable<number> }
  | { readonly type: 'GROUP' | 'EMBED_GROUP'; readonly ids: Bindable<readonly number[]> }
  | { readonly type: 'ORGANIZATION' | 'ALL_EMBED_USERS' };

/** A principal as the access to items sees it. */
export interface Accessor {
  /** Owner of items; null for a principal that owns none. */
  readonly userId: Bindable<number> | null;
  readonly subjects: readonly Subject[];
  readonly leastLevel: AccessLevel;
  readonly highestLevel: AccessLevel;
}

/** Whether the level is the same on everything, whatever is granted or owned. */
export function hasOneLevel({ leastLevel, highestLevel }: Accessor): boolean {
  return leastLevel >= highestLevel;
}

/** The accessor of a user or of an embedded viewer; one that is an accessor already is itself. */
export function accessorOf(principal: UserPrincipal | EmbedPrincipal | Accessor): Accessor {
  if (!('kind' in principal)) return principal;
  if (principal.kind === 'embed')
    return principal.creatorMode ? accessorOfCreator(principal) : accessorOfViewers(principal.embedTenantId);
  const { leastLevel, highestLevel } = principal.rights;
  return { userId: principal.userId, subjects: subjectsOfUser(principal), leastLevel, highestLevel };
}

function subjectsOfUser({ userId, groupIds }: UserPrincipal): Subject[] {
  return [{ type: 'USER', id: userId }, { type: 'GROUP', ids: groupIds }, everybody];
}

/** The accessor of the viewers of an embed tenant. */
export function accessorOfViewers(embedTenantId: Bindable<number>): Accessor {
  const { leastLevel, highestLevel } = embedRights;
  const subjects: Subject[] = [{ type: 'EMBED_TENANT', id: embedTenantId }, allEmbedUsers];
  return { userId: null, subjects, leastLevel, highestLevel };
}

/**
 * The accessor of a viewer in creator mode, who has things of its own besides, and is given some by others of its
 * tenant.
 */
export function accessorOfCreator({
  embedTenantId,
  embedUserId,
  tenantGroupIds = [],
}: {
  embedTenantId: Bindable<number>;
  embedUserId: Bindable<number>;
  tenantGroupIds?: Bindable<readonly number[]>;
}): Accessor {
  const viewers = accessorOfViewers(embedTenantId);
  return {
    ...viewers,
    highestLevel: creatorRights.highestLevel,
    subjects: [
      ...viewers.subjects,
      { type: 'EMBED_USER', id: embedUserId },
      { type: 'EMBED_GROUP', ids: tenantGroupIds },
    ],
  };
}

/** Whether an accessor sees every item of the workspace, so that nothing has to be asked of a single one. */
export function seesAll({ leastLevel, highestLevel }: Accessor): boolean {
  return Math.min(leastLevel, highestLevel) >= accessLevels.read;
}

/**
 * What is shared with all embed users and, where one is named, with one embed tenant: the same for each of its
 * sessions.
 */
export function sharedWithViewers(embedTenantId: number | null): Accessor {
  if (embedTenantId !== null) return accessorOfViewers(embedTenantId);
  const { leastLevel, highestLevel } = embedRights;
  return { userId: null, subjects: [allEmbedUsers], leastLevel, highestLevel };
}

/** Every viewer of every embed tenant of the account. */
const allEmbedUsers = { type: 'ALL_EMBED_USERS' } as const satisfies Subject;

/** Every user of the account. */
export const everybody = { type: 'ORGANIZATION' } as const satisfies Subject;

/** An accessor as the statements that are the same for all accessors like it know it: with parameters for its ids. */
export interface AccessorShape {
  readonly accessor: Accessor;
  /** Names what of the accessor is in the text of a statement. */
  readonly shape: string;
  readonly values: StatementValues;
}

/** The shape of an accessor, and its ids as the values of it. */
export function shapeOf({ userId, subjects, leastLevel, highestLevel }: Accessor): AccessorShape {
  const values: Record<string, unknown> = {};
  const bind = <Value>(name: string, value: Bindable<Value>): Parameter<Value> => {
    values[name] = value;
    return new Parameter(name);
  };
  const bound = subjects.map((subject): Subject => {
    if ('id' in subject) return { ...subject, id: bind(`id of ${subject.type}`, subject.id) };
    return 'ids' in subject ? { ...subject, ids: bind(`ids of ${subject.type}`, subject.ids) } : subject;
  });
  const owner = userId === null ? null : bind('user', userId);
  return {
    accessor: { userId: owner, subjects: bound, leastLevel, highestLevel },
    shape: [
      leastLevel,
      highestLevel,
      owner === null ? 'no user' : 'user',
      ...bound.map(({ type }) => type),
    ].join(' '),
    values,
  };
}

/** The condition of the grants `g` that hold for an accessor in a deployment. */
export function isGrantedTo(
  { subjects, highestLevel }: Accessor,
  deploymentId: Bindable<number>,
): RawBuilder<boolean> {
  if (highestLevel === accessLevels.none) return sql<boolean>`false`;
  const conditions = subjects.map(isOfSubject);
  return sql<boolean>`g.deployment_id = ${hidden(deploymentId, 'integer')} and (${sql.join(conditions, sql` or `)})`;
}

function isOfSubject(subject: Subject): RawBuilder<boolean> {
  const isOfType = sql<boolean>`g.subject_type = ${sql.lit(subject.type)}`;
  if ('id' in subject) return sql`(${isOfType} and g.subject_id = ${hidden(subject.id, 'integer')})`;
  if ('ids' in subject)
    return sql`(${isOfType} and g.subject_id = any(${hidden(subject.ids, 'integer[]')}::integer[]))`;
  return isOfType;
}

/** The condition of rows that an accessor owns, where owning counts for anything. */
export function isOwnedBy(
  { userId, highestLevel }: Accessor,
  owner: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const ownsNothing = userId === null || highestLevel === accessLevels.none;
  return ownsNothing ? sql<boolean>`false` : sql<boolean>`${owner} = ${userId}`;
}
