import type { Place, Problems } from './model-file.ts';

/**
 * A piece of SQL from the model: text with references in braces. `{CUBE}.delay * {rate}` is a reference to the cube
 * itself, the text `.delay * `, and a reference to the member `rate`.
 */
export interface Snippet {
  readonly place: Place;
  readonly parts: readonly SnippetPart[];
}

export type SnippetPart = { readonly kind: 'text'; readonly text: string } | SnippetReference | ContextPart;

/** What stands in a snippet for something of the query or of the caller. */
export type ContextPart = FilterParam | FilterGroup | ContextValue | ConvertTz;

/** `{FILTER_PARAMS.cube.member.filter(…)}`: the query's condition on a member, put on other SQL. */
export interface FilterParam {
  readonly kind: 'filter-param';
  /** `cube.member` */
  readonly member: string;
  readonly target:
    | { readonly kind: 'column'; readonly sql: string }
    /** SQL made of the bound values; a number is the place of a value, counted from 0. */
    | { readonly kind: 'lambda'; readonly parts: readonly (string | number)[] };
}

/** `{FILTER_GROUP(…)}`: the part of the query's filters that concerns exactly these members. */
export interface FilterGroup {
  readonly kind: 'filter-group';
  readonly params: readonly FilterParam[];
}

/** `{SECURITY_CONTEXT.path.filter('column')}` and its kin. */
export interface ContextValue {
  readonly kind: 'context-value';
  readonly path: readonly string[];
  readonly use: 'filter' | 'required-filter' | 'unsafe-value';
  /** SQL of the column; of the filters. */
  readonly column?: string;
}

/** `{SQL_UTILS.convertTz('column')}`: a column as wall clock of the query's zone. */
export interface ConvertTz {
  readonly kind: 'convert-tz';
  readonly column: string;
}

export interface SnippetReference {
  readonly kind: 'reference';
  /** `CUBE` and `TABLE` stand as `CUBE`. */
  readonly path: readonly string[];
  /** `{cube.sql()}`: the cube's own SELECT. */
  readonly isSql: boolean;
}

const REFERENCE = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\.sql\(\))?$/;
const BARE_COLUMN = /^[_a-zA-Z]\w*$/;

/**
 * Reads a snippet; what is in braces must be a reference, since everything else would need a language of its own. A bare
 * identifier is a column of the cube, unless `bare` says that it names a table.
 */
export function parseSnippet(
  text: string,
  place: Place,
  problems: Problems,
  bare: 'column' | 'table' = 'column',
): Snippet {
  const trimmed = text.trim();
  if (bare === 'column' && BARE_COLUMN.test(trimmed))
    return { place, parts: [reference('CUBE'), { kind: 'text', text: `.${trimmed}` }] };
  const parts: SnippetPart[] = [];
  let literal = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === '\\' && (next === '{' || next === '}')) {
      literal += next;
      index += 1;
    } else if (character === '{') {
      const end = text.indexOf('}', index);
      const expression = end === -1 ? '' : text.slice(index + 1, end).trim();
      if (!REFERENCE.test(expression)) {
        problems.add(
          place,
          `{${expression || text.slice(index + 1)}} is not a reference`,
          referenceHint(expression),
        );
      }
      if (literal) parts.push({ kind: 'text', text: literal });
      literal = '';
      parts.push(reference(expression));
      index = end === -1 ? text.length : end;
    } else {
      literal += character;
    }
  }
  if (literal) parts.push({ kind: 'text', text: literal });
  return { place, parts };
}

function reference(expression: string): SnippetReference {
  const isSql = expression.endsWith('.sql()');
  const path = expression.replace(/\.sql\(\)$/, '').split('.');
  return { kind: 'reference', path: path.map((name) => (name === 'TABLE' ? 'CUBE' : name)), isSql };
}

function referenceHint(expression: string): string {
  if (/FILTER_PARAMS|FILTER_GROUP|SECURITY_CONTEXT|SQL_UTILS|COMPILE_CONTEXT/.test(expression)) {
    return 'Context variables are not supported yet; row-level rules go into access_policy.';
  }
  return 'Write {CUBE}.column, {member} or {cube.member}; a literal brace is written \\{ or \\}.';
}
