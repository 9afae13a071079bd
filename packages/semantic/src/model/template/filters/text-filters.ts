import { checkTextLength } from '../values/template-limits.ts';
import { taking, type Filter } from './filter.ts';
import { formatText } from './format-text.ts';
import { integer, isMapping, list, text, textOf } from '../values/template-values.ts';

const words = (value: string) => value.split(/\s+/).filter((word) => word !== '');
const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

const escape = taking([], (value) =>
  text(textOf(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)),
);

/** Filters that make a text of a text. */
export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  upper: taking([], (value) => text(textOf(value).toUpperCase())),
  lower: taking([], (value) => text(textOf(value).toLowerCase())),
  capitalize: taking([], (value) => text(capitalized(textOf(value)))),
  title: taking([], (value) => text(textOf(value).replaceAll(/[^\s\-([{<]+/g, capitalized))),
  string: taking([], (value) => text(textOf(value))),
  safe: taking([], (value) => value),
  escape,
  e: escape,
  forceescape: escape,
  trim: taking(['chars'], (value, args) => text(trim(textOf(value), args.text('chars', '')))),
  replace: taking(['old', 'new', 'count'], (value, args) =>
    text(replace(textOf(value), args.text('old'), args.text('new'), args.number('count', Infinity))),
  ),
  indent: taking(['width', 'first', 'blank'], (value, args) => {
    const width = args.get('width')?.value ?? 4;
    const margin = typeof width === 'string' ? width : blanks(args.number('width', 4));
    const lines = textOf(value).split('\n');
    checkTextLength(lines.length * margin.length);
    const isIndented = (line: string, index: number) =>
      index === 0 ? args.isSet('first') : line !== '' || args.isSet('blank');
    return text(lines.map((line, index) => (isIndented(line, index) ? margin + line : line)).join('\n'));
  }),
  center: taking(['width'], (value, args) => {
    const centred = textOf(value);
    const margin = Math.max(0, args.number('width', 80) - centred.length);
    return text(`${blanks(Math.floor(margin / 2))}${centred}${blanks(Math.ceil(margin / 2))}`);
  }),
  truncate: taking(['length', 'killwords', 'end', 'leeway'], (value, args) => {
    const [whole, length, end] = [textOf(value), args.number('length', 255), args.text('end', '...')];
    if (whole.length <= length + args.number('leeway', 5)) return text(whole);
    const kept = whole.slice(0, Math.max(0, length - end.length));
    const isCut = args.isSet('killwords') || !kept.includes(' ');
    return text((isCut ? kept : kept.slice(0, kept.lastIndexOf(' '))) + end);
  }),
  wordcount: taking([], (value) => integer(textOf(value).match(/\w+/g)?.length ?? 0)),
  split: taking(['sep', 'maxsplit'], (value, args) => {
    const separator = args.get('sep')?.value ?? null;
    const most = args.number('maxsplit', -1);
    const parts = separator === null ? words(textOf(value)) : textOf(value).split(args.text('sep'));
    const isCut = most >= 0 && parts.length > most + 1;
    const rest = isCut ? [parts.slice(most).join(separator === null ? ' ' : args.text('sep'))] : [];
    return list([...(isCut ? parts.slice(0, most) : parts), ...rest].map(text));
  }),
  lines: taking([], (value) => list(textOf(value).split(/\r?\n/).map(text))),
  format: (value, args) => text(formatText(textOf(value), args)),
  urlencode: taking([], (value) => {
    const encode = (part: string, kept: string) =>
      encodeURIComponent(part)
        .replaceAll(/[!'()*]/g, percent)
        .replaceAll('%2F', kept);
    if (!isMapping(value)) return text(encode(textOf(value), '/'));
    const encodePart = (part: string) => encode(part, '%2F').replaceAll('%20', '+');
    const pairs = [...value.value].map(([name, item]) => `${encodePart(name)}=${encodePart(textOf(item))}`);
    return text(pairs.join('&'));
  }),
};

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

function blanks(width: number): string {
  checkTextLength(width);
  return ' '.repeat(Math.max(0, width));
}

function trim(value: string, signs: string): string {
  if (signs === '') return value.trim();
  let [start, end] = [0, value.length];
  while (start < end && signs.includes(value.charAt(start))) start += 1;
  while (end > start && signs.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function replace(value: string, old: string, by: string, most: number): string {
  // As in Python, nothing stands before each letter and at the end.
  const parts = old === '' ? ['', ...value, ''] : value.split(old);
  const times = Math.min(parts.length - 1, most < 0 ? Infinity : most);
  checkTextLength(value.length + times * by.length);
  const head = parts.slice(0, times + 1).join(by);
  return (
    head +
    parts
      .slice(times + 1)
      .map((part) => old + part)
      .join('')
  );
}
