import type { ChatFrame } from '@oriel/contract';

/** The lines of a turn that runs on this server, for any number of readers. */
export interface LiveTurn {
  readonly threadId: string;
  readonly messageId: string;
  /** Aborted when the turn is to stop; the reason says why. */
  readonly stop: AbortController;
  /** Settles when the turn has ended and its state is stored. */
  readonly done: Promise<void>;
  emit(frame: ChatFrame): void;
  /** Ends the lines of every reader, once they have read what was emitted. */
  end(): void;
  /**
   * The lines so far, each as it is by now, and then those that follow. A slow reader skips what was replaced
   * meanwhile.
   */
  read(): AsyncGenerator<ChatFrame, void, undefined>;
}

/** The lines that a reader has not taken yet: of those with one id the last. */
interface Reader {
  readonly pending: Map<string, ChatFrame>;
  wake(): void;
}

/** Makes a turn without lines. */
export function createLiveTurn({ threadId, messageId }: Pick<LiveTurn, 'threadId' | 'messageId'>) {
  const frames = new Map<string, ChatFrame>();
  const readers = new Set<Reader>();
  const { promise: done, resolve: settle } = Promise.withResolvers<void>();
  let isOver = false;
  let unnamed = 0;
  const turn: LiveTurn = {
    threadId,
    messageId,
    stop: new AbortController(),
    done,
    emit(frame) {
      // Lines without an id replace none.
      const key = frame.id ?? `line ${(unnamed += 1)}`;
      put(frames, key, frame);
      for (const reader of readers) {
        put(reader.pending, key, frame);
        reader.wake();
      }
    },
    end() {
      isOver = true;
      for (const reader of readers) reader.wake();
    },
    async *read() {
      let wake = () => {};
      const reader: Reader = { pending: new Map(frames), wake: () => wake() };
      readers.add(reader);
      try {
        while (true) {
          const [next] = reader.pending;
          if (next) {
            reader.pending.delete(next[0]);
            yield next[1];
          } else if (isOver) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        readers.delete(reader);
      }
    },
  };
  return { turn, settle };
}

/** The line that begins an answer stands behind the calls of tools once it has a text. */
function put(frames: Map<string, ChatFrame>, key: string, frame: ChatFrame): void {
  if (frames.get(key)?.sort !== frame.sort) frames.delete(key);
  frames.set(key, frame);
}
