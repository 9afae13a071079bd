import type { MaskLookup } from '../ir/planner.ts';
import type {
  AccessPolicy,
  CalculatedMember,
  Mask,
  Measure,
  Member,
  Model,
} from '../model/definitions/model.ts';
import type { PlanColumn, MeasureUse, ColumnMask } from '../ir/columns.ts';
import { findRef, type MemberLookup, type MemberRef } from '../members/member-ref.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import { grantsFully, masks, matchingPolicies, rowsOf, type PolicyOwner } from './policies.ts';

/** The mask of what has none of its own. */
export const NOTHING: Mask = { kind: 'value', value: null };

/**
 * Finds the masks that the caller's policies put on members, each once for a query.
 *
 * @param scopes the cubes and views that the query names itself
 * @param filters of the query: one that lets only shown rows through takes the mask off
 */
export function createMasks(
  model: Model,
  scopes: ReadonlySet<string>,
  filters: readonly NormalizedFilter[],
  context: QueryContext,
): MaskLookup {
  const named = new Map<string, ColumnMask | undefined>();
  const referred = new Map<string, ColumnMask | undefined>();
  const findNamed = (ref: MemberRef): ColumnMask | undefined =>
    remember(named, ref.name, () =>
      ref.calculated
        ? calculatedMask(model, ref.calculated, findNamed)
        : namedMask(model, ref, filters, context),
    );
  return {
    named: findNamed,
    referred: (cube, member) =>
      remember(referred, `${cube}.${member.name}`, () => {
        const owner = model.cubes[cube];
        // What a query adds is masked as a whole, by what it reads.
        if (!owner || member.isCalculated) return undefined;
        return referredMask(owner, member, scopes.has(cube), context);
      }),
    hasHidden: () => [...named.values(), ...referred.values()].some((mask) => mask !== undefined),
  };
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const kept = known.get(key);
  if (kept !== undefined || known.has(key)) return kept as Value;
  const found = find();
  known.set(key, found);
  return found;
}

/** Puts masks on columns: everywhere, or on the rows where no policy shows them. */
export function maskColumns(
  columns: readonly PlanColumn[],
  lookup: MemberLookup,
  { named }: MaskLookup,
): PlanColumn[] {
  const grouped = new Set(columns.filter(({ kind }) => kind !== 'measure').map(({ ref }) => nameOf(ref)));
  return columns.map((column) => {
    const mask = named(column.ref);
    if (!mask) return column;
    if (column.kind !== 'measure' || !mask.unless) return { ...column, mask };
    const isKnown = filterRefs([mask.unless], lookup).every((ref) => grouped.has(nameOf(ref)));
    // Which rows an aggregate is of can be told from its groups alone.
    return { ...column, mask: isKnown ? mask : { mask: mask.mask } };
  });
}

const nameOf = ({ cube, member }: MemberRef) => `${cube}.${member.name}`;

function namedMask(
  model: Model,
  ref: MemberRef,
  filters: readonly NormalizedFilter[],
  context: QueryContext,
): ColumnMask | undefined {
  const hidden = hiddenRows(model, ref, context);
  if (!hidden || isImplied(hidden.unless, filters)) return undefined;
  return { mask: maskOf(ref.member), ...(hidden.unless && { unless: hidden.unless }) };
}

/**
 * What a query computes from something that is masked is null, also on the rows that show it: they could tell the
 * others.
 */
function calculatedMask(
  model: Model,
  { reads, isConstant }: CalculatedMember,
  findNamed: MaskLookup['named'],
): ColumnMask | undefined {
  if (isConstant) return undefined;
  const isHidden = reads.some((name) => {
    const ref = findRef(model, name);
    return !ref || findNamed(ref) !== undefined;
  });
  return isHidden ? { mask: NOTHING } : undefined;
}

/** SQL that stands for a measure aggregates as the measure does, and so is computed where it would be. */
export function maskMeasure({ cube, member, path }: MemberRef<Measure>, mask: Mask): MeasureUse | undefined {
  if (mask.kind !== 'sql') return undefined;
  const { title, location, isPublic } = member;
  const described = { title, location, isPublic, filters: [], drillMembers: [] };
  // No author can write such a name.
  const measure: Measure = {
    ...described,
    kind: 'measure',
    name: `${member.name}@mask`,
    standsFor: member.standsFor ?? member.name,
    type: 'number',
    sql: mask.sql,
  };
  return { cube, measure, path };
}

/** Whether the relation that computes a measure gives its mask in its place, so that nothing has to hide the column. */
export function isMaskedWhereComputed(member: Member, { unless }: ColumnMask): boolean {
  return member.kind === 'measure' && !member.stage && !member.rollingWindow && !unless;
}

function maskOf(member: Member): Mask {
  return ('mask' in member && member.mask) || NOTHING;
}

/** Where a member is masked: everywhere, or outside the rows that a policy shows it on. Undefined: nowhere. */
function hiddenRows(
  model: Model,
  ref: MemberRef,
  context: QueryContext,
): { unless: NormalizedFilter | undefined } | undefined {
  const owners: [PolicyOwner | undefined, string][] = [
    [model.views[ref.scope] ?? model.cubes[ref.scope], ref.name.split('.')[1] ?? ''],
    ...(ref.scope === ref.cube
      ? []
      : [[model.cubes[ref.cube], ref.member.name] satisfies [PolicyOwner | undefined, string]]),
  ];
  const hidden = owners.flatMap(([owner, member]) => {
    if (!owner || owner.policies.length === 0) return [];
    const matching = matchingPolicies(owner, context);
    if (!matching.some((policy) => masks(policy, member))) return [];
    const shown = matching.filter((policy) => grantsFully(policy, member));
    return shown.some(isOfAllRows) ? [] : [rowsOf(shown, owner, context)];
  });
  if (hidden.length === 0) return undefined;
  const shown = hidden.filter((filter) => filter !== undefined);
  if (shown.length < hidden.length) return { unless: undefined };
  return { unless: shown.length === 1 ? shown[0] : { and: shown } };
}

/**
 * Of a cube that the query names itself, what no policy grants is masked as well; through a view, what is said to be.
 */
function referredMask(
  owner: PolicyOwner,
  member: Member,
  isNamed: boolean,
  context: QueryContext,
): ColumnMask | undefined {
  if (owner.policies.length === 0) return undefined;
  const matching = matchingPolicies(owner, context);
  const shown = matching.filter((policy) => grantsFully(policy, member.name));
  if (shown.some(isOfAllRows)) return undefined;
  const isMasked = matching.some((policy) => masks(policy, member.name));
  if (!isMasked && (shown.length > 0 || !isNamed)) return undefined;
  const unless = rowsOf(shown, owner, context);
  return { mask: maskOf(member), ...(unless && { unless }) };
}

function isOfAllRows({ rowFilters }: AccessPolicy): boolean {
  return !rowFilters || rowFilters.length === 0;
}

/** Whether the query's own filters let through only rows that are shown anyway. */
function isImplied(unless: NormalizedFilter | undefined, filters: readonly NormalizedFilter[]): boolean {
  if (!unless) return false;
  if ('and' in unless) return unless.and.every((part) => isImplied(part, filters));
  if ('or' in unless) return unless.or.some((part) => isImplied(part, filters));
  const allowed = new Set(unless.values);
  return filters.some(
    (filter) =>
      'member' in filter &&
      filter.member === unless.member &&
      filter.operator === unless.operator &&
      ['equals', 'in'].includes(filter.operator) &&
      (filter.values ?? []).every((value) => allowed.has(value)),
  );
}
