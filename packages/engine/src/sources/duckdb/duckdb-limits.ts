import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDbSourceConfig, SourceConfig } from '../connection/source-config.ts';

/** What each DuckDB of an engine may take of the machine. */
export interface DuckDbLimits {
  /** MiB of memory where the source says nothing, default 1,024. */
  readonly memoryMb?: number;
  /** MiB of memory that a source may say at most; default no bound. */
  readonly maxMemoryMb?: number;
  /** Threads of each, default as many as the machine has cores. */
  readonly threads?: number;
  /** Statements at once, default 4; each holds a thread of the process while it runs. */
  readonly slots?: number;
  /**
   * What does not fit into memory goes into a folder of its own here; default beside the file, or where the server
   * runs. Files of rows go into another one; default: none is written.
   */
  readonly spillDirectory?: string;
  /** MiB of it, default 4,096. */
  readonly spillMb?: number;
}

/** The bounds of one DuckDB. */
export interface DuckDbBounds {
  readonly options: Readonly<Record<string, string>>;
  readonly slots: number;
  /** Statements to begin with. */
  readonly settings: readonly string[];
  /**
   * Where DuckDB may write files of rows, and nowhere else. What it writes there has no ending, so that no statement of
   * a model names it: without a function, DuckDB reads files by their endings alone.
   */
  readonly csvFolder?: string;
}

const MEMORY_MB = 1_024;
const SPILL_MB = 4_096;
const SLOTS = 4;

/**
 * What statements have freed goes back to the machine within a second. Without the threads the allocator keeps it until
 * something is allocated again: a dashboard's statements left 150 MB more in a process that was idle. With several
 * DuckDBs in a process, the end of one ends the threads; what then remains is flushed after tasks beyond the threshold.
 */
const RETURN_MEMORY = [
  'SET GLOBAL allocator_background_threads = true',
  "SET GLOBAL allocator_flush_threshold = '16MiB'",
];

/** Statements of DuckDB that may run at once on all the sources together. */
export function slotsOf(
  sources: Readonly<Record<string, SourceConfig>>,
  { slots = SLOTS }: DuckDbLimits,
): number {
  return slots * Object.values(sources).filter(({ type }) => type === 'duckdb').length;
}

/** MiB of memory that DuckDB may have on all the sources together. */
export function memoryOf(sources: Readonly<Record<string, SourceConfig>>, limits: DuckDbLimits): number {
  return Object.values(sources).reduce(
    (sum, source) => (source.type === 'duckdb' ? sum + memoryMbOf(source, limits) : sum),
    0,
  );
}

function memoryMbOf(
  { memoryLimitMb }: DuckDbSourceConfig,
  { memoryMb = MEMORY_MB, maxMemoryMb = Infinity }: DuckDbLimits,
): number {
  return Math.min(memoryLimitMb ?? memoryMb, maxMemoryMb);
}

/**
 * The bounds of a source: its own settings within those of the engine. A folder for spilling is new at each call.
 *
 * @param readable folders with files that the source reads
 */
export function boundsOf(
  config: DuckDbSourceConfig,
  limits: DuckDbLimits,
  readable: readonly string[] = [],
): DuckDbBounds {
  const { spillMb = SPILL_MB, slots = SLOTS, spillDirectory } = limits;
  const threads = config.threads ?? limits.threads;
  const csvFolder = spillDirectory === undefined ? undefined : join(spillDirectory, randomUUID());
  return {
    slots,
    ...(csvFolder !== undefined && { csvFolder }),
    settings: [
      // As an option of an instance it is without effect.
      `SET GLOBAL max_temp_directory_size = '${spillMb}MiB'`,
      ...RETURN_MEMORY,
      ...allowDirectories([...(csvFolder === undefined ? [] : [csvFolder]), ...readable]),
    ],
    options: {
      memory_limit: `${memoryMbOf(config, limits)}MiB`,
      // DuckDB removes the files in it at its end, and would remove those of others as well.
      ...(spillDirectory !== undefined && { temp_directory: join(spillDirectory, randomUUID()) }),
      ...(threads !== undefined && { threads: String(threads) }),
    },
  };
}

/** The end of a folder's name is marked, so that no other one begins with it. */
function allowDirectories(folders: readonly string[]): readonly string[] {
  if (folders.length === 0) return [];
  const list = folders.map((folder) => `'${folder.replaceAll("'", "''").replace(/\/*$/, '/')}'`);
  return [`SET GLOBAL allowed_directories = [${list.join(', ')}]`];
}
