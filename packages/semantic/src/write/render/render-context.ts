import type { ContextPart, ContextValue, FilterParam } from '../../model/sql-template/sql-template.ts';
import type { Cube } from '../../model/definitions/model.ts';
import type { MemberRef } from '../../members/member-ref.ts';
import type { Rows } from '../../ir/plan.ts';
import { lastMicrosecond, readInstantRange, readMoment } from '../../query/date-range.ts';
import { QueryError, type MemberFilter, type NormalizedFilter } from '../../query/query.ts';
import { bound, join, sql, type Fragment } from '../../sql/fragment.ts';
import { parenthesized } from '../../sql/parenthesized.ts';
import { renderPolicy } from './policy-fault.ts';
import { meantInstance } from './meant-instance.ts';
import type { MovedCubes } from './moved-cubes.ts';
import { group, renderFilter } from './render-filter.ts';
import type { WriteSettings } from './write-settings.ts';

const ALWAYS: Fragment = ['1 = 1'];
const NEVER: Fragment = ['1 = 0'];

/** Renders what an SQL template says of the query's filters, of the caller, and of the query's zone. */
export function createContextRenderer(
  settings: WriteSettings,
  rows: Rows,
  moved?: MovedCubes,
): (part: ContextPart, cube: Cube) => Fragment {
  const asked = { ...rows, moved };
  const meant = (cube: Cube, param: FilterParam): FilterParam[] => {
    const [name = '', member = ''] = param.member.split('.');
    const instance = meantInstance(settings.model, rows, { cube, name, member }, (of) =>
      leavesOn(settings, asked, `${of}.${member}`),
    );
    return instance === undefined ? [] : [{ ...param, member: `${instance}.${member}` }];
  };
  return (part, cube) => {
    switch (part.kind) {
      case 'filter-param':
        return renderFilterParams(settings, asked, meant(cube, part));
      case 'filter-group':
        return renderFilterGroup(
          settings,
          asked,
          part.params.flatMap((param) => meant(cube, param)),
        );
      case 'context-value':
        return renderContextValue(settings, part);
      case 'value': {
        // Typed: beside another text an engine would not know what it is.
        const value = sql`CAST(${bound(part.value)} AS VARCHAR)`;
        return part.type === 'time' ? settings.dialect.castToTimestamp(bound(part.value)) : value;
      }
      case 'convert-tz': {
        const { dialect, timezone } = settings;
        const instant = dialect.castToTimestamp([part.column]);
        return timezone === 'UTC' ? instant : dialect.toZone(instant, timezone);
      }
      default:
        return part satisfies never;
    }
  };
}

/** Rows, and which of their cubes are joined twice. */
type AskedRows = Rows & { readonly moved?: MovedCubes | undefined };

/** The conditions on one member that hold for every row: those that stand alone, not in an OR with other members. */
function conditionsOn(settings: WriteSettings, rows: AskedRows, member: string): NormalizedFilter[] {
  const isOn = (filter: NormalizedFilter): boolean => {
    if ('and' in filter) return filter.and.every(isOn);
    if ('or' in filter) return filter.or.every(isOn);
    return memberToPass(settings, rows, settings.lookup.any(filter.member)) === member;
  };
  const collect = (filter: NormalizedFilter): NormalizedFilter[] =>
    'and' in filter ? filter.and.flatMap(collect) : isOn(filter) ? [filter] : [];
  const ranges = rangesOn(rows, (ref) => memberToPass(settings, rows, ref) === member);
  return [...ranges, ...rows.filters.flatMap(collect)];
}

/** The conditions on one member, wherever they stand. */
function leavesOn(settings: WriteSettings, rows: AskedRows, member: string): MemberFilter[] {
  const isOn = (ref: MemberRef) => memberToPass(settings, rows, ref) === member;
  const leaves = (filter: NormalizedFilter): MemberFilter[] =>
    'and' in filter
      ? filter.and.flatMap(leaves)
      : 'or' in filter
        ? filter.or.flatMap(leaves)
        : isOn(settings.lookup.any(filter.member))
          ? [filter]
          : [];
  return [...rangesOn(rows, isOn), ...rows.filters.flatMap(leaves)];
}

function rangesOn({ scope }: Rows, isOn: (ref: MemberRef) => boolean): MemberFilter[] {
  return scope.ranges.flatMap(({ ref, range }) =>
    isOn(ref) ? [{ member: ref.name, operator: 'inDateRange', values: [...range] }] : [],
  );
}

/**
 * The cube's member that a condition is on; undefined where it is not for the cube's own SQL. There it would look
 * behind a mask, and miss the rows of another time that count in a shifted scope. Outside, the condition holds either
 * way.
 */
function memberToPass(
  { masks }: WriteSettings,
  { scope, moved }: AskedRows,
  ref: MemberRef,
): string | undefined {
  const name = `${ref.cube}.${ref.member.name}`;
  const isTime = ref.member.kind === 'dimension' && ref.member.type === 'time';
  const isShifted = scope.shifts.some(
    (shift) => shift.kind === 'calendar' || shift.dimension === undefined || shift.dimension === name,
  );
  // The rows of a cube that is joined twice are not the same in both places.
  const isMoved = moved !== undefined && (moved.cubes.has(ref.cube) || moved.isShown(ref));
  return masks.named(ref) || (isTime && isShifted) || isMoved ? undefined : name;
}

function renderFilterParams(
  settings: WriteSettings,
  rows: AskedRows,
  params: readonly FilterParam[],
): Fragment {
  const conditions = params.flatMap((param) =>
    conditionsOn(settings, rows, param.member).map((condition) =>
      renderFrom(settings, rows, condition, param),
    ),
  );
  return conditions.length === 0 ? ALWAYS : group(conditions, 'AND');
}

/** A condition of the caller's, or of a policy. */
function renderFrom(
  settings: WriteSettings,
  { filters, scope }: Rows,
  condition: NormalizedFilter,
  param: FilterParam,
): Fragment {
  const render = () => renderOn(settings, condition, param);
  const isOfPolicy = filters.includes(condition) && !scope.filters.includes(condition);
  return isOfPolicy ? renderPolicy(render) : render();
}

/** A condition with the member's own SQL replaced by what the parameter says. */
function renderOn(settings: WriteSettings, filter: NormalizedFilter, param: FilterParam): Fragment {
  if ('and' in filter)
    return group(
      filter.and.map((part) => renderOn(settings, part, param)),
      'AND',
    );
  if ('or' in filter)
    return group(
      filter.or.map((part) => renderOn(settings, part, param)),
      'OR',
    );
  const { dialect, timezone, context, lookup } = settings;
  const { member, name } = lookup.any(filter.member);
  const { target } = param;
  if (target.kind === 'column')
    return renderFilter(
      { name, member, expression: parenthesized([target.sql]) },
      filter.operator,
      filter.values ?? [],
      { dialect, timezone, clock: context },
    );
  const values = valuesFor(settings, filter);
  if (values.length === 0) return ALWAYS;
  return parenthesized(
    target.parts.map((part) => (typeof part === 'string' ? part : (values[part] ?? 'NULL'))),
  );
}

/** An author compares both ends as those of a BETWEEN. */
function withLast([from, next]: readonly [string, string]): string[] {
  return [from, lastMicrosecond(next)];
}

/** The values of a condition as a lambda takes them: from and to for a range, otherwise each. */
function valuesFor({ dialect, timezone, context, lookup }: WriteSettings, filter: MemberFilter): Fragment[] {
  const texts = (filter.values ?? []).filter((value) => value !== null);
  const { member } = lookup.any(filter.member);
  const isTime = member.kind === 'dimension' && member.type === 'time';
  if (!isTime) return texts.map((text) => dialect.castToText(bound(text)));
  const isRange = ['inDateRange', 'notInDateRange', 'onTheDate'].includes(filter.operator);
  const instants = isRange
    ? withLast(readInstantRange(texts, timezone, context))
    : texts.map((text) => readMoment(text, timezone, context).text);
  return instants.map((instant) => dialect.castToTimestamp(bound(instant)));
}

/** The part of the filters that concerns these members alone, with its own and/or. */
function renderFilterGroup(
  settings: WriteSettings,
  rows: AskedRows,
  params: readonly FilterParam[],
): Fragment {
  const byMember = new Map(params.map((param) => [param.member, param]));
  const render = (filter: NormalizedFilter): Fragment | undefined => {
    if ('and' in filter || 'or' in filter) {
      const isAnd = 'and' in filter;
      const inner = isAnd ? filter.and : filter.or;
      const parts = inner.map(render);
      // Without one of its alternatives an OR would say less than the query does.
      if (!isAnd && parts.some((part) => part === undefined)) return undefined;
      const known = parts.filter((part) => part !== undefined);
      return known.length === 0 ? undefined : group(known, isAnd ? 'AND' : 'OR');
    }
    const member = memberToPass(settings, rows, settings.lookup.any(filter.member));
    const param = member === undefined ? undefined : byMember.get(member);
    return param && renderOn(settings, filter, param);
  };
  const ranges = params.flatMap(({ member }) => conditionsOn(settings, { ...rows, filters: [] }, member));
  const conditions = [...ranges, ...rows.filters].flatMap((filter) => {
    const rendered = render(filter);
    return rendered ? [rendered] : [];
  });
  return conditions.length === 0 ? ALWAYS : group(conditions, 'AND');
}

function renderContextValue({ dialect, context }: WriteSettings, part: ContextValue): Fragment {
  const found = part.path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    context.securityContext,
  );
  if (part.use === 'unsafe-value') return [typeof found === 'string' ? found : JSON.stringify(found ?? null)];
  if (found === undefined || found === null) {
    if (part.use === 'required-filter')
      throw new QueryError(
        'context_missing',
        `The model needs ${part.path.join('.')} in the security context, and it is not there`,
      );
    return ALWAYS;
  }
  const column = part.column ?? '';
  const values = (Array.isArray(found) ? found : [found]).map((value) =>
    dialect.castToText(bound(String(value))),
  );
  const [only] = values;
  if (!only) return NEVER;
  const text = dialect.castToText([column]);
  return values.length === 1 && !Array.isArray(found)
    ? sql`${text} = ${only}`
    : sql`${text} IN (${join(values, ', ')})`;
}
