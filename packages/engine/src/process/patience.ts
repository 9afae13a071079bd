import type { Starvation } from './process-starvation.ts';

/** Time that something has to make itself heard in. */
export interface Patience {
  /** Begins anew, with so many milliseconds more. */
  renew(moreMs?: number): void;
  end(): void;
}

/** Looks within the time. */
const LOOKS = 20;
/** What gets no processor has so many times as long. */
const STARVED_FACTOR = 6;

/**
 * Calls back once when so many milliseconds are over. They are counted in looks and not by the clock: where this
 * process was stopped itself, it looks once and hears at once. Time in which the machine holds up what is waited for
 * does not count, up to six times as much.
 */
export function startPatience({
  ms,
  isStarved,
  onOver,
}: {
  ms: number;
  isStarved: Starvation;
  onOver(): void;
}): Patience {
  let looks = 0;
  let starvedLooks = 0;
  const timer = setInterval(() => {
    if (looks !== 0 && starvedLooks < STARVED_FACTOR * LOOKS && isStarved()) {
      starvedLooks += 1;
      return;
    }
    looks += 1;
    if (looks <= LOOKS) return;
    clearInterval(timer);
    onOver();
  }, ms / LOOKS).unref();
  return {
    renew(moreMs = 0) {
      looks = -Math.ceil(moreMs / (ms / LOOKS));
      starvedLooks = 0;
    },
    end: () => clearInterval(timer),
  };
}
