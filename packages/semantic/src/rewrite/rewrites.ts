import type { Relation } from '../algebra/algebra.ts';
import { expandMerges } from './expand-merges.ts';
import { hoistNames } from './hoist-names.ts';
import { innerJoins } from './inner-joins.ts';
import { mergeAlikeInputs } from './merge-alike-inputs.ts';
import { mergeSubQueries } from './merge-sub-queries.ts';
import { shareRelations } from './share-relations.ts';

/** What is done to a relation before it is printed, in this order: each step gives a relation with the same rows. */
const rewrites = {
  mergeSubQueries,
  innerJoins,
  mergeAlikeInputs,
  shareRelations,
  expandMerges,
  hoistNames,
} satisfies Record<string, (relation: Relation) => Relation>;

export type RewriteName = keyof typeof rewrites;

/** The rewrites in their order. */
// The keys are those of the object above, which nothing adds to.
export const rewriteNames = Object.keys(rewrites) as RewriteName[];

/** Those without which a relation could not be printed. */
const NEEDED: ReadonlySet<RewriteName> = new Set(['expandMerges', 'hoistNames']);

/** Where a relation can be looked at: as the plan was lowered, and after each rewrite. */
export type PlanStep = 'lower' | RewriteName;

export const planSteps: readonly PlanStep[] = ['lower', ...rewriteNames];

/** Which rewrites are made; default all. */
interface RewriteSettings {
  /** None that is needed is left out. */
  readonly without?: readonly RewriteName[];
  /** The last step. */
  readonly until?: PlanStep;
}

/** Makes the rewrites of a relation. */
export function rewrite(relation: Relation, { without = [], until }: RewriteSettings = {}): Relation {
  const count = until === undefined ? rewriteNames.length : planSteps.indexOf(until);
  return rewriteNames
    .slice(0, count)
    .filter((name) => NEEDED.has(name) || !without.includes(name))
    .reduce((rows, name) => rewrites[name](rows), relation);
}
