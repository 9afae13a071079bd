import { isList, isMapping, isNumber } from './template-values.ts';
import type { JinjaValue } from './jinja-library.ts';

const WIDEST_INDENT = 16;

/**
 * Writes a value as JSON, with blanks behind commas and colons; `indent` is how many blanks a level has, 0 for a single
 * line.
 *
 * @throws where there is a function in it
 */
export function writeJson(value: JinjaValue, indent: number, margin = '\n'): string {
  if (isList(value))
    return wrap(
      '[',
      value.value.map((item) => [undefined, item]),
      ']',
      indent,
      margin,
    );
  if (isMapping(value)) return wrap('{', [...value.value], '}', indent, margin);
  if (typeof value.value === 'function') throw new Error('a function cannot be written as JSON');
  return isNumber(value) ? value.toString() : JSON.stringify(value.value ?? null);
}

type Entry = readonly [name: string | undefined, item: JinjaValue];

function wrap(
  open: string,
  entries: readonly Entry[],
  close: string,
  indent: number,
  margin: string,
): string {
  const inner = margin + ' '.repeat(Math.min(indent, WIDEST_INDENT));
  const written = entries.map(([name, item]) => {
    const json = writeJson(item, indent, inner);
    return name === undefined ? json : `${JSON.stringify(name)}: ${json}`;
  });
  if (indent <= 0 || written.length === 0) return `${open}${written.join(', ')}${close}`;
  return `${open}${inner}${written.join(`,${inner}`)}${margin}${close}`;
}
