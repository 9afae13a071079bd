import { describeFormat } from '../model/language/formats.ts';
import { isAggregate, type Dimension, type Measure, type Model } from '../model/definitions/model.ts';
import type { VisibleMembers } from '../access/visible-members.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { describeDimension, describeLink, describeMeasure, describeMember } from './annotation.ts';
import { measureResultType } from '../members/measure-result-type.ts';

const VISIBLE = { isVisible: true, public: true };

/** A measure in the form of the query API's `/meta`. */
export function measureMeta(model: Model, ref: MemberRef<Measure>, visible: VisibleMembers): object {
  const { member } = ref;
  const described = describeMeasure(model, ref, visible);
  const isCumulative = member.rollingWindow !== undefined;
  return {
    name: ref.name,
    ...described,
    ...(measureResultType(member) === 'number' && {
      formatDescription: describeFormat(described.format, member.currency),
    }),
    aggType: isAggregate(member.type) || member.type === 'number_agg' ? camelCase(member.type) : member.type,
    cumulative: isCumulative,
    cumulativeTotal: isCumulative,
    ...aliasMember(model, ref, visible),
    ...VISIBLE,
  };
}

/** A dimension in the form of the query API's `/meta`. */
export function dimensionMeta(model: Model, ref: MemberRef<Dimension>, visible: VisibleMembers): object {
  const { member } = ref;
  const described = describeDimension(model, ref);
  const key = member.keyDimension === undefined ? undefined : keyOf(model, ref, member.keyDimension);
  return {
    name: ref.name,
    ...described,
    ...(member.type === 'number' && {
      formatDescription: describeFormat(described.format, member.currency),
    }),
    suggestFilterValues: member.suggestFilterValues,
    primaryKey: member.isPrimaryKey,
    ...(member.order !== undefined && { order: member.order }),
    ...(key !== undefined && visible.has(key) && { key }),
    ...(member.links && { links: member.links.map(describeLink) }),
    ...(member.isSynthetic && { synthetic: true }),
    ...aliasMember(model, ref, visible),
    ...VISIBLE,
  };
}

/** A segment in the form of the query API's `/meta`. */
export function segmentMeta(model: Model, ref: MemberRef, visible: VisibleMembers): object {
  return { name: ref.name, ...describeMember(model, ref), ...aliasMember(model, ref, visible), ...VISIBLE };
}

/**
 * The dimension that identifies this one, by the name under which the caller knows it; none if a view leaves it out.
 */
function keyOf(model: Model, { scope, cube }: MemberRef, key: string): string | undefined {
  const view = model.views[scope];
  if (!view) return `${cube}.${key}`;
  const member = Object.values(view.members).find((one) => one.cube === cube && one.member === key);
  return member && `${scope}.${member.name}`;
}

/** In a view, the cube's member behind it, where the caller may know of that. */
function aliasMember(model: Model, ref: MemberRef, visible: VisibleMembers): { aliasMember?: string } {
  const name = `${ref.cube}.${ref.member.name}`;
  return ref.scope in model.views && visible.has(name) ? { aliasMember: name } : {};
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
