import type { Model } from '../model/definitions/model.ts';
import { cubeOf, sqlAliasOf } from '../members/member-ref.ts';
import type { GroupColumn } from '../ir/columns.ts';

/** The primary key of a cube as groups. */
export function keyColumns(model: Model, cube: string): GroupColumn[] {
  const owner = cubeOf(model, cube);
  const { primaryKey, dimensions } = owner;
  return primaryKey.flatMap((name) => {
    const member = dimensions[name];
    if (!member) return [];
    const ref = {
      name: `${cube}.${name}`,
      scope: cube,
      cube,
      member,
      path: [cube],
      isPublic: true,
      ...sqlAliasOf(owner),
    };
    return [{ kind: 'dimension' as const, key: ref.name, ref }];
  });
}
