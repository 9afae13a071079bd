import type { Cube, Member, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import type { SqlTemplate, SqlTemplateReference } from '../model/sql-template/sql-template.ts';
import { sqlTemplatesOf } from '../model/definitions/sql-templates-of.ts';
import { cubeOf } from '../members/member-ref.ts';
import { pathOfReference } from './join-path.ts';
import { type JoinPath } from '../ir/join-tree.ts';

/** A member or a cube that SQL refers to, and the join path to its cube. */
export interface Use {
  readonly path: JoinPath;
  readonly member?: Member;
}

/** A member and all that its SQL refers to, also through other members. */
export function usesOf(model: Model, member: Member, path: JoinPath): Use[] {
  const cube = cubeOf(model, path.at(-1) ?? '');
  // The value of a sub-query comes from a SELECT of its own, which is joined on the key; that of a stage on its groups.
  const isApart = member.kind === 'dimension' && ['sub-query', 'stage'].includes(member.value.kind);
  const groups =
    member.kind === 'dimension' && member.value.kind === 'stage'
      ? member.value.include.flatMap(({ text }) =>
          usesOfReference(model, { kind: 'reference', path: text.split('.'), isSql: false }, cube, path),
        )
      : [];
  const templates = isApart ? [] : sqlTemplatesOf(member);
  const own = templates.flatMap((template) => usesOfTemplate(model, template, cube, path));
  return [{ path, member }, ...groups, ...own];
}

/** What some SQL of a cube refers to, also through other members. */
export function usesOfTemplate(model: Model, template: SqlTemplate, cube: Cube, path: JoinPath): Use[] {
  return template.parts.flatMap((part): Use[] => {
    return part.kind === 'reference' ? usesOfReference(model, part, cube, path) : [];
  });
}

function usesOfReference(model: Model, reference: SqlTemplateReference, cube: Cube, path: JoinPath): Use[] {
  const resolved = resolveReference(reference, cube, model.cubes);
  if (resolved.kind === 'unknown' || resolved.kind === 'cube-sql') return [];
  const reached = pathOfReference(path, resolved);
  return resolved.kind === 'member' ? usesOf(model, resolved.member, reached) : [{ path: reached }];
}

/** The join paths that a member's SQL needs beyond its own cube. */
export function joinPathsOf(model: Model, member: Member, path: JoinPath): JoinPath[] {
  return otherThan(path, usesOf(model, member, path));
}

/** The join paths that some SQL needs beyond its own cube. */
export function joinPathsOfTemplate(
  model: Model,
  template: SqlTemplate,
  cube: Cube,
  path: JoinPath,
): JoinPath[] {
  return otherThan(path, usesOfTemplate(model, template, cube, path));
}

function otherThan(own: JoinPath, uses: readonly Use[]): JoinPath[] {
  return uses.flatMap(({ path }) => (path === own ? [] : [path]));
}
