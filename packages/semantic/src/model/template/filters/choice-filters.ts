import { nameArguments, taking, type CallArguments, type Filter, type TemplateCalls } from './filter.ts';
import {
  attributeOf,
  isDefined,
  isTruthy,
  itemsOf,
  list,
  nothing,
  text,
  textOf,
} from '../values/template-values.ts';
import type { JinjaValue } from '../values/jinja-library.ts';
import { writeJson } from '../values/write-json.ts';

const DEFAULT = taking(['default_value', 'boolean'], (value, args) => {
  const isMissing = !isDefined(value) || (args.isSet('boolean') && !isTruthy(value));
  return isMissing ? (args.get('default_value') ?? text('')) : value;
});

/** Filters that choose: one value or another, or what of a list a test holds for. */
export const CHOICE_FILTERS: Readonly<Record<string, Filter>> = {
  default: DEFAULT,
  d: DEFAULT,
  attr: taking(['name'], (value, args) => attributeOf(value, args.text('name'))),
  tojson: taking(['indent'], (value, args) => text(writeJson(value, args.number('indent', 0)))),
  map: (value, args, calls) => {
    if (args.named.has('attribute')) {
      const named = nameArguments(['attribute', 'default'], args);
      const path = textOf(named.get('attribute') ?? nothing());
      const missing = named.get('default');
      const read = (found: JinjaValue) => (isDefined(found) ? found : (missing ?? found));
      return list(itemsOf(value).map((item) => read(attributeOf(item, path))));
    }
    const { name, rest } = nameAndRest(args, 'a filter');
    return list(itemsOf(value).map((item) => calls.filter(name, item, rest)));
  },
  select: (value, args, calls) => choose(value, args, calls, true),
  reject: (value, args, calls) => choose(value, args, calls, false),
  selectattr: (value, args, calls) => chooseByAttribute(value, args, calls, true),
  rejectattr: (value, args, calls) => chooseByAttribute(value, args, calls, false),
};

function choose(
  value: JinjaValue,
  args: CallArguments,
  calls: TemplateCalls,
  isWanted: boolean,
  by: (item: JinjaValue) => JinjaValue = (item) => item,
): JinjaValue {
  const test = args.positional.length > 0 ? nameAndRest(args, 'a test') : undefined;
  const holds = (item: JinjaValue) => (test ? calls.test(test.name, item, test.rest) : isTruthy(item));
  return list(itemsOf(value).filter((item) => holds(by(item)) === isWanted));
}

function chooseByAttribute(
  value: JinjaValue,
  args: CallArguments,
  calls: TemplateCalls,
  isWanted: boolean,
): JinjaValue {
  const [path, ...positional] = args.positional;
  if (!path) throw new Error('it takes the name of an attribute');
  const by = (item: JinjaValue) => attributeOf(item, textOf(path));
  return choose(value, { ...args, positional }, calls, isWanted, by);
}

function nameAndRest(args: CallArguments, what: string): { name: string; rest: CallArguments } {
  const [name, ...positional] = args.positional;
  if (typeof name?.value !== 'string') throw new Error(`it takes the name of ${what}, as a text`);
  return { name: name.value, rest: { ...args, positional } };
}
