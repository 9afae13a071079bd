import type { Model } from '../model/definitions/model.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { GroupColumn } from '../ir/columns.ts';

/** The primary key of a cube as groups. */
export function keyColumns(model: Model, cube: string): GroupColumn[] {
  const { primaryKey, dimensions } = cubeOf(model, cube);
  return primaryKey.flatMap((name) => {
    const member = dimensions[name];
    if (!member) return [];
    const ref = { name: `${cube}.${name}`, scope: cube, cube, member, path: [cube], isPublic: true };
    return [{ kind: 'dimension' as const, key: ref.name, ref }];
  });
}
