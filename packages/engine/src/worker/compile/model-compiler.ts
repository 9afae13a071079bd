import type { Caller } from '../../protocol/engine-types.ts';
import { engineError, type EngineError } from '../../errors/errors.ts';
import type { CompileResults, CompileTask, CompileVersion } from './compile-messages.ts';
import { CompileLimitError, startCompileThread, type CompileThread } from './compile-thread.ts';
import { createFairQueue, type Ticket } from '../queue/fair-queue.ts';
import type { RuntimeLimits } from '../messages/messages.ts';
import type { StatsWriter } from '../../protocol/runtime-stats.ts';

/**
 * Compiles the models and queries of a runtime in a thread of its own, so that neither holds up what is answered from
 * the cache or read from a database. It has one task at a time, in fair shares. A task that takes too much ends the
 * thread; the next one starts another.
 */
interface ModelCompiler {
  /** Takes a version of the model, and begins to compile what all callers have in common. */
  begin(model: Omit<CompileVersion, 'version'>): ModelCompilation;
  /** Ends the thread; what it compiles fails. */
  close(): Promise<void>;
}

/** A version of the model, to compile queries against. */
export interface ModelCompilation {
  /** Settles when what all callers have in common is compiled, or was refused. */
  readonly begun: Promise<void>;
  /**
   * Queues the task fairly among the callers, and runs it in its turn.
   *
   * @throws QueryError; `query.too_complex`, `model.broken`, `model.too_complex`, `query.queue_full`, `query.cancelled`
   */
  run<Task extends VersionTask>(
    task: Task,
    asked: { callers: Iterable<Caller>; signal: AbortSignal; onTicket?(ticket: Ticket): void },
  ): Promise<CompileResults[Task['kind']]>;
  /** Of no use any more. */
  forget(): void;
}

type WithoutVersion<Task> = Task extends { readonly version: number } ? Omit<Task, 'version'> : never;
/** A task of a version that has begun. */
type VersionTask = WithoutVersion<Exclude<CompileTask, { kind: 'begin' | 'inspect' }>>;

/** Its bounds, and where what it refuses is counted. */
interface ModelCompilerOptions extends Pick<
  RuntimeLimits,
  'compileTimeoutMs' | 'modelTimeoutMs' | 'compileMemoryMb'
> {
  readonly count: StatsWriter;
}

const never = new AbortController().signal;

/** Makes the compiler of one runtime; its thread starts with the first version. */
export function createModelCompiler({
  compileTimeoutMs,
  modelTimeoutMs,
  compileMemoryMb,
  count,
}: ModelCompilerOptions): ModelCompiler {
  const queue = createFairQueue({
    slots: 1,
    // Its load is not that of a data source.
    count: (field, amount) => field === 'refused' && count(field, amount),
  });
  /** Versions that cannot be compiled are not tried again. */
  const tooComplex = new Map<number, EngineError>();
  let thread: CompileThread | undefined;
  let nextVersion = 1;
  let isClosed = false;

  const getThread = (): CompileThread => {
    if (isClosed) throw new Error('The compiler is closed');
    if (!thread?.isAlive) thread = startCompileThread(compileMemoryMb);
    return thread;
  };
  const ensureBegun = async (model: CompileVersion): Promise<CompileThread> => {
    const refused = tooComplex.get(model.version);
    if (refused) throw refused;
    const current = getThread();
    if (current.begun.has(model.version)) return current;
    try {
      await current.run({ kind: 'begin', ...model }, modelTimeoutMs);
      current.begun.add(model.version);
      return current;
    } catch (error) {
      if (!(error instanceof CompileLimitError)) throw error;
      const refusal = engineError('model.too_complex', { reason: error.reason }, { cause: error });
      tooComplex.set(model.version, refusal);
      throw refusal;
    }
  };
  const inTurn = async <T>(ticket: Ticket, work: () => Promise<T>): Promise<T> => {
    try {
      await ticket.admitted;
      return await work();
    } finally {
      ticket.leave();
    }
  };

  return {
    begin(given) {
      const model = { ...given, version: nextVersion };
      const { version } = model;
      nextVersion += 1;
      // Queries of the version hear what is wrong with it.
      const begun = inTurn(queue.enter([], never), () => ensureBegun(model)).then(
        () => {},
        () => {},
      );
      return {
        begun,
        async run<Task extends VersionTask>(
          task: Task,
          {
            callers,
            signal,
            onTicket,
          }: { callers: Iterable<Caller>; signal: AbortSignal; onTicket?(ticket: Ticket): void },
        ) {
          const ticket = queue.enter(callers, signal);
          onTicket?.(ticket);
          return inTurn(ticket, async () => {
            const current = await ensureBegun(model);
            try {
              // With its version a task is one again, which the types do not follow.
              const whole = { ...task, version } as unknown as Extract<CompileTask, { kind: Task['kind'] }>;
              return await current.run(whole, compileTimeoutMs);
            } catch (error) {
              if (!(error instanceof CompileLimitError)) throw error;
              throw engineError('query.too_complex', { reason: error.reason }, { cause: error });
            }
          });
        },
        forget() {
          tooComplex.delete(version);
          if (thread?.isAlive && thread.begun.delete(version)) thread.forget(version);
        },
      };
    },
    async close() {
      isClosed = true;
      await thread?.close();
    },
  };
}
