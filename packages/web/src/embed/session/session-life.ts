/** When a surface warns of the end of its token, and when it stops using it; in milliseconds since 1970. */
export interface SessionLife {
  readonly warnsAtMs: number;
  readonly endsAtMs: number;
}

/** Of a token's life: an hour of a day. */
const UNUSED_PART = 1 / 24;
/** Five minutes of a day. */
const WARNING_PART = 1 / 288;

/**
 * A token of a day is not used in its last hour, and five minutes before that the host is warned; of shorter tokens
 * both are as much shorter.
 *
 * The clock of the browser may be wrong by hours: of the times of the server only the distance counts, from now on.
 *
 * @param iat when the token was made, in seconds since 1970
 * @param exp when it expires, in seconds since 1970
 * @param nowMs when it has come, by the clock of the browser
 * @returns undefined for a token that does not say both
 */
export function lifeOf({ iat, exp }: { iat?: number; exp?: number }, nowMs: number): SessionLife | undefined {
  if (iat === undefined || exp === undefined) return undefined;
  const lifeMs = (exp - iat) * 1000;
  const endsAtMs = nowMs + lifeMs * (1 - UNUSED_PART);
  return { endsAtMs, warnsAtMs: endsAtMs - lifeMs * WARNING_PART };
}

/** Calls what is due in the life of a session, each once. */
interface SessionTimer {
  /** Begins with the life of another token; undefined: one without an end. */
  start(life: SessionLife | undefined): void;
  /** Calls what is due by now. Timers of a tab in the background may be late. */
  check(): void;
}

/** What a timer goes by. */
interface SessionTimerOptions {
  now(): number;
  setTimer(callback: () => void, delayMs: number): unknown;
  /** The warning is due. */
  onWarning(life: SessionLife): void;
  /** The token may be used no longer. */
  onEnd(): void;
}

/** Makes the timer of a session. */
export function createSessionTimer({ now, setTimer, onWarning, onEnd }: SessionTimerOptions): SessionTimer {
  let life: SessionLife | undefined;
  let isWarned = false;
  const check = () => {
    if (!life) return;
    const { warnsAtMs, endsAtMs } = life;
    if (now() >= endsAtMs) {
      life = undefined;
      return onEnd();
    }
    if (now() >= warnsAtMs && !isWarned) {
      isWarned = true;
      onWarning(life);
    }
    wait();
  };
  const wait = () => {
    const started = life;
    if (!started) return;
    const next = isWarned ? started.endsAtMs : started.warnsAtMs;
    setTimer(() => life === started && check(), Math.max(0, next - now()));
  };
  return {
    start(next) {
      life = next;
      isWarned = false;
      check();
    },
    check,
  };
}
