import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseAway } from './database-refusals.ts';

/**
 * Keeps requests from a database that is away, and lets them through when it is back.
 *
 * Who comes in the first {@link WAIT_MS} of an outage waits, so that a restart is not noticed; afterwards everybody is
 * refused at once, so that no crowd gathers. One probe at a time asks whether the database is back.
 */
export interface OutageGate {
  /** Why the database is thought to be away; undefined while it is not. */
  readonly reason: Error | undefined;
  /** Settles when connections may be tried. @throws {@link DatabaseAway} when that takes too long */
  pass(): Promise<void>;
  /** Learns that a connection could not be made. */
  close(reason: Error): void;
  /** Ends the probing. */
  end(): void;
}

/** So long an outage is waited for. */
export const WAIT_MS = 4_000;
const FIRST_PROBE_MS = 25;
const MAX_PROBE_MS = 1_000;

/** How a gate is made. */
interface OutageGateOptions {
  /** Makes a connection and asks something of it; throws while it cannot. */
  probe(): Promise<void>;
  /** Milliseconds since some moment, which never go back; default: the process's clock. */
  now?(): number;
}

interface Outage {
  reason: Error;
  readonly since: number;
  readonly over: Promise<void>;
}

/** Makes a gate that is open. */
export function createOutageGate({ probe, now = () => performance.now() }: OutageGateOptions): OutageGate {
  let outage: Outage | undefined;
  const ending = new AbortController();

  const probeUntilBack = async (): Promise<void> => {
    for (
      let delayMs = FIRST_PROBE_MS;
      !ending.signal.aborted;
      delayMs = Math.min(MAX_PROBE_MS, delayMs * 2)
    ) {
      await pause(delayMs, undefined, { signal: ending.signal }).catch(() => {});
      try {
        await probe();
        break;
      } catch (error) {
        if (outage) outage.reason = error as Error;
      }
    }
    outage = undefined;
  };
  const refusal = ({ reason }: Outage) =>
    new DatabaseAway(`The database is away: ${reason.message}`, { cause: reason });

  return {
    get reason() {
      return outage?.reason;
    },
    async pass() {
      const current = outage;
      if (!current) return;
      const leftMs = current.since + WAIT_MS - now();
      if (leftMs <= 0) throw refusal(current);
      const timeout = new AbortController();
      const waited = pause(leftMs, 'waited' as const, { signal: timeout.signal }).catch(() => undefined);
      const outcome = await Promise.race([current.over, waited]);
      timeout.abort();
      if (outcome === 'waited' || ending.signal.aborted) throw refusal(current);
    },
    close(reason) {
      outage ??= { reason, since: now(), over: probeUntilBack() };
    },
    end: () => ending.abort(),
  };
}
