import type { GovernedMember } from '../ir/planner.ts';
import type { Member, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { sqlTemplatesOf } from '../model/definitions/sql-templates-of.ts';
import { pathOfReference } from '../join/join-path.ts';
import { cubeOf, type MemberRef } from '../members/member-ref.ts';

type CubeMember = Pick<MemberRef, 'cube' | 'member' | 'path'>;

/**
 * The members that the policies of a query are asked about: those that it names and those that these are built on, for
 * a caller who may see a formula has to be granted its parts. Behind what is named through a view, the members of the
 * cubes say of which rows it is, and the view says who sees it. A sub-query is not followed, since it has rows of its
 * own.
 *
 * @param behind members that are shown anyway: the rows alone are asked about
 */
export function governedMembers(
  model: Model,
  named: readonly MemberRef[],
  behind: readonly CubeMember[] = [],
): GovernedMember[] {
  const ofViews = named.flatMap(({ scope, cube, name }): GovernedMember[] =>
    scope === cube ? [] : [{ owner: scope, name: name.slice(scope.length + 1), isShown: false }],
  );
  const used = new Map<string, CubeMember & Pick<GovernedMember, 'isShown'>>();
  const use = ({ cube, member, path }: CubeMember, isShown: boolean) => {
    const key = `${cube}.${member.name} ${isShown}`;
    if (!used.has(key)) used.set(key, { cube, member, path, isShown });
  };
  for (const ref of named) use(ref, ref.scope !== ref.cube);
  for (const each of behind) use(each, true);
  // What is added while the walk is on is walked as well.
  for (const each of used.values())
    if (!isSubQuery(each.member)) for (const inner of referred(model, each)) use(inner, each.isShown);
  const ofCubes = [...used.values()].map(({ cube, member, isShown }) => ({
    owner: cube,
    name: member.name,
    isShown,
  }));
  return [...ofViews, ...ofCubes];
}

/** Whether a member is a sub-query, or built on one. */
export function involvesSubQuery(model: Model, ref: CubeMember): boolean {
  return isSubQuery(ref.member) || referred(model, ref).some((inner) => involvesSubQuery(model, inner));
}

function isSubQuery(member: Member): boolean {
  return member.kind === 'dimension' && ['sub-query', 'stage'].includes(member.value.kind);
}

/** Whether a member is a multi-stage dimension, or built on one. */
export function involvesStage(model: Model, ref: CubeMember): boolean {
  const { member } = ref;
  if (member.kind === 'dimension' && member.value.kind === 'stage') return true;
  return referred(model, ref).some((inner) => involvesStage(model, inner));
}

/** The members in the SQL of another. */
function referred(model: Model, { cube, member, path }: CubeMember): CubeMember[] {
  return sqlTemplatesOf(member).flatMap(({ parts }) =>
    parts.flatMap((part): CubeMember[] => {
      const found = part.kind === 'reference' && resolveReference(part, cubeOf(model, cube), model.cubes);
      if (!found || found.kind !== 'member') return [];
      return [{ cube: found.cube, member: found.member, path: pathOfReference(path, found) }];
    }),
  );
}
