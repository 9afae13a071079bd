import type { Equality, JoinEdge } from '../ir/join-tree.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { Dimension, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { areNamePath, tokensOf, type SqlToken } from '../model/sql-template/sql-tokens.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';

/** A join as equal columns of the two cubes, the only thing that it says; undefined where it says something else. */
export function equalitiesOf(model: Model, { from, to, join: { sql } }: JoinEdge): Equality[] | undefined {
  const equalities: Equality[] = [];
  for (const tokens of splitAt(tokensOf(sql.parts), isAnd)) {
    const [left = [], right = [], ...more] = splitAt(tokens, isEqualSign);
    const sides = [left, right].map((side) => ({
      sql: templateOf(side, sql),
      cube: columnOwner(model, from, side),
    }));
    const own = sides.find(({ cube }) => cube === from);
    const partner = sides.find(({ cube }) => cube === to);
    if (!own || !partner || more.length > 0) return undefined;
    equalities.push({ own: own.sql, partner: partner.sql });
  }
  return equalities;
}

const isAnd = (token: SqlToken) => token.kind === 'word' && token.text.toLowerCase() === 'and';
const isEqualSign = (token: SqlToken) => token.kind === 'symbol' && token.text === '=';

/** A column, or another dimension that is one: null where its row is missing. */
export function isColumn(model: Model, cube: string, { value }: Dimension): boolean {
  return value.kind === 'sql' && columnOwner(model, cube, tokensOf(value.sql.parts)) !== undefined;
}

/** The cube of the column that some SQL consists of, when it is nothing else. */
function columnOwner(model: Model, cube: string, tokens: readonly SqlToken[]): string | undefined {
  const [first, ...rest] = tokens;
  if (first?.kind !== 'reference') return undefined;
  const resolved = resolveReference(first.reference, cubeOf(model, cube), model.cubes);
  if (resolved.kind === 'cube') return isColumnOfAlias(rest) ? resolved.cube : undefined;
  if (resolved.kind !== 'member' || resolved.member.kind !== 'dimension' || rest.length > 0) return undefined;
  return isColumn(model, resolved.cube, resolved.member) ? resolved.cube : undefined;
}

/** `.name`, which may be converted: `.name::integer`. */
function isColumnOfAlias(tokens: readonly SqlToken[]): boolean {
  const [dot, name, cast, type, ...more] = tokens;
  const isName = dot?.kind === 'symbol' && dot.text === '.' && name !== undefined && areNamePath([name]);
  if (!isName || cast === undefined) return isName;
  return cast.kind === 'symbol' && cast.text === '::' && type?.kind === 'word' && more.length === 0;
}

/** The SQL of a reference and the tokens behind it, without the blanks between them. */
function templateOf([first, ...rest]: readonly SqlToken[], { location }: SqlTemplate): SqlTemplate {
  const text = rest.map((token) => ('text' in token ? token.text : '')).join('');
  const own = first?.kind === 'reference' ? [first.reference] : [];
  return { location, parts: text === '' ? own : [...own, { kind: 'text', text }] };
}

/** The tokens between those that separate. */
function splitAt(tokens: readonly SqlToken[], separates: (token: SqlToken) => boolean): SqlToken[][] {
  const pieces: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (separates(token)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces;
}
