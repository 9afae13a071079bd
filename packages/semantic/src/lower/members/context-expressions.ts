import type { ContextPart, ContextValue, FilterParam } from '../../model/sql-template/sql-template.ts';
import type { Cube } from '../../model/definitions/model.ts';
import type { MemberRef } from '../../members/member-ref.ts';
import type { Rows } from '../../ir/plan.ts';
import { lastMicrosecond, readInstantRange, readMoment } from '../../query/date-range.ts';
import { QueryError, type MemberFilter, type NormalizedFilter } from '../../query/query.ts';
import { ALWAYS, and, asTime, cast, equal, NEVER, NULL, or, parameter } from '../../algebra/build.ts';
import type { Expression, Raw, RawPart } from '../../algebra/algebra.ts';
import { isNamePath } from '../../model/sql-template/sql-tokens.ts';
import { lowerPolicy } from './policy-fault.ts';
import { meantInstance } from './meant-instance.ts';
import type { MovedCubes } from './moved-cubes.ts';
import { filterCondition, timeParameter } from './filter-condition.ts';
import type { LowerSettings } from './lower-settings.ts';

/** Makes expressions of what an SQL template says of the query's filters, of the caller, and of the query's zone. */
export function createContextExpressions(
  settings: LowerSettings,
  rows: Rows,
  moved?: MovedCubes,
): (part: ContextPart, cube: Cube) => RawPart {
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
        return filterParams(settings, asked, meant(cube, part));
      case 'filter-group':
        return filterGroup(
          settings,
          asked,
          part.params.flatMap((param) => meant(cube, param)),
        );
      case 'context-value':
        return contextValue(settings, part);
      case 'value': {
        // Typed: beside another text an engine would not know what it is.
        return part.type === 'time' ? timeParameter(part.value) : cast(parameter(part.value, 'text'), 'text');
      }
      case 'convert-tz': {
        const { timezone } = settings;
        const instant = asTime(rawText(part.column));
        return timezone === 'UTC' ? instant : { kind: 'to-zone', value: instant, zone: timezone };
      }
      default:
        return part satisfies never;
    }
  };
}

/** Rows, and which of their cubes are joined twice. */
type AskedRows = Rows & { readonly moved?: MovedCubes | undefined };

/** The conditions on one member that hold for every row: those that stand alone, not in an OR with other members. */
function conditionsOn(settings: LowerSettings, rows: AskedRows, member: string): NormalizedFilter[] {
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
function leavesOn(settings: LowerSettings, rows: AskedRows, member: string): MemberFilter[] {
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
  { masks }: LowerSettings,
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

function filterParams(settings: LowerSettings, rows: AskedRows, params: readonly FilterParam[]): Expression {
  const conditions = params.flatMap((param) =>
    conditionsOn(settings, rows, param.member).map((condition) =>
      conditionFrom(settings, rows, condition, param),
    ),
  );
  return and(conditions);
}

/** A condition of the caller's, or of a policy. */
function conditionFrom(
  settings: LowerSettings,
  { filters, scope }: Rows,
  condition: NormalizedFilter,
  param: FilterParam,
): Expression {
  const lower = () => conditionOn(settings, condition, param);
  const isOfPolicy = filters.includes(condition) && !scope.filters.includes(condition);
  return isOfPolicy ? lowerPolicy(lower) : lower();
}

/** A condition with the member's own SQL replaced by what the parameter says. */
function conditionOn(settings: LowerSettings, filter: NormalizedFilter, param: FilterParam): Expression {
  if ('and' in filter) return and(filter.and.map((part) => conditionOn(settings, part, param)));
  if ('or' in filter) return or(filter.or.map((part) => conditionOn(settings, part, param)));
  const { timezone, context, lookup } = settings;
  const { member, name } = lookup.any(filter.member);
  const { target } = param;
  if (target.kind === 'column')
    return filterCondition(
      { name, member, value: rawText(target.sql) },
      filter.operator,
      filter.values ?? [],
      { timezone, clock: context },
    );
  const values = valuesFor(settings, filter);
  if (values.length === 0) return ALWAYS;
  const parts = target.parts.map((part) => (typeof part === 'string' ? part : (values[part] ?? NULL)));
  return { kind: 'raw', parts };
}

/** An author compares both ends as those of a BETWEEN. */
function withLast([from, next]: readonly [string, string]): string[] {
  return [from, lastMicrosecond(next)];
}

/** The values of a condition as a lambda takes them: from and to for a range, otherwise each. */
function valuesFor({ timezone, context, lookup }: LowerSettings, filter: MemberFilter): Expression[] {
  const texts = (filter.values ?? []).filter((value) => value !== null);
  const { member } = lookup.any(filter.member);
  const isTime = member.kind === 'dimension' && member.type === 'time';
  if (!isTime) return texts.map((text) => parameter(text, 'compared'));
  const isRange = ['inDateRange', 'notInDateRange', 'onTheDate'].includes(filter.operator);
  const instants = isRange
    ? withLast(readInstantRange(texts, timezone, context))
    : texts.map((text) => readMoment(text, timezone, context).text);
  return instants.map(timeParameter);
}

/** The part of the filters that concerns these members alone, with its own and/or. */
function filterGroup(settings: LowerSettings, rows: AskedRows, params: readonly FilterParam[]): Expression {
  const byMember = new Map(params.map((param) => [param.member, param]));
  const lower = (filter: NormalizedFilter): Expression | undefined => {
    if ('and' in filter || 'or' in filter) {
      const isAnd = 'and' in filter;
      const inner = isAnd ? filter.and : filter.or;
      const parts = inner.map(lower);
      // Without one of its alternatives an OR would say less than the query does.
      if (!isAnd && parts.some((part) => part === undefined)) return undefined;
      const known = parts.filter((part) => part !== undefined);
      return known.length === 0 ? undefined : isAnd ? and(known) : or(known);
    }
    const member = memberToPass(settings, rows, settings.lookup.any(filter.member));
    const param = member === undefined ? undefined : byMember.get(member);
    return param && conditionOn(settings, filter, param);
  };
  const ranges = params.flatMap(({ member }) => conditionsOn(settings, { ...rows, filters: [] }, member));
  const conditions = [...ranges, ...rows.filters].flatMap((filter) => lower(filter) ?? []);
  return and(conditions);
}

function contextValue({ context }: LowerSettings, part: ContextValue): RawPart {
  const found = part.path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    context.securityContext,
  );
  if (part.use === 'unsafe-value') return typeof found === 'string' ? found : JSON.stringify(found ?? null);
  if (found === undefined || found === null) {
    if (part.use === 'required-filter')
      throw new QueryError(
        'context_missing',
        `The model needs ${part.path.join('.')} in the security context, and it is not there`,
      );
    return ALWAYS;
  }
  const list = (Array.isArray(found) ? found : [found]).map((value) => parameter(String(value), 'compared'));
  if (list.length === 0) return NEVER;
  const text = cast(rawText(part.column ?? ''), 'text');
  const [only] = list;
  return only && list.length === 1 ? equal(text, only) : { kind: 'in', value: text, list };
}

/** SQL of an author without references. */
function rawText(sql: string): Raw {
  return { kind: 'raw', parts: [sql], ...(isNamePath(sql) && { isName: true }) };
}
