import { taking, type Filter } from './filter.ts';
import { boolean, float, integer, isNumber, isTruthy, textOf } from '../values/template-values.ts';
import type { JinjaValue } from '../values/jinja-library.ts';

/** Filters that take or make a number. */
export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  abs: taking([], (value) => like(value, Math.abs(required(value)))),
  round: taking(['precision', 'method'], (value, args) => {
    const [precision, method] = [args.number('precision', 0), args.text('method', 'common')];
    if (value.type === 'IntegerValue' && precision >= 0) return value;
    const rounded = ROUNDING[method];
    if (!rounded) throw new Error('its argument method must be common, ceil or floor');
    return like(value, shift(rounded(shift(required(value), precision)), -precision));
  }),
  int: taking(['default', 'base'], (value, args) => {
    const parsed = parse(value, args.number('base', 10));
    return parsed === undefined ? (args.get('default') ?? integer(0)) : integer(Math.trunc(parsed));
  }),
  float: taking(['default'], (value, args) => {
    const parsed = parse(value, 10);
    return parsed === undefined ? (args.get('default') ?? float(0)) : float(parsed);
  }),
  bool: taking([], (value) => boolean(isTruthy(value))),
};

const ROUNDING: Readonly<Record<string, (value: number) => number>> = {
  common: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  ceil: Math.ceil,
  floor: Math.floor,
};

/** Moves the decimal point in the digits: a product would not be exact. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + Math.trunc(places)}`);
}

function required(value: JinjaValue): number {
  if (!isNumber(value)) throw new Error(`${textOf(value) || 'nothing'} is no number`);
  return value.value;
}

/** Whole where the first number was. */
function like({ type }: JinjaValue, result: number): JinjaValue {
  return type === 'IntegerValue' ? integer(result) : float(result);
}

function parse({ value }: JinjaValue, base: number): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return undefined;
  const digits = value.trim().replaceAll(/(?<=\d)_(?=\d)/g, '');
  if (base !== 10) {
    const [, sign = '', rest = ''] = /^([-+]?)(?:0[xob])?(\w+)$/i.exec(digits) ?? [];
    const parsed = Number.parseInt(rest, base);
    // What parses in part alone is no number.
    return rest !== '' && parsed.toString(base) === rest.toLowerCase().replace(/^0+(?=.)/, '')
      ? Number(`${sign}1`) * parsed
      : undefined;
  }
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? Number(digits) : undefined;
}
