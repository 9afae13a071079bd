import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import type { Rights } from '../../access/roles/roles.ts';
import type { GrantSubjectType } from '../../access/subjects.ts';

/** An item that hands its access to another: that item itself, what it belongs to, or a folder above. */
export interface Place {
  readonly type: ResourceType;
  readonly id: number;
  readonly name: string;
  readonly ownerId: number | null;
}

/** To whom something is given; the id is 0 where the type names everybody. */
export interface SubjectRef {
  readonly subjectType: GrantSubjectType;
  readonly subjectId: number;
}

/** What is given to a subject on a place. */
export interface Grant extends SubjectRef {
  readonly resourceType: string;
  readonly resourceId: number;
  readonly level: AccessLevel;
}

/** A grant with the place that it is on. */
export interface PlacedGrant extends Grant {
  readonly place: Place;
}

/** A user as far as access to items goes. */
export interface SharingUser {
  readonly userId: number;
  readonly groupIds: readonly number[];
  readonly rights: Pick<Rights, 'leastLevel' | 'highestLevel'>;
}

/** One thing that the access of a user comes from; the level is what it leads to by itself. */
export type Reason =
  | { readonly kind: 'ROLE'; readonly level: AccessLevel }
  | { readonly kind: 'OWNER'; readonly level: AccessLevel; readonly place: Place }
  | { readonly kind: 'GRANT'; readonly level: AccessLevel; readonly grant: PlacedGrant };

/** The key of a subject among others. */
export function keyOf({ subjectType, subjectId }: SubjectRef): string {
  return `${subjectType} ${subjectId}`;
}

/**
 * What holds for each subject: of its grants the one on the nearest place. The rule in words that
 * `access/item-level.ts` is in SQL; a property test holds the two together.
 *
 * @param places the item first, then from near to far
 */
export function nearestGrants(places: readonly Place[], grants: readonly Grant[]): Map<string, PlacedGrant> {
  const nearest = new Map<string, PlacedGrant>();
  for (const place of places)
    for (const grant of grants) {
      const isHere = grant.resourceType === place.type && grant.resourceId === place.id;
      if (isHere && !nearest.has(keyOf(grant))) nearest.set(keyOf(grant), { ...grant, place });
    }
  return nearest;
}

/** Everything that gives a user access to an item, the highest level first. */
export function reasonsFor(user: SharingUser, places: readonly Place[], grants: readonly Grant[]): Reason[] {
  const { leastLevel } = user.rights;
  const role: Reason[] = leastLevel > accessLevels.none ? [{ kind: 'ROLE', level: leastLevel }] : [];
  const owned = places
    .filter(({ ownerId }) => ownerId === user.userId)
    .map((place): Reason => ({ kind: 'OWNER', level: accessLevels.manage, place }));
  const given = [...nearestGrants(places, grants).values()]
    .filter((grant) => isAmong(user, grant))
    .map((grant): Reason => ({ kind: 'GRANT', level: grant.level, grant }));
  return [...role, ...owned, ...given].sort((one, other) => other.level - one.level);
}

/** The level that reasons come to, within what the roles allow. */
export function levelOf({ rights }: SharingUser, reasons: readonly Reason[]): AccessLevel {
  const highest = reasons[0]?.level ?? accessLevels.none;
  return highest < rights.highestLevel ? highest : rights.highestLevel;
}

function isAmong({ userId, groupIds }: SharingUser, { subjectType, subjectId }: SubjectRef): boolean {
  switch (subjectType) {
    case 'USER':
      return subjectId === userId;
    case 'GROUP':
      return groupIds.includes(subjectId);
    case 'ORGANIZATION':
      return true;
    case 'EMBED_TENANT':
    case 'ALL_EMBED_USERS':
    case 'EMBED_USER':
    case 'EMBED_GROUP':
      return false;
  }
}

/** What a subject may do by what is given and owned on places, before any role. */
export interface SubjectLevel extends SubjectRef {
  readonly level: AccessLevel;
}

/** The level of each subject that has one, by what is given, and of owners as users. */
export function subjectLevels(places: readonly Place[], grants: readonly Grant[]): Map<string, SubjectLevel> {
  const levels = new Map<string, SubjectLevel>(nearestGrants(places, grants));
  for (const { ownerId } of places)
    if (ownerId !== null) {
      const owner = { subjectType: 'USER', subjectId: ownerId, level: accessLevels.manage } as const;
      levels.set(keyOf(owner), owner);
    }
  return levels;
}
