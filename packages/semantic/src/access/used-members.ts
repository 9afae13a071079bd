import type { Member, Model } from '../model/model.ts';
import { resolveReference } from '../model/resolve-reference.ts';
import { sqlTemplatesOf } from '../model/sql-templates-of.ts';
import { cubeOf, type MemberRef } from '../members/member-ref.ts';

type CubeMember = Pick<MemberRef, 'cube' | 'member' | 'path'>;

/**
 * The members that a query uses: those that it names and those that these are built on, for a caller who may see a formula has
 * to be granted its parts. What is named through a view is not followed, since the view's own rules say what it shows, and
 * neither is a sub-query, which has rows of its own.
 */
export function usedMembers(model: Model, named: readonly MemberRef[]): MemberRef[] {
  const used = new Map(named.map((ref) => [ref.name, ref]));
  // What is added while the walk is on is walked as well.
  for (const ref of used.values()) {
    if (ref.scope !== ref.cube || isSubQuery(ref.member)) continue;
    for (const inner of referred(model, ref)) {
      const name = `${inner.cube}.${inner.member.name}`;
      if (!used.has(name)) used.set(name, { ...inner, name, scope: inner.cube, isPublic: true });
    }
  }
  return [...used.values()];
}

/** Whether a member is a sub-query, or built on one. */
export function involvesSubQuery(model: Model, ref: CubeMember): boolean {
  return isSubQuery(ref.member) || referred(model, ref).some((inner) => involvesSubQuery(model, inner));
}

function isSubQuery(member: Member): boolean {
  return member.kind === 'dimension' && member.value.kind === 'sub-query';
}

/** The members in the SQL of another. */
function referred(model: Model, { cube, member, path }: CubeMember): CubeMember[] {
  return sqlTemplatesOf(member).flatMap(({ parts }) =>
    parts.flatMap((part): CubeMember[] => {
      const found = part.kind === 'reference' && resolveReference(part, cubeOf(model, cube), model.cubes);
      if (!found || found.kind !== 'member') return [];
      return [{ cube: found.cube, member: found.member, path: [...path, ...found.path.slice(1)] }];
    }),
  );
}
