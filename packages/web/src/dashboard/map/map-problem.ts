import type { Problem, ProblemKind } from '../store/problems.ts';

/** A map cannot be drawn; the message names the value, for those who can change it. */
export class MapProblem extends Error {
  override readonly name = 'MapProblem';
  readonly kind: ProblemKind;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What to say of an error that drawing has met: a module that does not arrive is a `TypeError`. */
export function problemIn(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof MapProblem) return { kind: error.kind, message };
  const isLoading = error instanceof TypeError && /import|module|fetch/i.test(message);
  return { kind: isLoading ? 'code' : 'drawing', message };
}
