/**
 * SQL under construction: text and bound values in order, and fragments of which it is made. Whatever comes from a caller
 * becomes a {@link Bound}; text is made of the model's own SQL and of what a dialect escaped.
 */
export type Fragment = readonly FragmentPart[];

/** Text, a bound value, or SQL within SQL. */
export type FragmentPart = string | Bound | Written | Fragment;

/** A value that the statement has a placeholder for. */
export interface Bound {
  readonly value: BoundValue;
}

/** What a placeholder can stand for. */
export type BoundValue = string | number | boolean | null;

/** A fragment that is the SQL of something that the author of the model has written. */
interface Written {
  readonly by: string;
  readonly fragment: Fragment;
}

/**
 * Which characters of a statement are the SQL of what: from the first, up to but not with the last, counted from 0 as
 * JavaScript counts; and `cube.member`, or the cube for its table and its joins.
 */
export type Origin = readonly [from: number, to: number, name: string];

/** A statement and the values of its placeholders, in their order. */
export interface PrintedSql {
  readonly sql: string;
  readonly params: readonly BoundValue[];
  /** Those that lie in others come before them. */
  readonly origins: readonly Origin[];
}

/** Puts fragments, and texts that are SQL already, into a template. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  const out: FragmentPart[] = [strings[0] ?? ''];
  // Counted, for nothing is called more often.
  for (let index = 0; index < parts.length; index += 1)
    out.push(parts[index] ?? '', strings[index + 1] ?? '');
  return out;
}

/** A fragment that is one bound value. */
export function bound(value: BoundValue): Fragment {
  return [{ value }];
}

/** Marks the SQL of a member, or of a cube, so that a statement tells what it is made of. */
export function writtenBy(name: string, fragment: Fragment): Fragment {
  return [{ by: name, fragment }];
}

/** Fragments one after another, with a text between them. */
export function join(fragments: readonly Fragment[], separator: string): Fragment {
  const out: FragmentPart[] = [];
  for (const fragment of fragments) {
    if (out.length > 0) out.push(separator);
    out.push(fragment);
  }
  return out;
}

/** The bound value that a fragment is, where it is nothing else. */
export function boundOf([part, ...more]: Fragment): Bound | undefined {
  return typeof part === 'object' && 'value' in part && more.length === 0 ? part : undefined;
}

/** The text of a fragment without bound values; undefined where it has some, or is longer than `maxLength` characters. */
export function textOf(fragment: Fragment, maxLength: number): string | undefined {
  let text = '';
  for (const part of fragment) {
    const own = partText(part, maxLength - text.length);
    if (own === undefined || own.length > maxLength - text.length) return undefined;
    text += own;
  }
  return text;
}

function partText(part: FragmentPart, maxLength: number): string | undefined {
  if (typeof part === 'string') return part;
  if ('value' in part) return undefined;
  return textOf('by' in part ? part.fragment : part, maxLength);
}

/** The text, with a placeholder for each bound value, and the values in the order of their placeholders. */
export function print(fragment: Fragment, placeholder: (position: number) => string): PrintedSql {
  const params: BoundValue[] = [];
  const origins: Origin[] = [];
  let text = '';
  const write = (parts: Fragment): void => {
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('value' in part) {
        params.push(part.value);
        text += placeholder(params.length);
      } else if ('by' in part) {
        const from = text.length;
        write(part.fragment);
        origins.push([from, text.length, part.by]);
      } else write(part);
    }
  };
  write(fragment);
  return { sql: text, params, origins };
}
