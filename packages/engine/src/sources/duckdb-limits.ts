import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDbSourceConfig } from './source-config.ts';

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
  /** What does not fit into memory goes into a folder of its own here; default beside the file, or where the server runs. */
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
}

const MEMORY_MB = 1_024;
const SPILL_MB = 4_096;
const SLOTS = 4;

/** The bounds of a source: its own settings within those of the engine. A folder for spilling is new at each call. */
export function boundsOf(config: DuckDbSourceConfig, limits: DuckDbLimits): DuckDbBounds {
  const { memoryMb = MEMORY_MB, maxMemoryMb = Infinity, spillMb = SPILL_MB, slots = SLOTS } = limits;
  const threads = config.threads ?? limits.threads;
  return {
    slots,
    // As an option of an instance it is without effect.
    settings: [`SET GLOBAL max_temp_directory_size = '${spillMb}MiB'`],
    options: {
      memory_limit: `${Math.min(config.memoryLimitMb ?? memoryMb, maxMemoryMb)}MiB`,
      // DuckDB removes the files in it at its end, and would remove those of others as well.
      ...(limits.spillDirectory !== undefined && {
        temp_directory: join(limits.spillDirectory, randomUUID()),
      }),
      ...(threads !== undefined && { threads: String(threads) }),
    },
  };
}
