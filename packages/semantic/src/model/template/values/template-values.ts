import { jinja, type JinjaFunction, type JinjaValue } from './jinja-library.ts';

type ValueClass<T> = new (value: T) => JinjaValue;

/** The library makes values of these classes, but exports none of them. */
function classOf<T>(sample: T): ValueClass<T> {
  return new jinja.Environment().set('sample', sample).constructor as ValueClass<T>;
}

const TextValue = classOf('');
const IntegerValue = classOf(1);
const FloatValue = classOf(0.5);
const BooleanValue = classOf(true);
const ListValue = classOf<readonly JinjaValue[]>([]);
const MappingValue = classOf<ReadonlyMap<string, JinjaValue>>(new Map());
const UndefinedValue = classOf<undefined>(undefined);
const FunctionValue = classOf<unknown>(() => null);

/** A text of a template. */
export const text = (value: string): JinjaValue => new TextValue(value);
/** A whole number of a template. */
export const integer = (value: number): JinjaValue => new IntegerValue(value);
/** A number with a decimal point, which is written with one. */
export const float = (value: number): JinjaValue => new FloatValue(value);
/** True or false, as a template holds them. */
export const boolean = (value: boolean): JinjaValue => new BooleanValue(value);
/** A list of a template. */
export const list = (items: readonly JinjaValue[]): JinjaValue => new ListValue(items);
/** An object of a template. */
export const mapping = (entries: Iterable<readonly [string, JinjaValue]>): JinjaValue =>
  new MappingValue(new Map(entries));
/** What a template has for a name that it does not know. */
export const nothing = (): JinjaValue => new UndefinedValue(undefined);
/** A function that takes and gives values as a template holds them. */
export const nativeFunction = (call: JinjaFunction['value']): JinjaValue => new FunctionValue(call);

/** Whether a value is none, or the one of an unknown name; the library has no value for either. */
export const isEmpty = ({ value }: JinjaValue): boolean => value === null || value === undefined;

/** Whether there is a value: not the one of an unknown name. */
export const isDefined = ({ type }: JinjaValue): boolean => type !== 'UndefinedValue';

/** Whether a value is a number; true and false are none. */
export function isNumber(value: JinjaValue): value is JinjaValue & { readonly value: number } {
  return typeof value.value === 'number';
}

/** Whether a value is a list. */
export function isList(value: JinjaValue): value is JinjaValue & { readonly value: readonly JinjaValue[] } {
  return Array.isArray(value.value);
}

/** Whether a value is an object, or a namespace. */
export function isMapping(
  value: JinjaValue,
): value is JinjaValue & { readonly value: ReadonlyMap<string, JinjaValue> } {
  return value.value instanceof Map;
}

/** A value as a template writes it; what is null or unknown is empty. */
export function textOf(value: JinjaValue): string {
  return isEmpty(value) ? '' : value.toString();
}

/** As in Python: empty texts, lists and objects, zero and what is not there are false. */
export function isTruthy(value: JinjaValue): boolean {
  return isList(value)
    ? value.value.length > 0
    : isMapping(value)
      ? value.value.size > 0
      : Boolean(value.value);
}

/**
 * What a loop over a value goes through: entries of a list, keys of an object, letters of a text; nothing where there
 * is no value.
 *
 * @throws for any other value
 */
export function itemsOf(value: JinjaValue): readonly JinjaValue[] {
  if (isList(value)) return value.value;
  if (isMapping(value)) return [...value.value.keys()].map(text);
  if (typeof value.value === 'string') return Array.from(value.value, text);
  if (!isDefined(value)) return [];
  throw new Error(`${textOf(value) || 'nothing'} is no list`);
}

/** Follows a path of names and numbers, as in `customer.orders.0`. */
export function attributeOf(value: JinjaValue, path: string): JinjaValue {
  let found = value;
  for (const part of path.split('.')) {
    const next = isMapping(found)
      ? found.value.get(part)
      : isList(found) && /^\d+$/.test(part)
        ? found.value[Number(part)]
        : undefined;
    found = next ?? nothing();
  }
  return found;
}
