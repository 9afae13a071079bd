import { checkTextLength } from '../values/template-limits.ts';
import type { CallArguments } from './filter.ts';
import { textOf } from '../values/template-values.ts';
import type { JinjaValue } from '../values/jinja-library.ts';

const DIRECTIVE = /%(?:\((\w+)\))?([-0+ ]*)(\d*)(?:\.(\d+))?([sdifxX%])/g;
const MOST_DECIMALS = 20;

/**
 * Fills values into a text, as the operator `%` of Python does: `%s`, `%d`, `%i`, `%f`, `%x`, with a width,
 * decimals and the flags `-`, `0`, `+` and blank; `%(name)s` is the argument of that name.
 */
export function formatText(pattern: string, { positional, named }: CallArguments): string {
  let next = 0;
  return pattern.replaceAll(
    DIRECTIVE,
    (
      _,
      name: string | undefined,
      flags: string,
      width: string,
      decimals: string | undefined,
      kind: string,
    ) => {
      if (kind === '%') return '%';
      const value = name === undefined ? positional[next++] : named.get(name);
      if (!value) throw new Error(`it has no argument for %${name === undefined ? '' : `(${name})`}${kind}`);
      checkTextLength(Number(width));
      const written = kind === 's' ? textOf(value) : writeNumber(value, kind, flags, decimals);
      if (flags.includes('-')) return written.padEnd(Number(width));
      return kind !== 's' && flags.includes('0')
        ? padZeros(written, Number(width))
        : written.padStart(Number(width));
    },
  );
}

function writeNumber({ value }: JinjaValue, kind: string, flags: string, decimals = '6'): string {
  if (typeof value !== 'number') throw new Error(`its argument for %${kind} must be a number`);
  const size = Math.abs(value);
  const digits =
    kind === 'f'
      ? size.toFixed(Math.min(Number(decimals), MOST_DECIMALS))
      : Math.trunc(size).toString(kind === 'd' || kind === 'i' ? 10 : 16);
  const sign = value < 0 ? '-' : (/[+ ]/.exec(flags)?.[0] ?? '');
  return sign + (kind === 'X' ? digits.toUpperCase() : digits);
}

/** Zeros stand behind the sign. */
function padZeros(written: string, width: number): string {
  const sign = /^[-+ ]?/.exec(written)?.[0] ?? '';
  return sign + written.slice(sign.length).padStart(width - sign.length, '0');
}
