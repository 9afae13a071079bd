import { pathOfReference } from '../join/join-path.ts';
import type { Dimension, Model } from '../model/definitions/model.ts';
import { resolveReference } from '../model/definitions/resolve-reference.ts';
import { cubeOf, sqlAliasOf, type MemberRef } from '../members/member-ref.ts';
import type { BaseMeasure, GroupColumn } from '../ir/columns.ts';

/** A dimension that a list outside SQL names, such as `group_by`: `name`, `CUBE.name`, `a.b.name`, `CUBE.time.day`. */
interface DimensionUse {
  readonly cube: string;
  readonly dimension: Dimension;
  readonly path: readonly string[];
  readonly granularity?: string;
}

/** @throws a plain error for a name that resolving the model should have refused */
export function dimensionUse(
  model: Model,
  text: string,
  { cube, path }: { cube: string; path: readonly string[] },
): DimensionUse {
  const reference = { kind: 'reference', path: text.split('.'), isSql: false } as const;
  const resolved = resolveReference(reference, cubeOf(model, cube), model.cubes);
  if (resolved.kind !== 'member' || resolved.member.kind !== 'dimension')
    throw new Error(`${cube} refers to ${text}, which is no dimension`);
  return {
    cube: resolved.cube,
    dimension: resolved.member,
    path: pathOfReference(path, resolved),
    ...(resolved.granularity !== undefined && { granularity: resolved.granularity }),
  };
}

/** The full name, as `cube.member`, of a dimension or segment that such a list names. */
export function memberName(
  model: Model,
  text: string,
  { cube, path }: Pick<BaseMeasure, 'cube' | 'path'>,
): string {
  const reference = { kind: 'reference', path: text.split('.'), isSql: false } as const;
  const resolved = resolveReference(reference, cubeOf(model, cube), model.cubes);
  if (resolved.kind === 'member' && resolved.member.kind === 'segment')
    return `${resolved.cube}.${resolved.member.name}`;
  const use = dimensionUse(model, text, { cube, path });
  return `${use.cube}.${use.dimension.name}`;
}

/** Whether a column is by that dimension; a use without granularity covers all of a time dimension's. */
export function isColumnOf(column: GroupColumn, { cube, dimension, granularity }: DimensionUse): boolean {
  if (column.ref.cube !== cube || column.ref.member.name !== dimension.name) return false;
  return granularity === undefined || (column.kind === 'timeDimension' && column.granularity === granularity);
}

/** A dimension as a column that rows are grouped by. */
export function toColumn(model: Model, { cube, dimension, path, granularity }: DimensionUse): GroupColumn {
  const name = `${cube}.${dimension.name}`;
  const alias = sqlAliasOf(cubeOf(model, cube));
  const ref: MemberRef<Dimension> = {
    name,
    scope: cube,
    cube,
    member: dimension,
    path,
    isPublic: true,
    ...alias,
  };
  return granularity === undefined
    ? { kind: 'dimension', key: name, ref }
    : { kind: 'timeDimension', key: `${name}.${granularity}`, ref, granularity };
}
