import { startPatience } from '../process/patience.ts';
import type { Starvation } from '../process/process-starvation.ts';
import type { KillReason } from './runtime-end.ts';

/** Ends a runtime's process when it takes too much memory, or when nothing is heard of it. */
interface RuntimeWatch {
  /** Bytes of memory that the process had last; 0 before anything is known. */
  readonly residentBytes: number;
  /** It has said something. */
  seen(): void;
  /** It has said how much memory it has. */
  pulse(residentBytes: number): void;
  end(): void;
}

/** Milliseconds that a process has to start in, on a busy machine. */
const START_MS = 60_000;
const MEBIBYTE = 1024 * 1024;

/** Begins to watch a process that has just been started. */
export function watchRuntime({
  memoryMb,
  silentMs,
  isStarved,
  kill,
}: {
  memoryMb: number;
  silentMs: number;
  readonly isStarved: Starvation;
  kill(reason: KillReason): void;
}): RuntimeWatch {
  let residentBytes = 0;
  const patience = startPatience({ ms: silentMs, isStarved, onOver: () => kill('silent') });
  patience.renew(START_MS);
  return {
    get residentBytes() {
      return residentBytes;
    },
    seen: () => patience.renew(),
    pulse(bytes) {
      residentBytes = bytes;
      if (bytes > memoryMb * MEBIBYTE) kill('memory');
    },
    end: () => patience.end(),
  };
}
