import type { AccessPolicy, Mask, Model } from '../model/model.ts';
import type { NormalizedFilter, QueryContext } from '../query/query.ts';
import type { MemberLookup, MemberRef } from './member-ref.ts';
import type { ColumnMask, PlanColumn } from './plan.ts';
import { grantsFully, masks, matchingPolicies, rowsOf, type PolicyOwner } from './policies.ts';
import { filterRefs } from './scope.ts';

const NOTHING: Mask = { kind: 'value', value: null };

/**
 * Puts masks on the columns that the caller may know of but not see: everywhere, or on the rows where no policy shows them.
 * Through a view the masks of the cube behind it hold as well.
 */
export function maskColumns(
  model: Model,
  columns: readonly PlanColumn[],
  filters: readonly NormalizedFilter[],
  lookup: MemberLookup,
  context: QueryContext,
): PlanColumn[] {
  const grouped = new Set(columns.filter(({ kind }) => kind !== 'measure').map(({ ref }) => nameOf(ref)));
  return columns.map((column) => {
    const hidden = hiddenRows(model, column.ref, context);
    if (!hidden || isImplied(hidden.unless, filters)) return column;
    const mask: ColumnMask = {
      mask: ('mask' in column.ref.member && column.ref.member.mask) || NOTHING,
      ...(hidden.unless && { unless: hidden.unless }),
    };
    if (column.kind !== 'measure' || !mask.unless) return { ...column, mask };
    const isKnown = filterRefs([mask.unless], lookup).every((ref) => grouped.has(nameOf(ref)));
    // Which rows an aggregate is of can be told from its groups alone.
    return { ...column, mask: isKnown ? mask : { mask: mask.mask } };
  });
}

const nameOf = ({ cube, member }: MemberRef) => `${cube}.${member.name}`;

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
    return shown.some(isOfAllRows) ? [] : [rowsOf(shown, owner.name, context)];
  });
  if (hidden.length === 0) return undefined;
  const shown = hidden.filter((filter) => filter !== undefined);
  if (shown.length < hidden.length) return { unless: undefined };
  return { unless: shown.length === 1 ? shown[0] : { and: shown } };
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
