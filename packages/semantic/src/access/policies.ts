import { evaluate, type ConditionScope } from '../model/language/policy-expression.ts';
import type {
  AccessPolicy,
  Cube,
  MemberList,
  Model,
  PolicyFilter,
  PolicyValue,
  View,
} from '../model/definitions/model.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { instanceFor } from '../model/definitions/resolve-reference.ts';
import type { GovernedMember } from '../ir/planner.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';

/** What the access policies make of a query. */
export interface PolicyDecision {
  /** Row filters that the caller's policies add. */
  readonly filters: readonly NormalizedFilter[];
  /** The same, with the cube or view that each is of. */
  readonly restrictions: readonly Restriction[];
  /** A condition that nothing meets: some part of the query is granted by no policy. */
  readonly isDenied: boolean;
}

/** A row filter, and the cube or view with the policy that adds it. */
export interface Restriction {
  readonly owner: string;
  readonly filter: NormalizedFilter;
}

/**
 * Applies the policies of every cube and view that a query touches, also of cubes that it only joins. A member is of
 * the rows that any of the policies shows that grant it; one that a view shows, though none of its cube's policies
 * grants it, is of the rows that any of them shows, as is a cube that is only joined.
 */
export function applyPolicies(
  model: Model,
  context: QueryContext,
  governed: readonly GovernedMember[],
  joinedCubes: Iterable<string>,
): PolicyDecision {
  const restrictions: Restriction[] = [];
  let isDenied = false;
  const restrict = (owner: PolicyOwner, policies: readonly AccessPolicy[]): void => {
    if (policies.length === 0) isDenied = true;
    const filter = rowsOf(policies, owner, context);
    if (filter) restrictions.push({ owner: owner.name, filter });
  };
  const byOwner = Map.groupBy(governed, ({ owner }) => owner);
  for (const name of joinedCubes) if (!byOwner.has(name)) byOwner.set(name, []);
  for (const [name, members] of byOwner) {
    const owner = model.views[name] ?? model.cubes[name];
    if (!owner || owner.policies.length === 0) continue;
    const matching = matchingPolicies(owner, context);
    if (members.length === 0) restrict(owner, matching);
    for (const { name: member, isShown } of members) {
      const granting = matching.filter((policy) => grantsFully(policy, member) || masks(policy, member));
      restrict(owner, isShown && granting.length === 0 ? matching : granting);
    }
  }
  return { filters: distinct(restrictions.map(({ filter }) => filter)), restrictions, isDenied };
}

/** The names that expressions of policies may use. */
function scopeOf({ securityContext, brandKey }: QueryContext): ConditionScope {
  const reserved = securityContext[brandKey];
  const own = typeof reserved === 'object' && reserved !== null ? (reserved as ConditionScope) : {};
  return {
    securityContext,
    security_context: securityContext,
    userAttributes: own['userAttributes'] ?? {},
    user_attributes: own['userAttributes'] ?? {},
    groups: own['groups'] ?? [],
  };
}

/** What access policies belong to. */
export type PolicyOwner = Cube | View;

/** The policies that hold for the caller. */
export function matchingPolicies({ policies }: PolicyOwner, context: QueryContext): AccessPolicy[] {
  const scope = scopeOf(context);
  const groups = new Set(Array.isArray(scope['groups']) ? scope['groups'] : []);
  return policies.filter(
    (policy) =>
      policy.groups.some((group) => group === '*' || groups.has(group)) &&
      policy.conditions.every((condition) => evaluate(condition, scope) === true),
  );
}

/** Whether a policy shows a member as it is. */
export function grantsFully({ memberLevel }: AccessPolicy, member: string): boolean {
  return !memberLevel || isListed(memberLevel, member);
}

/** Whether a policy shows a member masked. */
export function masks(policy: AccessPolicy, member: string): boolean {
  const { memberMasking } = policy;
  return memberMasking !== undefined && !grantsFully(policy, member) && isListed(memberMasking, member);
}

function isListed({ includes, excludes }: MemberList, member: string): boolean {
  const isIn = (names: MemberList['includes']) => names === '*' || names.some(({ text }) => text === member);
  return isIn(includes) && !isIn(excludes);
}

/** The rows that any of the policies shows; undefined where one shows all. */
export function rowsOf(
  policies: readonly AccessPolicy[],
  owner: PolicyOwner,
  context: QueryContext,
): NormalizedFilter | undefined {
  const scope = scopeOf(context);
  const restrictions = policies.map(
    ({ rowFilters }) =>
      rowFilters && { and: rowFilters.map((filter) => resolveFilter(filter, owner, scope)) },
  );
  if (
    restrictions.length === 0 ||
    restrictions.some((restriction) => !restriction || restriction.and.length === 0)
  )
    return undefined;
  const alternatives = restrictions.flatMap((restriction) => restriction ?? []);
  const [only] = alternatives;
  if (alternatives.length > 1 || !only) return { or: alternatives };
  return only.and.length === 1 && only.and[0] ? only.and[0] : only;
}

/** A filter of the model as one of a query, for the caller that asks. */
export function toFilter(filter: PolicyFilter, owner: PolicyOwner, context: QueryContext): NormalizedFilter {
  return resolveFilter(filter, owner, scopeOf(context));
}

/** The filters that the views of a query put on it, unless it filters on what releases them. */
export function defaultFiltersOf(
  model: Model,
  named: readonly MemberRef[],
  asked: readonly MemberRef[],
  context: QueryContext,
): NormalizedFilter[] {
  const filtered = new Set(asked.map(({ name }) => name));
  return [...new Set(named.map(({ scope }) => scope))].flatMap((name) => {
    const view = model.views[name];
    return (view?.defaultFilters ?? [])
      .filter(({ unless }) => !unless.some(({ text }) => filtered.has(`${name}.${text}`)))
      .flatMap(({ filter }) => (view ? toFilter(filter, view, context) : []));
  });
}

function resolveFilter(filter: PolicyFilter, owner: PolicyOwner, scope: ConditionScope): NormalizedFilter {
  if ('and' in filter) return { and: filter.and.map((part) => resolveFilter(part, owner, scope)) };
  if ('or' in filter) return { or: filter.or.map((part) => resolveFilter(part, owner, scope)) };
  const member = memberOf(filter.member, owner);
  if (['set', 'notSet'].includes(filter.operator)) return { member, operator: filter.operator };
  const list = Array.isArray(filter.values) ? filter.values : [filter.values as PolicyValue];
  return { member, operator: filter.operator, values: list.flatMap((value) => toValues(value, scope)) };
}

/** A member of the owner itself, or one of a cube as the owner comes to it. */
function memberOf(name: string, owner: PolicyOwner): string {
  const [cube = '', member] = name.split('.');
  if (member === undefined) return `${owner.name}.${name}`;
  return owner.kind === 'cube' ? `${instanceFor(owner, cube)}.${member}` : name;
}

/** An attribute that the caller does not have gives no value, so that the filter lets nothing through. */
function toValues(value: PolicyValue, scope: ConditionScope): (string | null)[] {
  const found: unknown = value.kind === 'value' ? value.value : evaluate(value.condition, scope);
  if (value.kind === 'value' && found === null) return [null];
  return [found]
    .flat()
    .filter((item) => item !== undefined && item !== null)
    .map(String);
}

function distinct(filters: readonly NormalizedFilter[]): NormalizedFilter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
}
