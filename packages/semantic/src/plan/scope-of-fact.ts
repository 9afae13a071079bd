import type { Fact } from '../ir/planner.ts';
import type { Model } from '../model/definitions/model.ts';
import { QueryError, type NormalizedFilter } from '../query/query.ts';
import { cubeOf, type MemberLookup, type MemberRef } from '../members/member-ref.ts';
import type { Scope } from '../ir/scope.ts';
import { filterRefs } from '../members/filter-refs.ts';

/** What a scope says of one fact: what speaks of another says nothing of it, what they share holds for all. */
export function scopeOfFact(model: Model, lookup: MemberLookup, scope: Scope, fact: Fact): Scope {
  const isOfThis = (ref: Pick<MemberRef, 'path'>) => !isElsewhere(model, fact, ref);
  return {
    ...scope,
    filters: filtersOfFact(model, lookup, scope.filters, fact),
    fixedFilters: filtersOfFact(model, lookup, scope.fixedFilters, fact),
    segments: scope.segments.filter(isOfThis),
    ranges: scope.ranges.filter(({ ref }) => isOfThis(ref)),
    listedTimes: scope.listedTimes.filter(isOfThis),
  };
}

/** @throws QueryError for alternatives that lie in several facts, which no rows of one fact could settle */
export function filtersOfFact(
  model: Model,
  lookup: MemberLookup,
  filters: readonly NormalizedFilter[],
  fact: Fact,
): NormalizedFilter[] {
  return filters.flatMap((filter) => {
    if ('and' in filter) return filtersOfFact(model, lookup, filter.and, fact);
    const refs = filterRefs([filter], lookup);
    if (!refs.some((ref) => isElsewhere(model, fact, ref))) return [filter];
    const facts = new Set(refs.flatMap((ref) => ownerOf(model, fact.all, ref) ?? []));
    if (facts.size > 1) throw factsInOneFilter();
    return [];
  });
}

/** Whether a member is of another fact, to which this one has no way that would keep its rows single. */
function isElsewhere(model: Model, { cube, all }: Fact, { path: [head = ''] }: Pick<MemberRef, 'path'>) {
  return head !== cube && all.includes(head) && !reachesOne(model, cube, head);
}

/** The fact that a member is of, unless others share its cube. */
function ownerOf(model: Model, all: readonly string[], ref: MemberRef): string | undefined {
  const [head = ''] = ref.path;
  const isOwn = all.every((cube) => cube === head || isElsewhere(model, { cube, all }, ref));
  return all.includes(head) && isOwn ? head : undefined;
}

function reachesOne(model: Model, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const cube of reached)
    for (const { target, relationship } of cubeOf(model, cube).joins)
      if (relationship !== 'one_to_many') reached.add(target);
  return reached.has(to);
}

/** It may be a filter of a policy, which the caller is told nothing of. */
function factsInOneFilter(): QueryError {
  return new QueryError(
    'mixed_filter_group',
    'One filter group holds dimensions of several facts, and the rows of each are counted apart',
  );
}
