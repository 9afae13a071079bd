import {
  collectProblems,
  type ModelProblem,
  type SourceLocation,
  type Problems,
} from '../files/model-file.ts';
import type { CompileBudget } from '../definitions/model-limits.ts';
import { recordReads, stillReads, type Named, type Reads } from './record-reads.ts';

/**
 * Steps that were taken to resolve a model, by their names. The next version of the model takes over those that would
 * come to the same: steps about the same definition, whatever they have looked up being the same as well.
 */
export type TakenSteps = ReadonlyMap<string, TakenStep>;

interface TakenStep {
  readonly subject: object;
  readonly reads: Readonly<Record<string, Reads>>;
  readonly result: unknown;
  readonly told: readonly ToldProblem[];
}

/** A problem, and the cube or view that it is about; none where it is to be told in any case. */
interface ToldProblem {
  readonly about: string | undefined;
  readonly problem: ModelProblem;
}

/** Where the problems of a cube or view are collected, and without a name those that are to be told in any case. */
type ProblemsAbout = (name?: string) => Problems;

/** What a step looks names up in. */
type Sources = Readonly<Record<string, Named>>;

/** What a step has to be told of, so that nothing else decides what comes of it. */
interface StepInput<S extends Sources> {
  /** Tells the step from all others. */
  readonly step: string;
  /** What the step is about: immutable plain data, compared by identity. */
  readonly subject: { readonly location: SourceLocation };
  /** Where it looks things up by their names. */
  readonly sources: S;
}

/** Looks things up in the sources that it is handed, which note what it looks up, and in no others. */
type Work<R, S extends Sources> = (sources: S, about: ProblemsAbout) => R;

/** Takes steps anew, or from versions where the same names stand for the same things. */
export interface Steps {
  /** What `work` gives for the input, or has given for the same. */
  take<R, S extends Sources>(input: StepInput<S>, work: Work<R, S>): R;
  /** The steps so far, without those of `previous` that were not asked for again. */
  readonly taken: TakenSteps;
  /** The problems of all of them, in the order of the steps. */
  readonly told: readonly ToldProblem[];
}

/**
 * Begins the steps of one version; earlier versions are asked in their order. What is taken anew is held against the
 * budget.
 */
export function beginSteps(previous: readonly TakenSteps[], budget: CompileBudget): Steps {
  const taken = new Map<string, TakenStep>();
  const told: ToldProblem[] = [];
  return {
    taken,
    told,
    take<R, S extends Sources>(input: StepInput<S>, work: Work<R, S>): R {
      const known = previous.map((steps) => steps.get(input.step));
      const step = known.find((one) => one && isSame(one, input)) ?? takeStep(input, work, budget);
      taken.set(input.step, step);
      told.push(...step.told);
      // The name of a step stands for one kind of work.
      return step.result as R;
    },
  };
}

function isSame(known: TakenStep, { subject, sources }: StepInput<Sources>): boolean {
  if (known.subject !== subject) return false;
  for (const name in sources) {
    const [reads, source] = [known.reads[name], sources[name]];
    if (!reads || !source || !stillReads(reads, source)) return false;
  }
  return true;
}

function takeStep<R, S extends Sources>(
  { subject, sources }: StepInput<S>,
  work: Work<R, S>,
  budget: CompileBudget,
): TakenStep {
  budget.checkTime(subject.location);
  const recorded = Object.entries(sources).map(([name, source]) => ({ name, ...recordReads(source) }));
  const collected = new Map<string | undefined, Problems>();
  const about: ProblemsAbout = (name) => {
    const problems = collected.get(name) ?? collectProblems(budget);
    collected.set(name, problems);
    return problems;
  };
  // Each record stands for the source of its name, and is of its type.
  const records = Object.fromEntries(recorded.map(({ name, record }) => [name, record])) as S;
  return {
    subject,
    result: work(records, about),
    reads: Object.fromEntries(recorded.map(({ name, reads }) => [name, reads])),
    told: [...collected].flatMap(([name, { list }]) => list.map((problem) => ({ about: name, problem }))),
  };
}
