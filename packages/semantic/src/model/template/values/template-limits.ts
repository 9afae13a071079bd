/** What a template may do, so that one that never ends ends. */
export const TEMPLATE_LIMITS = {
  /** Expressions and statements evaluated, and entries of the lists that they give. */
  steps: 500_000,
  /** Characters of one text. */
  textLength: 2_000_000,
  /** Characters of all texts that come about on the way. */
  textsLength: 50_000_000,
  /** Entries of one list. */
  listLength: 100_000,
  /** What an object of the security context counts for in lists; what it holds is read when it is asked for. */
  contextWeight: 10_000,
  /** Characters, or entries of lists, that take as long as one step. */
  charactersOfAStep: 1_000,
  /** Templates that include one another. */
  includes: 20,
};

/** @throws where a text of so many characters is too long to be made */
export function checkTextLength(length: number): void {
  if (length > TEMPLATE_LIMITS.textLength) throw new Error('it makes too much text');
}

/** @throws where a list of so many entries is too long to be made */
export function checkListLength(length: number): void {
  if (length > TEMPLATE_LIMITS.listLength) throw new Error('it makes too long a list');
}
