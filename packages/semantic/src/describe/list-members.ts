import { findRef } from '../members/member-ref.ts';
import { measureResultType } from '../members/measure-result-type.ts';
import type { Member, Model } from '../model/definitions/model.ts';
import { GRANULARITIES, memberNames } from '../model/definitions/resolve-reference.ts';

/** What content that names a member rests on. */
export interface MemberFacts {
  readonly kind: Member['kind'];
  /** Of its values; `boolean` of a segment. */
  readonly type: string;
  /** Whether a query may show it, policies aside. */
  readonly isPublic: boolean;
  /** The names that a time dimension may be cut by; empty of others. */
  readonly granularities: readonly string[];
}

/** The members of a model by their full names, hidden ones too, whatever policies say. */
export type MemberCatalog = Readonly<Record<string, MemberFacts>>;

/** Lists what the content of a workspace can name. */
export function listMembers(model: Model): MemberCatalog {
  const cubes = Object.values(model.cubes).flatMap((cube) =>
    memberNames(cube).map((name) => `${cube.name}.${name}`),
  );
  const views = Object.values(model.views).flatMap((view) =>
    Object.keys(view.members).map((name) => `${view.name}.${name}`),
  );
  return Object.fromEntries(
    [...cubes, ...views].flatMap((name): [string, MemberFacts][] => {
      const ref = findRef(model, name);
      return ref ? [[name, { ...factsOf(ref.member), isPublic: ref.isPublic }]] : [];
    }),
  );
}

function factsOf(member: Member): Omit<MemberFacts, 'isPublic'> {
  const { kind } = member;
  switch (kind) {
    case 'measure':
      return { kind, type: measureResultType(member), granularities: [] };
    case 'segment':
      return { kind, type: 'boolean', granularities: [] };
    case 'dimension': {
      const isTime = member.type === 'time';
      return {
        kind,
        type: member.type,
        granularities: isTime ? [...GRANULARITIES, ...Object.keys(member.granularities)] : [],
      };
    }
    default:
      return member satisfies never;
  }
}
