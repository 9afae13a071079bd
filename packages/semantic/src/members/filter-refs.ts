import type { NormalizedFilter } from '../query/query.ts';
import type { MemberLookup, MemberRef } from './member-ref.ts';

/** The members that a filter speaks of. */
export function filterRefs(filters: readonly NormalizedFilter[], lookup: MemberLookup): MemberRef[] {
  return filters.flatMap((filter): MemberRef[] => {
    if ('and' in filter) return filterRefs(filter.and, lookup);
    if ('or' in filter) return filterRefs(filter.or, lookup);
    return [lookup.any(filter.member)];
  });
}
