import type { Join } from '../model/definitions/model.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';

/** A join path: the first cube, and how to walk on from it. */
export type JoinPath = readonly string[];

/** The cubes of a query and how they are joined: a root, and an edge to each further cube, in order. */
export interface JoinTree {
  readonly root: string;
  readonly edges: readonly JoinEdge[];
}

/** A join of a tree, from the cube that declares it. */
export interface JoinEdge {
  readonly from: string;
  readonly to: string;
  readonly join: Join;
}

/** Two columns that a join holds equal, as SQL of the declaring cube. */
export interface Equality {
  readonly own: SqlTemplate;
  readonly partner: SqlTemplate;
}
