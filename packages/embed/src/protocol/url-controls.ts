/**
 * Filters and granularities in the form of a query string: in the address of an embedded dashboard, and as the
 * payload of the action `set-filter`.
 *
 *     f_<view>.<dimension>=<JSON of {value, type}>      f_flights.carrier={"value":["AA","DL"]}
 *     tg_<view>.<dimension>=<granularity>               tg_flights.date=month
 *     ms_<view>.<member>=<view>.<member>                ms_flights.count=flights.delay
 *     tab_<widget>=<widget>                             tab_details=by-carrier
 *
 * Names are the model's, never titles, and widgets are named by their ids: a container and the child on its open tab.
 * Values are percent-encoded; the serialiser always does, the parser takes unencoded JSON too as long as it has no `&`,
 * `+`, `#` or `%`. Where a member comes twice, the later one counts.
 */

/** Conditions of a filter, as `type` in the JSON; an absent `type` is `equals`. */
export const urlFilterTypes = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'is_null',
  'is_not_null',
  'is_empty',
  'is_not_empty',
  'between',
  'in_month',
  'not_in_month',
  'in_quarter',
  'not_in_quarter',
  'in_year',
  'not_in_year',
] as const;
export type UrlFilterType = (typeof urlFilterTypes)[number];

/** What a condition of times may be written as instead. */
const typeAliases: Readonly<Record<string, UrlFilterType>> = {
  after: 'greater_than',
  after_or_on: 'greater_than_or_equal',
  before: 'less_than',
  before_or_on: 'less_than_or_equal',
};

const testsWithoutValue: ReadonlySet<string> = new Set([
  'is_null',
  'is_not_null',
  'is_empty',
  'is_not_empty',
]);

export type UrlFilterScalar = string | number | boolean;

/**
 * One filter. `value` is absent for the null and empty tests; for `between` it is `[start, end]`, either of which may
 * be an empty text for an open end, or a period of a time that counts from now: `last 7 days`, `this month`,
 * `next quarter`; for `in_month`, `in_quarter` and `in_year` any day of it, such as `2026-03-15`.
 */
export interface UrlFilter {
  /** `view.dimension` */
  readonly member: string;
  /** Default `equals`. */
  readonly type?: UrlFilterType;
  readonly value?: UrlFilterScalar | readonly UrlFilterScalar[];
}

export interface UrlGranularity {
  /** `view.dimension` of a time dimension */
  readonly member: string;
  /** Lower case, such as `month`. Whether the control allows it is the control's to say. */
  readonly granularity: string;
}

export interface UrlField {
  /** The member that charts ask for. */
  readonly member: string;
  /** The member in its place. Whether the switcher offers it is the switcher's to say. */
  readonly selected: string;
}

/** A container with tabs, and the child of it that is shown. Both are ids of widgets. */
export interface UrlTab {
  readonly widget: string;
  readonly child: string;
}

export interface UrlControls {
  readonly filters: readonly UrlFilter[];
  readonly granularities: readonly UrlGranularity[];
  readonly fields: readonly UrlField[];
  readonly tabs: readonly UrlTab[];
  /** Members of filters with an empty value: `set-filter` clears the viewer's choice for them. */
  readonly cleared: readonly string[];
  /** A sentence for each parameter that was left out because it cannot be used. */
  readonly problems: readonly string[];
}

/**
 * Reads the controls of a query string, with or without the leading `?`.
 *
 * Parameters of other names are skipped, as in a page's address, unless `onlyControls` says that nothing else
 * belongs there. A control that cannot be used is left out
 * and reported in `problems`; nothing is thrown.
 */
export function parseUrlControls(query: string, options: { onlyControls?: boolean } = {}): UrlControls {
  const found = collectControls(new URLSearchParams(query), options.onlyControls ?? false);
  return {
    filters: [...found.filters.values()].filter((filter) => filter !== 'cleared'),
    granularities: [...found.granularities].map(([member, granularity]) => ({ member, granularity })),
    fields: [...found.fields].map(([member, selected]) => ({ member, selected })),
    tabs: [...found.tabs].map(([widget, child]) => ({ widget, child })),
    cleared: [...found.filters].filter((entry) => entry[1] === 'cleared').map(([member]) => member),
    problems: found.problems,
  };
}

/** Writes controls as a query string without `?`, each value percent-encoded; empty without controls. */
export function serializeUrlControls(controls: Partial<Omit<UrlControls, 'problems'>>): string {
  const filters = (controls.filters ?? []).map(serializeFilter);
  const cleared = (controls.cleared ?? []).map((member) => `f_${member}=`);
  const granularities = (controls.granularities ?? []).map(
    ({ member, granularity }) => `tg_${member}=${encodeURIComponent(granularity)}`,
  );
  const fields = (controls.fields ?? []).map(
    ({ member, selected }) => `ms_${member}=${encodeURIComponent(selected)}`,
  );
  const tabs = (controls.tabs ?? []).map(
    ({ widget, child }) => `tab_${encodeURIComponent(widget)}=${encodeURIComponent(child)}`,
  );
  return [...filters, ...cleared, ...granularities, ...fields, ...tabs].join('&');
}

function serializeFilter({ member, value, type }: UrlFilter): string {
  return `f_${member}=${encodeURIComponent(JSON.stringify({ value, type }))}`;
}

interface FoundControls {
  readonly filters: Map<string, UrlFilter | 'cleared'>;
  readonly granularities: Map<string, string>;
  readonly fields: Map<string, string>;
  readonly tabs: Map<string, string>;
  readonly problems: string[];
}

function collectControls(parameters: URLSearchParams, onlyControls: boolean): FoundControls {
  const found: FoundControls = {
    filters: new Map(),
    granularities: new Map(),
    fields: new Map(),
    tabs: new Map(),
    problems: [],
  };
  for (const [name, value] of parameters) {
    const problem = collectControl(name, value, found);
    if (problem === 'not a control' && onlyControls) {
      found.problems.push(
        `The parameter ${JSON.stringify(name.slice(0, MAX_SHOWN_NAME))} is none of f_<view>.<dimension>, tg_<view>.<dimension>, ms_<view>.<member> and tab_<widget>`,
      );
    } else if (problem !== undefined && problem !== 'not a control') {
      found.problems.push(`The parameter ${name.slice(0, MAX_SHOWN_NAME)} ${problem}`);
    }
  }
  return found;
}

/** How much of a name a problem shows: the message about it has bounds of its own. */
const MAX_SHOWN_NAME = 100;
const MEMBER = /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

/** Returns what is wrong with the control, or undefined when it was collected. */
function collectControl(name: string, value: string, found: FoundControls): string | undefined {
  const [, kind, member] = /^(f|tg|ms|tab)_(.*)$/s.exec(name) ?? [];
  if (kind === undefined || member === undefined) return 'not a control';
  if (kind === 'tab') return collectTab(member, value, found);
  if (kind === 'ms') return collectField(member, value, found);
  if (!MEMBER.test(member)) return 'must name a member as <view>.<dimension>';
  if (kind === 'tg') return collectGranularity(member, value, found);
  const filter = value === '' ? 'cleared' : parseFilter(member, value);
  if (typeof filter === 'string' && filter !== 'cleared') return filter;
  found.filters.set(member, filter);
  return undefined;
}

/** What is no member is not offered by any switcher, so it is ignored as one that is not offered. */
function collectField(member: string, selected: string, found: FoundControls): undefined {
  if (MEMBER.test(member) && MEMBER.test(selected)) found.fields.set(member, selected);
}

/** What is no widget of the dashboard is ignored, as a field that is not offered. */
function collectTab(widget: string, child: string, found: FoundControls): undefined {
  if (widget !== '' && child !== '') found.tabs.set(widget, child);
}

function collectGranularity(member: string, granularity: string, found: FoundControls): string | undefined {
  if (!/^[a-z_]\w*$/.test(granularity)) return 'must have a granularity such as month as its value';
  found.granularities.set(member, granularity);
  return undefined;
}

/** Returns the filter, or what is wrong with it. */
function parseFilter(member: string, json: string): UrlFilter | string {
  const parsed = parseJson(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return 'must have a JSON object such as {"value":"USA"} as its value, percent-encoded';
  }
  const { type: writtenType, value }: { type?: unknown; value?: unknown } = parsed;
  const wanted = writtenType ?? 'equals';
  const alias =
    typeof wanted === 'string' && Object.hasOwn(typeAliases, wanted) ? typeAliases[wanted] : undefined;
  const type = urlFilterTypes.find((candidate) => candidate === (alias ?? wanted));
  if (type === undefined) return `has a type that does not exist; known are ${urlFilterTypes.join(', ')}`;
  if (testsWithoutValue.has(type)) return { member, type };
  if (!isFilterValue(value)) return 'must have a text, a number, true, false or a list of these as "value"';
  if ([value].flat().some(isNoText)) return 'must have no NUL characters or unpaired surrogates in "value"';
  if (type === 'between' && !isRange(value))
    return 'must have [start, end] or a period such as "last 7 days" as "value"';
  if (type === 'between' && isReversed(value)) return 'has a start after its end';
  return { member, type, value };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no JSON text parses to undefined, so the caller's message covers this case
  }
}

/** Two ends, of which an empty text is an open one, or a period in words, which counts from now. */
function isRange(value: UrlFilterScalar | readonly UrlFilterScalar[]): boolean {
  if (Array.isArray(value)) return value.length === 2 && value.some((end) => end !== '');
  return typeof value === 'string' && value.trim() !== '';
}

/** Ends of other kinds, such as `this year` and `today`, are compared where they are resolved. */
function isReversed(value: UrlFilterScalar | readonly UrlFilterScalar[]): boolean {
  const [start, end]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof start === 'number' && typeof end === 'number') return start > end;
  const isDate = (text: unknown): text is string =>
    typeof text === 'string' && /^\d{4}-\d{2}-\d{2}/.test(text);
  return isDate(start) && isDate(end) && start.slice(0, 10) > end.slice(0, 10);
}

function isFilterValue(value: unknown): value is UrlFilterScalar | UrlFilterScalar[] {
  return Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value);
}

/** What no database holds in a text, and no query may ask for. */
const isNoText = (value: UrlFilterScalar) => typeof value === 'string' && /\0|\p{Surrogate}/u.test(value);

function isScalar(value: unknown): value is UrlFilterScalar {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
