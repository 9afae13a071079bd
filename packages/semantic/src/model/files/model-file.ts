/** One file of a model: its path within the model folder, with slashes, and its text. */
export interface ModelFile {
  readonly path: string;
  readonly content: string;
}

/** Where something stands in a model file; line and column count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An entry of a list in a model file, such as the name of a member. */
export interface LocatedText {
  readonly text: string;
  readonly location: SourceLocation;
}

/** Something in a model that cannot be, told to its author. */
export interface ModelProblem extends SourceLocation {
  /** What is wrong, with the value that is. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** Collects every problem of a model, so that all of them are reported at once. */
export interface Problems {
  readonly list: ModelProblem[];
  /** A hint that takes work to make is made only for the first problems of a model. */
  add(location: SourceLocation, message: string, hint?: string | (() => string)): void;
}

/**
 * Collects problems in the order in which they are found.
 *
 * @param budget of the compilation, which says whether one more hint is made; default always
 */
export function collectProblems(budget?: { takeHint(): boolean }): Problems {
  const list: ModelProblem[] = [];
  const known = new Set<string>();
  return {
    list,
    add({ file, line, column }, message, hint) {
      const key = `${line} ${column} ${file} ${message}`;
      // What a cube inherits is looked at again with each of its children.
      if (known.has(key)) return;
      known.add(key);
      const isMade = typeof hint === 'function' && (budget?.takeHint() ?? true);
      const text = typeof hint === 'function' ? (isMade ? hint() : undefined) : hint;
      list.push({ file, line, column, message, ...(text !== undefined && { hint: text }) });
    },
  };
}
