/** How a value is shown, in the form of the query API: a name, or an object where a name does not say it all. */
export type MemberFormat =
  | 'number'
  | 'percent'
  | 'currency'
  | 'id'
  | 'imageUrl'
  | 'link'
  | { readonly type: 'link'; readonly label: string }
  /** A specifier of d3-format; `alias` is the name that the author gave in its place. */
  | { readonly type: 'custom-numeric'; readonly value: string; readonly alias?: string }
  /** A pattern of strftime, as d3-time-format reads it. */
  | { readonly type: 'custom-time'; readonly value: string };

/** What a format is for: numbers, times, and everything that is shown as it stands. */
export type FormattedAs = 'number' | 'time' | 'text';

const PLAIN_NAMES = ['number', 'percent', 'currency', 'id', 'imageUrl', 'link'] as const;

/** Names of numbers, each but `id` also with the most decimals shown behind it: `percent_1`. */
const SPECIFIERS: Record<string, (decimals: string) => string> = {
  number: (decimals) => `,.${decimals}f`,
  decimal: (decimals) => `,.${decimals}f`,
  percent: (decimals) => `.${decimals}%`,
  currency: (decimals) => `$,.${decimals}f`,
  abbr: (decimals) => `.${decimals}s`,
  accounting: (decimals) => `($,.${decimals}f`,
};
const DEFAULT_DECIMALS = '2';
const NAMED = /^(number|decimal|percent|currency|abbr|accounting)(?:_([0-6]))?$/;
const D3_FORMAT = /^(?:.?[<>=^])?[-+( ]?[$#]?0?\d*,?(?:\.\d+)?~?[a-z%]?$/i;
const D3_TYPES = /[bcdefgnoprsxX%]$/;
/** A percent sign, how to pad, and what to show. */
const TIME_DIRECTIVE = /%[-_0]?(.)/g;
const TIME_DIRECTIVES = 'aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ%';

/** The format that an author means, or undefined for what is none. */
export function parseFormat(data: unknown, as: FormattedAs): MemberFormat | undefined {
  if (typeof data === 'object' && data !== null) return parseLink(data);
  if (typeof data !== 'string') return undefined;
  const plain = PLAIN_NAMES.find((name) => name === data || (name === 'imageUrl' && data === 'image_url'));
  if (as === 'time') return plain ?? parseTimeFormat(data);
  if (plain !== undefined) return plain;
  return as === 'number' ? parseNumberFormat(data) : undefined;
}

/** What to write, told to who has written something else. */
export function formatHint(as: FormattedAs): string {
  if (as === 'number')
    return 'Numbers take number, percent, currency, abbr or accounting, with decimals as in percent_1, id, or a d3 specifier such as ,.2f.';
  return as === 'time'
    ? 'Times take a pattern such as %Y-%m-%d.'
    : 'Texts take imageUrl, link, or an object with type: link and a label.';
}

function parseLink(data: object): MemberFormat | undefined {
  const { type, label, ...more } = data as Record<string, unknown>;
  return type === 'link' && typeof label === 'string' && Object.keys(more).length === 0
    ? { type, label }
    : undefined;
}

function parseNumberFormat(text: string): MemberFormat | undefined {
  const [, name, decimals] = NAMED.exec(text) ?? [];
  const specifier = name !== undefined && SPECIFIERS[name]?.(decimals ?? DEFAULT_DECIMALS);
  if (specifier !== undefined && specifier !== false)
    return { type: 'custom-numeric', value: specifier, alias: text };
  const isKnown = /[a-z%]$/i.test(text) ? D3_TYPES.test(text) : text !== '';
  return D3_FORMAT.test(text) && isKnown ? { type: 'custom-numeric', value: text } : undefined;
}

function parseTimeFormat(text: string): MemberFormat | undefined {
  const directives = [...text.matchAll(TIME_DIRECTIVE)];
  const isKnown = directives.every(([, letter = '']) => TIME_DIRECTIVES.includes(letter));
  const isWhole = !text.replaceAll(TIME_DIRECTIVE, '').includes('%');
  return directives.length > 0 && isKnown && isWhole ? { type: 'custom-time', value: text } : undefined;
}

/** A number's format for renderers: its name, and the specifier that d3-format takes. */
interface FormatDescription {
  readonly name: string;
  readonly specifier: string;
  readonly currency?: string;
}

/** Describes the format of a number; without one it is `number`. */
export function describeFormat(format: unknown, currency: string | undefined): FormatDescription {
  // What a model carries as a format has been through parseFormat.
  const known = format as MemberFormat | undefined;
  return { ...nameAndSpecifier(known ?? 'number'), ...(currency !== undefined && { currency }) };
}

function nameAndSpecifier(format: MemberFormat): FormatDescription {
  if (typeof format === 'object')
    return format.type === 'custom-numeric'
      ? { name: format.alias ?? 'custom', specifier: format.value }
      : nameAndSpecifier('number');
  if (format === 'id') return { name: 'id', specifier: 'd' };
  const specifier = SPECIFIERS[format]?.(DEFAULT_DECIMALS);
  return specifier === undefined ? nameAndSpecifier('number') : { name: format, specifier };
}

/** What a member's type means to formats and currencies. */
export function formattedAs(type: string, kind: 'dimension' | 'measure'): FormattedAs {
  if (type === 'time') return 'time';
  if (kind === 'dimension') return type === 'number' ? 'number' : 'text';
  return type === 'string' || type === 'boolean' ? 'text' : 'number';
}
