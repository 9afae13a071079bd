import type { BaseMeasure } from '../ir/columns.ts';
import type { JoinTree } from '../ir/join-tree.ts';
import { cubesOf, fannedOutCubes, findJoinTree } from '../join/join-tree.ts';
import { joinPathsOf } from '../join/member-cubes.ts';
import { QueryError } from '../query/query.ts';
import type { LowerSettings } from './members/lower-settings.ts';

/** The cube with what the measures' own SQL refers to; joins that would repeat its rows are refused. */
export function ownTree(
  { model, context }: LowerSettings,
  cube: string,
  baseMeasures: readonly BaseMeasure[],
): JoinTree {
  const paths = baseMeasures.flatMap(({ measure }) => joinPathsOf(model, measure, [cube]));
  const tree = findJoinTree(model, [[cube], ...paths], { wanted: cube, budget: context.budget });
  if (tree.root !== cube || fannedOutCubes(tree).has(cube)) {
    const names = baseMeasures.map(({ key }) => key).join(', ');
    throw new QueryError(
      'measure_multiplied',
      `The SQL of ${names} refers to cubes with joins that repeat the rows of ${cube}; ` +
        `it cannot be right (${cubesOf(tree).join(', ')})`,
    );
  }
  return tree;
}
