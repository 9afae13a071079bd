import { sql, type RawBuilder } from 'kysely';
import { hidden, type SqlNumber } from '../db/prepared.ts';
import { accessLevels, type AccessLevel } from './access-level.ts';
import type { EmbedPrincipal, UserPrincipal } from './principal.ts';
import { embedRights } from './roles.ts';

/** What grants may be made to: `grants.subject_type`. */
export type SubjectType = 'USER' | 'GROUP' | 'ORGANIZATION' | 'EMBED_TENANT' | 'ALL_EMBED_USERS';

/** Grants of one type that hold for a principal. */
export interface Subject {
  readonly type: SubjectType;
  /** One or several; null where the type alone names everybody that it is about. */
  readonly ids: SqlNumber | readonly number[] | null;
}

/** A principal as the access to items sees it. */
export interface Accessor {
  /** Owner of items; null for a principal that owns none. */
  readonly userId: number | null;
  readonly subjects: readonly Subject[];
  readonly leastLevel: AccessLevel;
  readonly highestLevel: AccessLevel;
}

/** The accessor of a user or of an embedded viewer. */
export function accessorOf(principal: UserPrincipal | EmbedPrincipal): Accessor {
  if (principal.kind === 'embed') return accessorOfViewers(principal.embedTenantId);
  const { leastLevel, highestLevel } = principal.rights;
  return { userId: principal.userId, subjects: subjectsOfUser(principal), leastLevel, highestLevel };
}

function subjectsOfUser({ userId, groupIds }: UserPrincipal): Subject[] {
  return [
    { type: 'USER', ids: userId },
    { type: 'GROUP', ids: groupIds },
    { type: 'ORGANIZATION', ids: null },
  ];
}

function subjectsOfViewer(embedTenantId: SqlNumber): Subject[] {
  return [{ type: 'EMBED_TENANT', ids: embedTenantId }, allEmbedUsers];
}

/** The accessor of the viewers of an embed tenant. */
export function accessorOfViewers(embedTenantId: SqlNumber): Accessor {
  const { leastLevel, highestLevel } = embedRights;
  return { userId: null, subjects: subjectsOfViewer(embedTenantId), leastLevel, highestLevel };
}

/** Every viewer of every embed tenant of the account. */
export const allEmbedUsers: Subject = { type: 'ALL_EMBED_USERS', ids: null };

/** The condition of the grants `g` that hold for an accessor in a deployment. */
export function isGrantedTo(
  { subjects, highestLevel }: Accessor,
  deploymentId: SqlNumber,
): RawBuilder<boolean> {
  if (highestLevel === accessLevels.none) return sql<boolean>`false`;
  const conditions = subjects.map(isOfSubject);
  return sql<boolean>`g.deployment_id = ${hidden(deploymentId, 'integer')} and (${sql.join(conditions, sql` or `)})`;
}

function isOfSubject({ type, ids }: Subject): RawBuilder<boolean> {
  if (ids === null) return sql`g.subject_type = ${sql.lit(type)}`;
  const isOne = isList(ids)
    ? sql`= any(${hidden(ids, 'integer[]')}::integer[])`
    : sql`= ${hidden(ids, 'integer')}`;
  return sql`(g.subject_type = ${sql.lit(type)} and g.subject_id ${isOne})`;
}

/** Array.isArray() does not know arrays that are read alone. */
function isList(ids: SqlNumber | readonly number[]): ids is readonly number[] {
  return Array.isArray(ids);
}

/** The condition of rows that an accessor owns, where owning counts for anything. */
export function isOwnedBy(
  { userId, highestLevel }: Accessor,
  owner: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const ownsNothing = userId === null || highestLevel === accessLevels.none;
  return ownsNothing ? sql<boolean>`false` : sql<boolean>`${owner} = ${userId}`;
}
