import type { MemberCatalog, ModelFile, ModelProblem } from '@oriel/semantic';
import type { LeftOut } from '@oriel/semantic/model';
import { engineError } from './errors/errors.ts';
import type { CompileThread } from './worker/compile/compile-thread.ts';

/** A model to compile apart from any runtime. */
export interface CheckedModel {
  readonly files: readonly ModelFile[];
  /** The variables that its templates may read, default none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the members are listed too; default false. */
  readonly isWithMembers?: boolean;
}

/** What became of it: every problem, or how many cubes and views it has. */
export interface ModelCheck {
  /** In the order of files and lines; empty where the model compiles. */
  readonly problems: readonly ModelProblem[];
  /** What defines something, and is none of the model. */
  readonly leftOut: readonly LeftOut[];
  readonly cubes: number;
  /** Where they were asked for and the model compiles. */
  readonly members?: MemberCatalog;
}

/** Compiles models as runtimes do, for callers who want to know their problems. */
export interface ModelChecker {
  /**
   * Compiles a model, after those that were asked for before.
   *
   * @throws `model.too_complex` where it takes more time or memory than a model may
   */
  check(model: CheckedModel): Promise<ModelCheck>;
  /** Ends the thread; what it compiles fails. */
  close(): Promise<void>;
}

/** Bounds of a checker. */
export interface ModelCheckerOptions {
  /** Processor time that a model may take, default 60 seconds. */
  readonly modelTimeoutMs?: number;
  /** MiB that the thread may take, default 1,024. */
  readonly compileMemoryMb?: number;
  /** A thread without work ends after so long; default 30 seconds. */
  readonly idleMs?: number;
}

/** Makes a checker with one thread, which starts with the first model. */
export function createModelChecker({
  modelTimeoutMs = 60_000,
  compileMemoryMb = 1_024,
  idleMs = 30_000,
}: ModelCheckerOptions = {}): ModelChecker {
  let thread: CompileThread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };
  const compile = async ({
    files,
    environment = {},
    isWithMembers = false,
  }: CheckedModel): Promise<ModelCheck> => {
    if (isClosed) throw new Error('The checker is closed');
    // Loaded with the first model: a server that compiles none does without.
    const { CompileLimitError, startCompileThread } = await import('./worker/compile/compile-thread.ts');
    if (!thread?.isAlive) thread = startCompileThread(compileMemoryMb);
    try {
      return await thread.run({ kind: 'inspect', files, environment, isWithMembers }, modelTimeoutMs);
    } catch (error) {
      if (!(error instanceof CompileLimitError)) throw error;
      throw engineError('model.too_complex', { reason: error.reason }, { cause: error });
    }
  };
  return {
    async check(model) {
      clearTimeout(idle);
      waiting += 1;
      const turn = last.then(() => compile(model));
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}
