import type { SourceLocation } from '../files/model-file.ts';

/** Cubes or views that extend each other in one line. */
export const MAX_EXTENDS = 50;
/** Members of all cubes and views of a model, with what they inherit and show. */
const MAX_MODEL_MEMBERS = 200_000;
/** Files are read, and cubes and views are resolved, until so much time is over. */
const MAX_COMPILE_MS = 20_000;
/** Problems of one version of a model that a nearest name is looked for. */
const MAX_HINTS = 100;

/**
 * Thrown, and caught, within the compilation of a model: it goes beyond all measure, at a location that its author is
 * told.
 */
export class ModelTooLarge extends Error {
  readonly location: SourceLocation;

  constructor(location: SourceLocation, message: string) {
    super(message);
    this.location = location;
  }
}

/** What the compilation of one version of a model has left. */
export interface CompileBudget {
  /** @throws ModelTooLarge when the time is over */
  checkTime(location: SourceLocation): void;
  /** @throws ModelTooLarge when there are too many members */
  takeMembers(count: number, location: SourceLocation): void;
  /** Whether one more nearest name may be looked for. */
  takeHint(): boolean;
}

/** Makes the budget of one compilation, which begins now. */
export function createCompileBudget(): CompileBudget {
  const endsAt = performance.now() + MAX_COMPILE_MS;
  let members = 0;
  let hints = 0;
  return {
    checkTime(location) {
      if (performance.now() > endsAt)
        throw new ModelTooLarge(
          location,
          `The model takes longer than ${MAX_COMPILE_MS / 1000} s to compile, up to here`,
        );
    },
    takeMembers(count, location) {
      members += count;
      if (members > MAX_MODEL_MEMBERS)
        throw new ModelTooLarge(
          location,
          `The model has more than ${MAX_MODEL_MEMBERS} members up to here, with what cubes inherit and views show`,
        );
    },
    takeHint: () => (hints += 1) <= MAX_HINTS,
  };
}
