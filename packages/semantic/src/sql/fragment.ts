/**
 * SQL under construction: text and bound values in order. Whatever comes from a caller becomes a {@link Bound}; text is
 * made of the model's own SQL and of what a dialect escaped.
 */
export type Fragment = readonly (string | Bound)[];

export interface Bound {
  readonly value: BoundValue;
}

export type BoundValue = string | number | boolean | null;

/** Puts fragments, and texts that are SQL already, into a template. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  const out: (string | Bound)[] = [];
  for (const [index, text] of strings.entries()) {
    out.push(text);
    const part = parts[index];
    if (typeof part === 'string') out.push(part);
    else if (part) out.push(...part);
  }
  return out;
}

export function bound(value: BoundValue): Fragment {
  return [{ value }];
}

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  return fragments.flatMap((fragment, index) => (index === 0 ? fragment : [separator, ...fragment]));
}

/** The text, with a placeholder for each bound value, and the values in the order of their placeholders. */
export function print(
  fragment: Fragment,
  placeholder: (position: number) => string,
): { sql: string; params: BoundValue[] } {
  const params: BoundValue[] = [];
  let text = '';
  for (const part of fragment) {
    if (typeof part === 'string') text += part;
    else {
      params.push(part.value);
      text += placeholder(params.length);
    }
  }
  return { sql: text, params };
}
