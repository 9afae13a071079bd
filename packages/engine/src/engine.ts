import type {
  CsvRequest,
  EncodedAnswer,
  LoadRequest,
  MetaRequest,
  QueryRequest,
  RuntimeInfo,
  RuntimeSource,
  RuntimeTarget,
} from './protocol/engine-types.ts';
import type { RuntimeLimits } from './worker/messages/messages.ts';
import { encodeEngineError } from './protocol/encode-error.ts';
import { cancelled, EngineError, engineError } from './errors/errors.ts';
import { memoryOf, type DuckDbLimits } from './sources/duckdb/duckdb-limits.ts';
import { createRuntimeCrashes, type FailingRuntime } from './runtime/runtime-crashes.ts';
import { endEvent, refusalEvent, type RuntimeEvent } from './runtime/runtime-event.ts';
import type { FindCredential } from './sources/connection/user-credential.ts';
import { withCredentials } from './runtime/with-credentials.ts';
import { startRuntime, type Ask, type Runtime } from './runtime/runtime.ts';

/** What an engine needs, and its limits. */
export interface EngineOptions {
  /** Finds what a runtime runs on; asked when one starts, and again after {@link Engine.invalidate}. */
  resolve(target: RuntimeTarget): Promise<RuntimeSource>;
  /** Runtimes at once, default 16; the one unused for longest gives way. */
  maxRuntimes?: number;
  /** A runtime without requests for so long is stopped; default 10 minutes. */
  idleMs?: number;
  /**
   * MiB that the process of a runtime may take altogether, else it is ended; default what its DuckDBs may have and
   * 1,536 for everything else.
   */
  runtimeMemoryMb?: number;
  /**
   * How long a statement that is stopped may go on before its process is replaced; default 3 seconds. Time in which its
   * threads wait for a processor does not count, up to six times as much.
   */
  stopGraceMs?: number;
  /** Default 10 minutes. */
  queryTimeoutMs?: number;
  /** Bytes of results that each runtime keeps, default 64 MiB. */
  cacheBytes?: number;
  /**
   * How long a query goes on after its caller was told "Continue wait" and has not asked again; default 10 seconds, for
   * clients ask again at once.
   */
  pollGraceMs?: number;
  /** What each DuckDB may take of the machine. */
  duckdb?: DuckDbLimits;
  /** Bytes of results that a runtime reads and has not answered yet, default 512 MiB. */
  heldBytes?: number;
  /**
   * A runtime of which nothing is heard for so long is ended; default 10 seconds. Time in which it waits for a
   * processor or the disk does not count, up to six times as much.
   */
  silentMs?: number;
  /**
   * Processor time that compiling the queries of one request may take, default 10 seconds; by the clock five times as
   * much, and a minute at least.
   */
  compileTimeoutMs?: number;
  /** The same of a model, default 60 seconds. */
  modelTimeoutMs?: number;
  /** MiB that a compile thread may take, default 1,024. */
  compileMemoryMb?: number;
  /** What went wrong in a runtime, for the log. */
  onFailure?(target: RuntimeTarget, message: string): void;
  /** A line that the process of a runtime has written. */
  onLine?(target: RuntimeTarget, line: string): void;
  /** What happens to a runtime, in order. */
  onEvent?(runtime: RuntimeInfo, event: RuntimeEvent): void;
}

/** How a question is asked. */
export interface AskOptions {
  /** Aborting gives it up, where nobody else waits for the same. */
  readonly signal?: AbortSignal;
  /** Gives the caller's credentials, where data sources take such; default: the caller has none. */
  readonly findCredential?: FindCredential | undefined;
}

/**
 * Runs the queries of every deployment, each in a runtime of its own: a process, so that whatever ends it costs nobody
 * else anything. Its running queries are answered 503 then, and their callers ask again; where a runtime is replaced
 * because one statement could not be stopped, the queries of others begin anew by themselves. What is being read is
 * cut.
 */
export interface Engine {
  load(target: RuntimeTarget, request: LoadRequest, options?: AskOptions): Promise<EncodedAnswer>;
  /**
   * Every row of a query, whatever its default limit, past the cache: a line of JSON with `keys`, `annotation` and
   * `timezone`, and then one with the list of values of each row. The database waits for a slow reader.
   */
  exportRows(target: RuntimeTarget, request: QueryRequest, options?: AskOptions): Promise<EncodedAnswer>;
  /** The first line of {@link Engine.exportRows}; nothing is run. */
  describeRows(target: RuntimeTarget, request: QueryRequest, options?: AskOptions): Promise<EncodedAnswer>;
  /**
   * The rows of {@link Engine.exportRows} as CSV that the database writes into a file of this machine, many times
   * sooner than rows are read. The answer is JSON: `{path, rows}`, or null where they have to be read. The file is the
   * caller's to remove, and is gone after a minute.
   */
  writeCsv(target: RuntimeTarget, request: CsvRequest, options?: AskOptions): Promise<EncodedAnswer>;
  sql(target: RuntimeTarget, request: QueryRequest, options?: AskOptions): Promise<EncodedAnswer>;
  dryRun(target: RuntimeTarget, request: QueryRequest, options?: AskOptions): Promise<EncodedAnswer>;
  /**
   * Whether the model, as the caller has it, could answer a query for a caller who may see it: 200, else 400 with the
   * fault and, where it is known, the `path` of the part of the query that it lies in.
   */
  checkQuery(target: RuntimeTarget, request: QueryRequest, options?: AskOptions): Promise<EncodedAnswer>;
  meta(target: RuntimeTarget, request: MetaRequest, options?: AskOptions): Promise<EncodedAnswer>;
  /** Whether the data sources, or the one of a name, answer: 200 when all do, else 500, each with its state. */
  checkSources(target: RuntimeTarget, name?: string): Promise<EncodedAnswer>;
  /**
   * The model or the sources changed: the next query is answered on what they are then, running ones finish on the old.
   */
  invalidate(target: RuntimeTarget): void;
  /** Ends the runtimes of a deployment, also those that are starting; what they are being asked fails. */
  stop(deploymentId: number): Promise<void>;
  runtimes(): RuntimeInfo[];
  /** Those that do not stay up and wait for their next start. */
  failing(): (RuntimeTarget & FailingRuntime)[];
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** MiB for what is not DuckDB: results, the model, code. */
const OTHER_MEMORY_MB = 1_536;
/** A query behind a runtime that is replaced again and again. */
const MAX_REPLACEMENTS = 3;
/** How long a query may take where nothing else is said. */
export const DEFAULT_QUERY_TIMEOUT_MS = 10 * MINUTE_MS;

/** Makes an engine without runtimes; each starts with the first query for it. */
export function createEngine({
  resolve,
  maxRuntimes = 16,
  idleMs = 10 * MINUTE_MS,
  runtimeMemoryMb,
  stopGraceMs = 3_000,
  silentMs = 10_000,
  queryTimeoutMs = DEFAULT_QUERY_TIMEOUT_MS,
  cacheBytes = 64 * 1024 * 1024,
  pollGraceMs = 10_000,
  duckdb = {},
  heldBytes = 512 * 1024 * 1024,
  compileTimeoutMs = 10_000,
  modelTimeoutMs = MINUTE_MS,
  compileMemoryMb = 1_024,
  onFailure = () => {},
  onLine = () => {},
  onEvent = () => {},
}: EngineOptions): Engine {
  const limits: RuntimeLimits = {
    cacheBytes,
    queryTimeoutMs,
    pollGraceMs,
    duckdb,
    heldBytes,
    compileTimeoutMs,
    modelTimeoutMs,
    compileMemoryMb,
    stopGraceMs,
  };
  const runtimes = new Map<string, Promise<Runtime>>();
  /** The runtime that new queries of a target go to. */
  const current = new Map<string, Runtime>();
  /** Targets with a stale runtime: its model or sources have changed. */
  const outdated = new Set<string>();
  /** Every process that is alive, also those that only finish what they have. */
  const running = new Set<Runtime>();
  const crashes = createRuntimeCrashes();
  const sweeper = setInterval(retireIdle, Math.min(idleMs, MINUTE_MS)).unref();

  const begin = async (target: RuntimeTarget): Promise<Runtime> => {
    const key = keyOf(target);
    await crashes.pass(key);
    const source = await resolve(target);
    const startedAt = performance.now();
    const runtime = startRuntime({
      target,
      start: { source, ...limits },
      silentMs,
      memoryMb: runtimeMemoryMb ?? memoryOf(source.sources, duckdb) + OTHER_MEMORY_MB,
      onFailure: (message) => {
        onFailure(target, message);
        onEvent(runtime.info(), { kind: 'failure', message });
      },
      onLine: (line) => {
        onLine(target, line);
        onEvent(runtime.info(), { kind: 'line', line });
      },
      onEnd: (end) => {
        running.delete(runtime);
        forget(runtime);
        onEvent(runtime.info(), endEvent(end));
        if (end.kind !== 'failed') return;
        crashes.note(key, end.reason, startedAt);
        onFailure(target, end.detail);
      },
    });
    running.add(runtime);
    onEvent(runtime.info(), { kind: 'started' });
    current.set(key, runtime);
    retireExcess();
    return runtime;
  };
  const forget = (runtime: Runtime) => {
    const key = keyOf(runtime.info());
    if (current.get(key) !== runtime) return;
    runtimes.delete(key);
    current.delete(key);
    outdated.delete(key);
  };

  /** The same runtime on what there is now; where it cannot change, a new one. */
  const update = async (runtime: Runtime, target: RuntimeTarget): Promise<Runtime> => {
    const key = keyOf(target);
    // Until then its end is no end of what new queries wait for.
    current.delete(key);
    try {
      if (await runtime.change(await resolve(target))) {
        onEvent(runtime.info(), { kind: 'changed' });
        current.set(key, runtime);
        return runtime;
      }
    } catch (error) {
      runtime.retire();
      throw error;
    }
    runtime.retire();
    return begin(target);
  };

  const get = (target: RuntimeTarget): Promise<Runtime> => {
    const key = keyOf(target);
    const existing = runtimes.get(key);
    if (existing && !outdated.delete(key)) return existing;
    const begun = existing
      ? existing.then(
          (runtime) => update(runtime, target),
          () => begin(target),
        )
      : begin(target);
    runtimes.set(key, begun);
    // A start that fails is not kept, so that the next query tries again.
    begun.catch(() => runtimes.get(key) === begun && runtimes.delete(key));
    return begun;
  };

  function retireIdle(): void {
    for (const runtime of running)
      if (runtime.inFlight === 0 && performance.now() - runtime.lastUsedAt > idleMs) retire(runtime);
  }
  function retireExcess(): void {
    if (running.size <= maxRuntimes) return;
    const [oldest] = [...running].toSorted((a, b) => a.lastUsedAt - b.lastUsedAt);
    if (oldest) retire(oldest);
  }
  function retire(runtime: Runtime): void {
    forget(runtime);
    runtime.retire();
  }

  const ask = async (
    target: RuntimeTarget,
    request: Ask,
    { signal, findCredential }: AskOptions = {},
  ): Promise<EncodedAnswer> => {
    try {
      for (let replacements = 0; replacements <= MAX_REPLACEMENTS; replacements += 1) {
        const runtime = await get(target);
        const answer = await runtime.ask(await complete(request, runtime, findCredential), signal);
        if (answer !== 'replaced') {
          const event = refusalEvent(request.kind, answer);
          if (event) onEvent(runtime.info(), event);
          return answer;
        }
        if (signal?.aborted) throw cancelled(signal.reason);
      }
      throw engineError('engine.runtime_lost', { reason: 'it was replaced several times' });
    } catch (error) {
      const seesModel = request.kind !== 'check' && request.request.seesModel === true;
      if (error instanceof EngineError) return encodeEngineError(error, seesModel);
      throw error;
    }
  };
  return {
    load: (target, request, options) => ask(target, { kind: 'load', request }, options),
    exportRows: (target, request, options) => ask(target, { kind: 'exportRows', request }, options),
    describeRows: (target, request, options) => ask(target, { kind: 'describeRows', request }, options),
    writeCsv: (target, request, options) => ask(target, { kind: 'writeCsv', request }, options),
    sql: (target, request, options) => ask(target, { kind: 'sql', request }, options),
    dryRun: (target, request, options) => ask(target, { kind: 'dryRun', request }, options),
    checkQuery: (target, request, options) => ask(target, { kind: 'checkQuery', request }, options),
    meta: (target, request, options) => ask(target, { kind: 'meta', request }, options),
    checkSources: (target, name) => ask(target, { kind: 'check', ...(name !== undefined && { name }) }),
    invalidate(target) {
      const key = keyOf(target);
      if (runtimes.has(key)) outdated.add(key);
    },
    async stop(deploymentId) {
      const isOfDeployment = ([key]: [string, unknown]) => targetOf(key).deploymentId === deploymentId;
      await Promise.allSettled([...runtimes].filter(isOfDeployment).map(([, starting]) => starting));
      const stopped = [...running].filter((runtime) => runtime.info().deploymentId === deploymentId);
      for (const runtime of stopped) forget(runtime);
      await Promise.all(stopped.map((runtime) => runtime.stop()));
    },
    failing: () => crashes.list().map(([key, failing]) => ({ ...targetOf(key), ...failing })),
    runtimes: () => [...running].map((runtime) => runtime.info()),
    async close() {
      clearInterval(sweeper);
      runtimes.clear();
      await Promise.all([...running].map((runtime) => runtime.stop()));
    },
  };
}

/**
 * With the credentials of the caller that the sources of the runtime take; what is only compiled is compiled without
 * tokens.
 */
async function complete(
  request: Ask,
  { needs }: Pick<Runtime, 'needs'>,
  find: FindCredential | undefined,
): Promise<Ask> {
  switch (request.kind) {
    case 'check':
      return request;
    case 'load': {
      const asked = await withCredentials(request.request, needs, { find, reads: true });
      return { kind: 'load', request: asked };
    }
    case 'exportRows': {
      const asked = await withCredentials(request.request, needs, { find, reads: true });
      return { kind: 'exportRows', request: asked };
    }
    case 'writeCsv': {
      const asked = await withCredentials(request.request, needs, { find, reads: true });
      return { kind: 'writeCsv', request: asked };
    }
    case 'meta': {
      const asked = await withCredentials(request.request, needs, { find, reads: false });
      return { kind: 'meta', request: asked };
    }
    default: {
      const asked = await withCredentials(request.request, needs, { find, reads: false });
      return { kind: request.kind, request: asked };
    }
  }
}

function keyOf({ deploymentId, branch }: RuntimeTarget): string {
  return `${deploymentId} ${branch}`;
}

function targetOf(key: string): RuntimeTarget {
  const end = key.indexOf(' ');
  return { deploymentId: Number(key.slice(0, end)), branch: key.slice(end + 1) };
}
