import { measureResultType } from '../members/measure-result-type.ts';
import { linkDimensionName } from '../model/resolve/link-dimensions.ts';
import type { Dimension, DimensionLink, Granularity, Measure, Model } from '../model/definitions/model.ts';
import { GRANULARITIES } from '../model/definitions/resolve-reference.ts';
import type { VisibleMembers } from '../access/visible-members.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Plan } from '../ir/plan.ts';
import type { MeasureColumn } from '../ir/columns.ts';
import type { PeriodOutput } from '../query/query.ts';

/** What a client needs to show the columns of a result, by member. */
export interface Annotation {
  readonly measures: Readonly<Record<string, MemberAnnotation>>;
  readonly dimensions: Readonly<Record<string, MemberAnnotation>>;
  readonly segments: Readonly<Record<string, MemberAnnotation>>;
  readonly timeDimensions: Readonly<Record<string, MemberAnnotation>>;
}

/** What a client needs to show a member: titles, type, format, and where to drill. */
export interface MemberAnnotation {
  readonly title: string;
  readonly shortTitle: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: unknown;
  readonly currency?: string;
  readonly meta?: unknown;
  readonly drillMembers?: readonly string[];
  readonly drillMembersGrouped?: {
    readonly measures: readonly string[];
    readonly dimensions: readonly string[];
  };
  /**
   * Of a measure as it was, or its change since: what the title says, so that a page can say it in another language.
   */
  readonly comparison?: ComparisonAnnotation;
  /** Of a dimension: its links, of which the caller may ask for the addresses. */
  readonly links?: readonly object[];
  readonly granularities?: readonly object[];
  readonly granularity?: object;
}

/** Which measure is compared, and with what. */
interface ComparisonAnnotation {
  /** Of the measure itself. */
  readonly title: string;
  readonly shortTitle: string;
  readonly output: PeriodOutput;
  /** Units that it lies back. */
  readonly amount: number;
  readonly unit: string;
}

/** Describes the columns of a query, keyed as in its rows. */
export function annotate(model: Model, plan: Plan, visible: VisibleMembers): Annotation {
  const dimensions: Record<string, MemberAnnotation> = {};
  const timeDimensions: Record<string, MemberAnnotation> = {};
  const measures: Record<string, MemberAnnotation> = {};
  for (const column of plan.columns) {
    if (column.kind === 'measure') measures[column.key] = describeColumn(model, column, visible);
    else if (column.kind === 'dimension')
      dimensions[column.key] = describeDimensionColumn(model, column.ref, visible);
    else {
      const described = describeDimensionColumn(model, column.ref, visible);
      timeDimensions[column.key] = {
        ...described,
        granularity: describeGranularity(column.ref.member, column.granularity),
      };
      if (!plan.query.dimensions.includes(column.ref.name)) timeDimensions[column.ref.name] ??= described;
    }
  }
  return { measures, dimensions, segments: {}, timeDimensions };
}

const COMPARED = { difference: 'change in', percent: 'change in %, in' } as const;

function describeColumn(
  model: Model,
  { ref, comparison }: MeasureColumn,
  visible: VisibleMembers,
): MemberAnnotation {
  const described = describeMeasure(model, ref, visible);
  if (!comparison) return described;
  const { title, shortTitle } = described;
  const { output, offset } = comparison;
  const span = `${offset.amount} ${offset.unit}`;
  const words = output === 'previous' ? `${span} before` : `${COMPARED[output]} ${span}`;
  const { format, ...rest } = described;
  return {
    ...rest,
    title: `${title} (${words})`,
    shortTitle: `${shortTitle} (${words})`,
    comparison: { title, shortTitle, output, ...offset },
    ...(output === 'percent' ? { format: 'percent' } : format !== undefined && { format }),
  };
}

/** The words of a member as its view or cube shows it. */
export function describeMember(
  model: Model,
  ref: MemberRef,
): Pick<MemberAnnotation, 'title' | 'shortTitle' | 'description' | 'format' | 'meta'> {
  const [scope = '', name = ''] = ref.name.split('.');
  const view = model.views[scope];
  const shown = (ref.calculated ? undefined : view?.members[name]) ?? ref.member;
  const owner = view ?? model.cubes[scope];
  const format =
    ('format' in shown ? shown.format : undefined) ??
    ('format' in ref.member ? ref.member.format : undefined);
  return {
    title: `${owner?.title ?? scope} ${shown.title}`,
    shortTitle: shown.title,
    ...(shown.description !== undefined && { description: shown.description }),
    ...(format !== undefined && { format }),
    ...(shown.meta !== undefined && { meta: shown.meta }),
  };
}

/** Describes a measure as the cube or view shows it that the query names. */
export function describeMeasure(
  model: Model,
  ref: MemberRef<Measure>,
  visible: VisibleMembers,
): MemberAnnotation {
  const { member } = ref;
  const drillMembers = drillMembersOf(model, ref).filter((name) => visible.has(withoutGranularity(name)));
  return {
    ...describeMember(model, ref),
    type: measureResultType(member),
    ...(member.currency !== undefined && { currency: member.currency }),
    drillMembers,
    drillMembersGrouped: groupDrillMembers(model, drillMembers),
  };
}

/** The name of a member without the granularity that it may be followed by. */
export function withoutGranularity(name: string): string {
  return name.split('.').slice(0, 2).join('.');
}

/** Drill members as the caller may name them: by the view where the measure was asked of one. */
function drillMembersOf(model: Model, ref: MemberRef<Measure>): string[] {
  const own = ref.member.drillMembers;
  const view = model.views[ref.scope];
  if (!view) return own.map(({ text }) => text);
  const names = new Map(
    Object.values(view.members).map((member) => [
      `${member.cube}.${member.member}`,
      `${view.name}.${member.name}`,
    ]),
  );
  return own.flatMap(({ text }) => {
    const [cube, member, ...granularity] = text.split('.');
    const known = names.get(`${cube}.${member}`);
    return known === undefined ? [] : [known, ...granularity].join('.');
  });
}

function groupDrillMembers(
  model: Model,
  names: readonly string[],
): { measures: string[]; dimensions: string[] } {
  const isMeasure = (name: string) => {
    const [scope = '', member = ''] = name.split('.');
    return (
      model.views[scope]?.members[member]?.kind === 'measure' ||
      model.cubes[scope]?.measures[member] !== undefined
    );
  };
  return { measures: names.filter(isMeasure), dimensions: names.filter((name) => !isMeasure(name)) };
}

function describeDimensionColumn(
  model: Model,
  ref: MemberRef<Dimension>,
  visible: VisibleMembers,
): MemberAnnotation {
  const links = (ref.member.links ?? []).filter(({ name }) => visible.has(linkDimensionName(ref.name, name)));
  return {
    ...describeDimension(model, ref),
    ...(links.length > 0 && { links: links.map(describeLink) }),
  };
}

/** A link as clients know it; its address is the value of a dimension of its own. */
export function describeLink({
  name,
  label,
  target,
  icon,
  opensIn,
  isPrimary,
  params,
}: DimensionLink): object {
  return {
    name,
    label,
    ...(target.kind === 'dashboard' && { dashboard: target.dashboard }),
    ...(icon !== undefined && { icon }),
    target: opensIn,
    ...(isPrimary && { primary: true }),
    params: params.map(({ key }) => key),
  };
}

/** Describes a dimension as the cube or view shows it that the query names. */
export function describeDimension(model: Model, ref: MemberRef<Dimension>): MemberAnnotation {
  const { member } = ref;
  const custom = Object.values(member.granularities).map(granularityMeta);
  return {
    ...describeMember(model, ref),
    type: member.type === 'geo' || member.type === 'switch' ? 'string' : member.type,
    ...(member.currency !== undefined && { currency: member.currency }),
    ...(custom.length > 0 && { granularities: custom }),
  };
}

function describeGranularity(dimension: Dimension, name: string): object {
  const custom = dimension.granularities[name];
  if (custom) return granularityMeta(custom);
  return GRANULARITIES.some((unit) => unit === name)
    ? { name, title: name, interval: `1 ${name}` }
    : { name, title: name };
}

function granularityMeta({ name, title, interval, offset, origin }: Granularity): object {
  return {
    name,
    title,
    interval,
    ...(offset !== undefined && { offset }),
    ...(origin !== undefined && { origin }),
  };
}
