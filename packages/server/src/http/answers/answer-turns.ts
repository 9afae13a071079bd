/** Who may hold large parts of answers in memory. */
export interface AnswerTurns {
  /** Waits for the turn of a caller, who has one at a time. @returns what gives it back */
  take(caller: string): Promise<() => void>;
}

interface Waiting {
  readonly caller: string;
  begin(): void;
}

/** A batch may be an item of several megabytes, which is held as rows, as objects and as bytes. */
const AT_ONCE = 2;

/**
 * Makes the turns of a server: two callers at once write a batch, in the order in which they ask, and each asks anew
 * for its next batch. So the memory does not depend on how many large answers are under way.
 */
export function createAnswerTurns(atOnce = AT_ONCE): AnswerTurns {
  const holders = new Set<string>();
  const waiting: Waiting[] = [];
  const beginNext = () => {
    if (holders.size >= atOnce) return;
    const index = waiting.findIndex(({ caller }) => !holders.has(caller));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    next?.begin();
  };
  return {
    async take(caller) {
      await new Promise<void>((resolve) => {
        waiting.push({
          caller,
          begin() {
            holders.add(caller);
            resolve();
          },
        });
        beginNext();
      });
      return () => {
        holders.delete(caller);
        beginNext();
      };
    },
  };
}
