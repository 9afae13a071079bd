import type { KillReason } from './runtime-end.ts';

/** Ends a runtime's process when it takes too much memory, or when nothing is heard of it. */
export interface RuntimeWatch {
  /** Bytes of memory that the process had last; 0 before anything is known. */
  readonly residentBytes: number;
  /** It has said something. */
  seen(): void;
  /** It has said how much memory it has. */
  pulse(residentBytes: number): void;
  end(): void;
}

/** Looks at a process within the time that it may say nothing. */
const LOOKS = 20;
/** A process that gets no processor has so many times as long. */
const STARVED_FACTOR = 6;
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
  /** Whether it has waited for a processor since this was last asked, rather than hung. */
  isStarved(): boolean;
  kill(reason: KillReason): void;
}): RuntimeWatch {
  let residentBytes = 0;
  let starvedLooks = 0;
  // Counted in looks and not by the clock: where this process was stopped itself, it looks once and hears at once.
  let silentLooks = -Math.ceil(START_MS / (silentMs / LOOKS));
  const timer = setInterval(() => {
    if (silentLooks > 0 && starvedLooks < STARVED_FACTOR * LOOKS && isStarved()) {
      starvedLooks += 1;
      return;
    }
    silentLooks += 1;
    if (silentLooks > LOOKS) kill('silent');
  }, silentMs / LOOKS).unref();
  return {
    get residentBytes() {
      return residentBytes;
    },
    seen() {
      silentLooks = 0;
      starvedLooks = 0;
    },
    pulse(bytes) {
      residentBytes = bytes;
      if (bytes > memoryMb * MEBIBYTE) kill('memory');
    },
    end: () => clearInterval(timer),
  };
}
