import type { ChatFrame } from '@oriel/contract';

/** At least so long apart, and longer for long texts: each line has the whole text so far. */
const MIN_MS = 25;
const CHARACTERS_PER_MS = 200;

/** Emits lines of one id, each in place of those before it, not more often than they can be sent. */
interface FramePace {
  emit(frame: ChatFrame): void;
  /** Nothing more is emitted. */
  end(): void;
}

/** Makes a pace; the first line is emitted at once, and the last of those that wait when its time has come. */
export function createFramePace(emit: (frame: ChatFrame) => void): FramePace {
  let waiting: ChatFrame | undefined;
  let timer: NodeJS.Timeout | undefined;
  const send = (frame: ChatFrame) => {
    emit(frame);
    const length = (frame.content?.length ?? 0) + (frame.thinking?.length ?? 0);
    timer = setTimeout(next, MIN_MS + length / CHARACTERS_PER_MS);
  };
  const next = () => {
    timer = undefined;
    const frame = waiting;
    waiting = undefined;
    if (frame) send(frame);
  };
  return {
    emit(frame) {
      if (timer) waiting = frame;
      else send(frame);
    },
    end() {
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}
