import type { CertifiedQuery } from '../tools/agent-tool.ts';
import { wordsOf } from '../tools/model-search.ts';

/** How much of both texts has to be in common for a question to be the certified one. */
const MIN_LIKENESS = 0.6;

/**
 * The certified query of which the request fits a question best; undefined where none fits well enough, because an
 * answer to another question is worse than none.
 */
export function findCertified(
  queries: readonly CertifiedQuery[],
  question: string,
): CertifiedQuery | undefined {
  const asked = wordsOf(question).map(stem);
  const [best] = queries
    .map((query) => ({ query, likeness: likenessOf(asked, wordsOf(query.userRequest).map(stem)) }))
    .toSorted((one, other) => other.likeness - one.likeness);
  return best && best.likeness >= MIN_LIKENESS ? best.query : undefined;
}

/** The Dice coefficient of two sets of words: 1 where they are the same, 0 where they have none in common. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const common = one.filter((word) => other.includes(word)).length;
  return (2 * common) / (one.length + other.length);
}

/** Without a plural's ending. */
function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
}
