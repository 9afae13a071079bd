import {
  isJsonObject,
  limits,
  type DashboardConfig,
  type DashboardWidget,
  type ReportSnapshot,
} from '@oriel/contract';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import { cutText } from '../../cut-text.ts';

/** A member as content names it. */
export interface MemberReference {
  /** Where: `filters`, or `controls of "Sales"`. */
  readonly place: string;
  readonly member: string;
  /** What it has to be; absent where anything does. */
  readonly kinds?: readonly ('measure' | 'dimension' | 'segment')[];
  /** What a time is cut by. */
  readonly granularity?: string;
  /** Whether it has to be a time. */
  readonly isTime?: boolean;
}

/** The references of some content; undefined where it cannot be read. */
type References = readonly MemberReference[] | undefined;

const measures = ['measure'] as const;
const dimensions = ['dimension'] as const;
const segments = ['segment'] as const;
const filtered = ['dimension', 'measure'] as const;

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * What a query names, given as its JSON: measures, dimensions, times, segments, filters, order, comparisons, filled
 * gaps.
 */
export function referencesOfQuery(json: string): References {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const queries = Array.isArray(parsed) ? parsed : [parsed];
  return queries.every(isJsonObject) ? queries.flatMap(referencesWithFields) : undefined;
}

/** A query may bring calculated fields along: they are no members, but what they are made of is. */
function referencesWithFields(query: Fields): MemberReference[] {
  const fields = isJsonObject(query['calculatedFields']) ? query['calculatedFields'] : {};
  return withoutFields([...referencesIn(query), ...referencesOfFields(fields)], fields);
}

/** Leaves out what names a calculated field. */
export function withoutFields(
  references: readonly MemberReference[],
  fields: Readonly<Record<string, unknown>>,
): MemberReference[] {
  return references.filter(({ member }) => !Object.hasOwn(fields, member));
}

function referencesIn(query: Fields): MemberReference[] {
  const named = (place: string, kinds: MemberReference['kinds']) =>
    listOf(query[place]).flatMap((name) =>
      isText(name) ? [{ place, ...splitGranularity(name), ...(kinds && { kinds }) }] : [],
    );
  return [
    ...named('measures', measures),
    ...named('dimensions', dimensions),
    ...named('segments', segments),
    ...listOf(query['timeDimensions']).flatMap(timeReference),
    ...listOf(query['filters']).flatMap(filterReferences),
    ...orderNames(query['order']).map((name) => ({ place: 'order', ...splitGranularity(name) })),
    ...listOf(query['periodComparisons']).flatMap(comparisonReferences),
    ...(isJsonObject(query['fillMissingRows']) && isText(query['fillMissingRows']['member'])
      ? [
          {
            place: 'fillMissingRows',
            ...splitGranularity(query['fillMissingRows']['member']),
            kinds: dimensions,
          },
        ]
      : []),
  ];
}

/** `orders.created_at.month` is a member with a granularity. */
function splitGranularity(name: string): Pick<MemberReference, 'member' | 'granularity'> {
  const [scope = '', member = '', ...rest] = name.split('.');
  return rest.length === 0 ? { member: name } : { member: `${scope}.${member}`, granularity: rest.join('.') };
}

function timeReference(time: unknown): MemberReference[] {
  if (!isJsonObject(time) || !isText(time['dimension'])) return [];
  const { dimension: member, granularity } = time;
  return [
    {
      place: 'timeDimensions',
      member,
      kinds: dimensions,
      isTime: true,
      ...(isText(granularity) && { granularity }),
    },
  ];
}

const TIME_OPERATORS = new Set([
  'inDateRange',
  'notInDateRange',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
]);

function filterReferences(filter: unknown): MemberReference[] {
  if (!isJsonObject(filter)) return [];
  const nested = [...listOf(filter['and']), ...listOf(filter['or'])].flatMap(filterReferences);
  const member = filter['member'] ?? filter['dimension'];
  if (!isText(member)) return nested;
  const isTime = TIME_OPERATORS.has(String(filter['operator']));
  return [...nested, { place: 'filters', member, kinds: filtered, ...(isTime && { isTime }) }];
}

function orderNames(order: unknown): string[] {
  if (isJsonObject(order)) return Object.keys(order);
  return listOf(order).flatMap((entry) => {
    const name = Array.isArray(entry)
      ? (entry as unknown[])[0]
      : isJsonObject(entry)
        ? entry['id']
        : undefined;
    return isText(name) ? [name] : [];
  });
}

function comparisonReferences(comparison: unknown): MemberReference[] {
  if (!isJsonObject(comparison)) return [];
  const { measure, timeDimension } = comparison;
  const place = 'periodComparisons';
  return [
    ...(isText(measure) ? [{ place, member: measure, kinds: measures }] : []),
    ...(isText(timeDimension) ? [{ place, member: timeDimension, kinds: dimensions, isTime: true }] : []),
  ];
}

/** What the widgets of a dashboard name: filters, time grains, field switchers, and what they do to single charts. */
export function referencesOfWidgets(config: Pick<DashboardConfig, 'widgets'>): MemberReference[] {
  return widgetsOf(config).flatMap((widget) =>
    widgetReferences(widget).map((reference) => ({
      ...reference,
      place: `${reference.place} ${JSON.stringify(labelOf(widget))}`,
    })),
  );
}

function labelOf({ id, config }: DashboardWidget): string {
  const { label, title } = (config ?? {}) as { label?: unknown; title?: unknown };
  return cutText([label, title].find(isText) ?? id, limits.MAX_NAME_LENGTH);
}

function widgetReferences(widget: DashboardWidget): MemberReference[] {
  switch (widget.type) {
    case 'FILTER':
      return named('filter', widget.config?.member, { kinds: filtered });
    case 'TIME_GRAIN':
      return [...(widget.config?.granularities ?? []), widget.config?.value, undefined].flatMap(
        (granularity) =>
          named('time grain', widget.config?.member, {
            kinds: dimensions,
            isTime: true,
            ...(isText(granularity) && { granularity }),
          }),
      );
    case 'FIELD': {
      const alternatives = (widget.config?.alternatives ?? []).map((one) =>
        typeof one === 'string' ? one : one.member,
      );
      return [widget.config?.member, ...alternatives].flatMap((member) =>
        named('field switcher', member, {}),
      );
    }
    case 'CHART':
      return Object.values(widget.config?.controls ?? {}).flatMap((control) =>
        control === false ? [] : named('controls of chart', control.member, {}),
      );
    default:
      return [];
  }
}

function named(
  place: string,
  member: string | null | undefined,
  needs: Pick<MemberReference, 'kinds' | 'isTime' | 'granularity'>,
): MemberReference[] {
  return isText(member) ? [{ place, member, ...needs }] : [];
}

/** What a published report asks for; undefined for SQL, Python and what is no query. */
export function referencesOfSnapshot(snapshot: Pick<ReportSnapshot, 'name' | 'jsonQuery'>): References {
  const references = snapshot.jsonQuery ? referencesOfQuery(snapshot.jsonQuery) : undefined;
  return references?.map((reference) => ({
    ...reference,
    place: `${reference.place} of report ${JSON.stringify(snapshot.name)}`,
  }));
}

/** What the controls of a notification name. */
export function referencesOfControls({
  filters,
  timeGrains,
  memberSwitchers,
}: DashboardControls): MemberReference[] {
  return [
    ...(filters ?? []).map(({ member }) => ({ place: 'filters', member, kinds: filtered })),
    ...(timeGrains ?? []).map(({ member, grain }) => ({
      place: 'timeGrains',
      member,
      kinds: dimensions,
      isTime: true,
      granularity: grain,
    })),
    ...(memberSwitchers ?? []).flatMap(({ member, selected }) =>
      [member, selected].map((name) => ({ place: 'memberSwitchers', member: name })),
    ),
  ];
}

/** Texts in quotes and comments of SQL are skipped; what is left between dots are names. */
const SQL_TOKENS = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\/|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\b(?!\s*\()/g;

/** The members that calculated fields of a workbook are made of. */
export function referencesOfFields(fields: Readonly<Record<string, unknown>>): MemberReference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const expression = isJsonObject(field) && isText(field['sql']) ? field['sql'] : '';
    return [...expression.matchAll(SQL_TOKENS)].flatMap(([, found]) =>
      found === undefined
        ? []
        : [{ place: `calculated field ${JSON.stringify(name)}`, ...splitGranularity(found) }],
    );
  });
}
