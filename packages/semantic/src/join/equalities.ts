import type { Dimension, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import type { SqlTemplatePart } from '../model/sql-template/sql-template.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { JoinEdge, Equality } from '../ir/join-tree.ts';

/** A join as equal columns of the two cubes, the only thing that it says; undefined where it says something else. */
export function equalitiesOf(model: Model, { from, to, join: { sql } }: JoinEdge): Equality[] | undefined {
  const equalities: Equality[] = [];
  for (const [left = [], right = [], ...more] of splitAt(/\band\b/i, sql.parts).map((parts) =>
    splitAt(/=/, parts),
  )) {
    const sides = [left, right].map((parts) => ({
      sql: { location: sql.location, parts },
      cube: columnOwner(model, from, parts),
    }));
    const own = sides.find(({ cube }) => cube === from);
    const partner = sides.find(({ cube }) => cube === to);
    if (!own || !partner || more.length > 0) return undefined;
    equalities.push({ own: own.sql, partner: partner.sql });
  }
  return equalities;
}

/** A column, or another dimension that is one: null where its row is missing. */
export function isColumn(model: Model, cube: string, { value }: Dimension): boolean {
  return value.kind === 'sql' && columnOwner(model, cube, value.sql.parts) !== undefined;
}

/** The cube of the column that some SQL consists of, when it is nothing else. */
function columnOwner(model: Model, cube: string, parts: readonly SqlTemplatePart[]): string | undefined {
  const [reference, rest, ...more] = parts.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
  if (reference?.kind !== 'reference' || more.length > 0) return undefined;
  const resolved = resolveReference(reference, cubeOf(model, cube), model.cubes);
  const text = rest === undefined ? '' : rest.kind === 'text' ? rest.text.trim() : '?';
  if (resolved.kind === 'cube') return /^\.("[^"]+"|\w+)(::\w+)?$/.test(text) ? resolved.cube : undefined;
  if (resolved.kind !== 'member' || resolved.member.kind !== 'dimension' || text !== '') return undefined;
  return isColumn(model, resolved.cube, resolved.member) ? resolved.cube : undefined;
}

/** The parts between what a pattern finds in their text. */
function splitAt(pattern: RegExp, parts: readonly SqlTemplatePart[]): SqlTemplatePart[][] {
  const pieces: SqlTemplatePart[][] = [[]];
  for (const part of parts) {
    const texts = part.kind === 'text' ? part.text.split(pattern) : [];
    if (part.kind !== 'text') pieces.at(-1)?.push(part);
    for (const [index, text] of texts.entries()) {
      if (index > 0) pieces.push([]);
      if (text.trim() !== '') pieces.at(-1)?.push({ kind: 'text', text: text.trim() });
    }
  }
  return pieces;
}
