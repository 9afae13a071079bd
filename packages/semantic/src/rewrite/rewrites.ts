import type { Relation } from '../algebra/algebra.ts';
import { expandMerges } from './expand-merges.ts';
import { innerJoins } from './inner-joins.ts';
import { mergeAlikeInputs } from './merge-alike-inputs.ts';
import { shareRelations } from './share-relations.ts';

/** What is done to a relation before it is printed, in this order: each step gives a relation with the same rows. */
const rewrites = {
  innerJoins,
  mergeAlikeInputs,
  shareRelations,
  expandMerges,
} satisfies Record<string, (relation: Relation) => Relation>;

export type RewriteName = keyof typeof rewrites;

/** Steps without which nothing could be printed. */
const NEEDED: ReadonlySet<RewriteName> = new Set(['expandMerges']);

/** The steps in their order. */
// The keys are those of the object above, which nothing adds to.
export const rewriteNames = Object.keys(rewrites) as RewriteName[];

/** Which steps are taken; default all. */
export interface RewriteSettings {
  readonly without?: readonly RewriteName[];
  /** The last one. */
  readonly until?: RewriteName;
}

/** Takes the steps. */
export function rewrite(relation: Relation, { without = [], until }: RewriteSettings = {}): Relation {
  const last = until === undefined ? rewriteNames.length : rewriteNames.indexOf(until) + 1;
  return rewriteNames
    .slice(0, last)
    .filter((name) => NEEDED.has(name) || !without.includes(name))
    .reduce((rows, name) => rewrites[name](rows), relation);
}
