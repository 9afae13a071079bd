import type { Model } from '../model/model.ts';
import { resolveReference } from '../model/resolve-reference.ts';
import { snippetsOf } from '../model/snippets-of.ts';
import { cubeOf, type MemberRef } from './member-ref.ts';

/**
 * The members that a query uses: those that it names and those that these are built on, for whoever may see a formula has
 * to be granted its parts. What is named through a view is not followed, since the view's own rules say what it shows, and
 * neither is a sub-query, which has rows of its own.
 */
export function usedMembers(model: Model, named: readonly MemberRef[]): MemberRef[] {
  const used = new Map(named.map((ref) => [ref.name, ref]));
  // What is added while the walk is on is walked as well.
  for (const ref of used.values())
    for (const inner of referred(model, ref)) if (!used.has(inner.name)) used.set(inner.name, inner);
  return [...used.values()];
}

function referred(model: Model, { scope, cube, member, path }: MemberRef): MemberRef[] {
  const isSubQuery = member.kind === 'dimension' && member.value.kind === 'sub-query';
  if (scope !== cube || isSubQuery) return [];
  return snippetsOf(member).flatMap(({ parts }) =>
    parts.flatMap((part): MemberRef[] => {
      const found = part.kind === 'reference' && resolveReference(part, cubeOf(model, cube), model.cubes);
      if (!found || found.kind !== 'member') return [];
      const name = `${found.cube}.${found.member.name}`;
      const inner = { name, scope: found.cube, cube: found.cube, member: found.member };
      return [{ ...inner, path: [...path, ...found.path.slice(1)], isPublic: true }];
    }),
  );
}
