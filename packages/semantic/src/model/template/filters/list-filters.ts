import { checkListLength, checkTextLength } from '../values/template-limits.ts';
import { compareValues, keyOf } from '../values/compare-values.ts';
import { taking, type Filter, type NamedArguments } from './filter.ts';
import {
  attributeOf,
  float,
  integer,
  isDefined,
  isEmpty,
  isMapping,
  isNumber,
  itemsOf,
  list,
  mapping,
  nothing,
  text,
  textOf,
} from '../values/template-values.ts';
import type { JinjaValue } from '../values/jinja-library.ts';

const length = taking([], (value) => integer(isMapping(value) ? value.value.size : itemsOf(value).length));

/** Filters that take a list, or what a loop goes through as one. */
export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  length,
  count: length,
  list: taking([], (value) => list(itemsOf(value))),
  first: taking([], (value) => itemsOf(value)[0] ?? nothing()),
  last: taking([], (value) => itemsOf(value).at(-1) ?? nothing()),
  reverse: taking([], (value) =>
    typeof value.value === 'string'
      ? text([...value.value].toReversed().join(''))
      : list(itemsOf(value).toReversed()),
  ),
  join: taking(['d', 'attribute'], (value, args) => {
    const [separator, by] = [args.text('d', ''), attributeReader(args)];
    const parts = itemsOf(value).map((item) => textOf(by(item)));
    checkTextLength(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
    return text(parts.join(separator));
  }),
  sort: taking(['reverse', 'case_sensitive', 'attribute'], (value, args) => {
    const paths = textOf(args.get('attribute') ?? nothing()).split(',');
    const keysOf = (item: JinjaValue) =>
      paths.map((path) => (path === '' ? item : attributeOf(item, path.trim())));
    return list(sortedBy(itemsOf(value), (item) => list(keysOf(item)), args));
  }),
  unique: taking(['case_sensitive', 'attribute'], (value, args) => {
    const by = attributeReader(args);
    const seen = new Set<string>();
    const isNew = (key: string) => seen.size < seen.add(key).size;
    return list(itemsOf(value).filter((item) => isNew(keyOf(by(item), args.isSet('case_sensitive')))));
  }),
  min: taking(['case_sensitive', 'attribute'], (value, args) => extreme(value, args, -1)),
  max: taking(['case_sensitive', 'attribute'], (value, args) => extreme(value, args, 1)),
  sum: taking(['attribute', 'start'], (value, args) => {
    const by = attributeReader(args);
    const numbers = [args.get('start') ?? integer(0), ...itemsOf(value).map(by)];
    if (!numbers.every(isNumber)) throw new Error('it adds numbers alone');
    const total = numbers.reduce((sum, number) => sum + number.value, 0);
    return numbers.every(({ type }) => type === 'IntegerValue') ? integer(total) : float(total);
  }),
  batch: taking(['linecount', 'fill_with'], (value, args) => {
    const [items, size] = [itemsOf(value), wholeNumber(args, 'linecount')];
    const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
    return list(
      starts.map((start) => list(filled(items.slice(start, start + size), size, args.get('fill_with')))),
    );
  }),
  slice: taking(['slices', 'fill_with'], (value, args) => {
    const [items, count] = [itemsOf(value), wholeNumber(args, 'slices')];
    const [size, longer] = [Math.floor(items.length / count), items.length % count];
    const startOf = (index: number) => index * size + Math.min(index, longer);
    const parts = Array.from({ length: count }, (_, index) =>
      items.slice(startOf(index), startOf(index + 1)),
    );
    const most = longer > 0 ? size + 1 : size;
    return list(parts.map((part) => list(filled(part, most, args.get('fill_with')))));
  }),
  groupby: taking(['attribute', 'default', 'case_sensitive'], (value, args) => {
    const by = attributeReader(args, 'default');
    const groups = new Map<string, JinjaValue[]>();
    for (const item of sortedBy(itemsOf(value), by, args)) {
      const key = keyOf(by(item), args.isSet('case_sensitive'));
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return list([...groups.values()].map((items) => groupOf(by(items[0] ?? nothing()), items)));
  }),
  items: taking([], (value) => list(entriesOf(value))),
  dictsort: taking(['case_sensitive', 'by', 'reverse'], (value, args) => {
    const at = args.text('by', 'key') === 'value' ? 1 : 0;
    return list(sortedBy(entriesOf(value), (entry) => attributeOf(entry, String(at)), args));
  }),
  zip: (value, args) => {
    const lists = [value, ...args.positional].map(itemsOf);
    const shortest = Math.min(...lists.map((items) => items.length));
    return list(
      Array.from({ length: shortest }, (_, index) => list(lists.map((items) => items[index] ?? nothing()))),
    );
  },
  chain: (value, args) => {
    const all = [value, ...args.positional];
    if (all.every(isMapping)) return mapping(all.flatMap((one) => [...one.value]));
    const items = all.flatMap(itemsOf);
    checkListLength(items.length);
    return list(items);
  },
};

/** The value that a filter goes by: the attribute of that name of what a list holds, or that itself. */
function attributeReader(args: NamedArguments, fallback?: string): (item: JinjaValue) => JinjaValue {
  const path = textOf(args.get('attribute') ?? nothing());
  if (path === '') return (item) => item;
  const missing = fallback === undefined ? undefined : args.get(fallback);
  return (item) => {
    const found = attributeOf(item, path);
    return isDefined(found) ? found : (missing ?? found);
  };
}

/** Entries that are equal stay in their order, also the other way round. */
function sortedBy(
  items: readonly JinjaValue[],
  by: (item: JinjaValue) => JinjaValue,
  args: NamedArguments,
): JinjaValue[] {
  const direction = args.isSet('reverse') ? -1 : 1;
  const keyed = items.map((item) => ({ item, key: by(item) }));
  return keyed
    .toSorted((a, b) => direction * compareValues(a.key, b.key, args.isSet('case_sensitive')))
    .map(({ item }) => item);
}

function extreme(value: JinjaValue, args: NamedArguments, direction: 1 | -1): JinjaValue {
  const by = attributeReader(args);
  const [first, ...others] = itemsOf(value);
  const isBetter = (item: JinjaValue, best: JinjaValue) =>
    direction * compareValues(by(item), by(best), args.isSet('case_sensitive')) > 0;
  return first ? others.reduce((best, item) => (isBetter(item, best) ? item : best), first) : nothing();
}

function wholeNumber(args: NamedArguments, name: string): number {
  const number = args.number(name);
  if (!Number.isInteger(number) || number < 1) throw new Error(`its argument ${name} must be 1 or more`);
  checkListLength(number);
  return number;
}

function filled(
  items: readonly JinjaValue[],
  length: number,
  by: JinjaValue | undefined,
): readonly JinjaValue[] {
  if (!by || isEmpty(by)) return items;
  return [...items, ...Array.from({ length: Math.max(0, length - items.length) }, () => by)];
}

function entriesOf(value: JinjaValue): JinjaValue[] {
  if (!isDefined(value)) return [];
  if (!isMapping(value)) throw new Error(`${textOf(value) || 'nothing'} is no object`);
  return [...value.value].map(([name, item]) => list([text(name), item]));
}

/** A pair for a loop to unpack, which also has its parts by name. */
function groupOf(grouper: JinjaValue, items: readonly JinjaValue[]): JinjaValue {
  const members = list(items);
  const group = list([grouper, members]);
  group.builtins?.set('grouper', grouper).set('list', members);
  return group;
}
