import type { Caller } from '../../protocol/engine-types.ts';
import { cancelled, engineError } from '../../errors/errors.ts';
import type { StatsWriter } from '../../protocol/runtime-stats.ts';
import { CONTENDED_MS, createSlotContention } from './slot-contention.ts';
import { callerShare, tenantShare } from './slot-shares.ts';
import { createSlotUse, type Held } from './slot-use.ts';

/**
 * Gives a few slots to many callers in fair shares. The one with the fewest slots is next: first among tenants, then
 * among the callers of a tenant, then who has used the slots for the shortest time. No caller holds more than its
 * share, even while nobody else waits, so that a new caller finds a slot.
 *
 * Where work of all slots shares the cores of one machine, a slot alone does not help the new caller. There, while
 * others ask as well, long work holds fewer slots, see {@link createSlotContention}: what has begun last is taken back,
 * and waits again.
 */
export interface FairQueue {
  /**
   * Waits for a slot. Several callers may wait for the same work: it is started in the turn of whichever of them comes
   * first, and counts as that one's. `callers` is looked at whenever a slot is free.
   *
   * @throws `query.queue_full` at once, where the caller, its tenant or all of them wait for too much already
   */
  enter(callers: Iterable<Caller>, signal: AbortSignal, options?: EnterOptions): Ticket;
  /** What waits and what runs now. */
  readonly load: { readonly waiting: number; readonly running: number };
}

/** How work takes part in a queue with {@link FairQueueOptions.takesBack}. */
interface EnterOptions {
  /** Asks the work to stop, to leave, and to enter again; at most once. Absent: a slot is never taken back. */
  onTakeBack?(): void;
  /** The slot was taken back: the work goes to the head of the line, however long that is. */
  readonly isAgain?: boolean;
}

/** A position in the queue, and later a slot. */
export interface Ticket {
  /** Settles when there is a slot; `query.cancelled` where that was aborted before. */
  readonly admitted: Promise<void>;
  /** 1 for the first in the line of its caller; 0 with a slot. */
  position(): number;
  /** To be called when a caller has been added to those of the work that waits. */
  callersChanged(): void;
  /** Gives the slot back; of no effect without one. */
  leave(): void;
}

/** How many slots there are, and how much may wait for them. */
export interface FairQueueOptions {
  readonly slots: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerTenant?: number;
  readonly maxWaitingPerCaller?: number;
  /** Milliseconds since some moment; default: the process's clock. */
  now?(): number;
  /** Whether slots are taken back from callers with long work while others ask; default false. */
  readonly takesBack?: boolean;
  /** Where the queue is counted; default nowhere. */
  readonly count?: StatsWriter;
}

/** Work that waits without a slot, at most: of everybody. */
const MAX_WAITING = 1_000;
/** Of one tenant. */
const MAX_WAITING_PER_TENANT = 500;
/** Of one caller: more than a batch of the query API has. */
const MAX_WAITING_PER_CALLER = 200;

/** Work of nobody in particular, as of a program with an engine of its own: it may take every slot. */
const NOBODY: Caller = { tenant: '', id: '' };

interface Waiting {
  readonly callers: Iterable<Caller>;
  readonly start: (caller: Caller) => void;
}

/** Makes a queue in which nobody waits. */
export function createFairQueue({
  slots,
  maxWaiting = MAX_WAITING,
  maxWaitingPerTenant = MAX_WAITING_PER_TENANT,
  maxWaitingPerCaller = MAX_WAITING_PER_CALLER,
  now = () => performance.now(),
  takesBack = false,
  count = () => {},
}: FairQueueOptions): FairQueue {
  const waiting: Waiting[] = [];
  const use = createSlotUse(now);
  const contention = takesBack ? createSlotContention(use, slots, now) : undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  const { held: slotsHeld, callers, tenants } = use;
  const isOf = (entry: Waiting, matches: (caller: Caller) => boolean) => someOf(entry.callers, matches);
  const countOf = (matches: (caller: Caller) => boolean) =>
    waiting.filter((entry) => isOf(entry, matches)).length;

  const mayRun = (caller: Caller): boolean =>
    caller === NOBODY ||
    (callers.of(caller.id).running < callerShare(slots) &&
      tenants.of(caller.tenant).running < tenantShare(slots) &&
      (contention?.mayRun(caller) ?? true));
  const takeBackExcess = () => {
    for (let held = contention?.findExcess(); held; held = contention?.findExcess()) {
      const { takeBack } = held;
      held.takeBack = undefined;
      takeBack?.();
    }
  };
  const rankOf = (caller: Caller): readonly number[] => {
    const [tenant, own] = [tenants.of(caller.tenant), callers.of(caller.id)];
    return [tenant.running, own.running, own.spentMs];
  };
  /** The next of the waiting, where a slot is free; of the same rank the one who came first. */
  const findNext = (): { entry: Waiting; caller: Caller } | undefined => {
    if (slotsHeld.size >= slots) return undefined;
    let next: { entry: Waiting; caller: Caller; rank: readonly number[] } | undefined;
    for (const entry of waiting)
      for (const caller of entry.callers) {
        if (!mayRun(caller)) continue;
        const rank = rankOf(caller);
        if (!next || isBefore(rank, next.rank)) next = { entry, caller, rank };
      }
    return next;
  };
  const admit = () => {
    for (let next = findNext(); next; next = findNext()) {
      waiting.splice(waiting.indexOf(next.entry), 1);
      next.entry.start(next.caller);
    }
    // Who neither waits nor runs is forgotten; the next time it begins like everybody else.
    if (waiting.length === 0 && slotsHeld.size === 0) for (const usages of [tenants, callers]) usages.clear();
    // A slot that is free because others have asked is of use when they do so no more.
    if (takesBack && waiting.length > 0 && slotsHeld.size < slots)
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined;
        admit();
      }, CONTENDED_MS).unref();
  };
  const refuseExcess = (of: readonly Caller[]) => {
    const isFull =
      waiting.length >= maxWaiting ||
      of.some(
        (caller) =>
          countOf(({ tenant }) => tenant === caller.tenant) >= maxWaitingPerTenant ||
          countOf(({ id }) => id === caller.id) >= maxWaitingPerCaller,
      );
    if (!isFull) return;
    count('refused', 1);
    throw engineError('query.queue_full');
  };

  return {
    get load() {
      return { waiting: waiting.length, running: slotsHeld.size };
    },
    enter(given, signal, { onTakeBack, isAgain = false } = {}) {
      const named = [...given];
      // Read again at each turn, for callers come and go.
      const of: Iterable<Caller> = named.length === 0 ? [NOBODY] : given;
      for (const caller of named) contention?.note(caller);
      if (!isAgain && (slotsHeld.size >= slots || !named.every(mayRun))) refuseExcess(named);
      const { promise: admitted, resolve, reject } = Promise.withResolvers<void>();
      const enteredAt = now();
      let held: Held | undefined;
      const abandon = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        count('waiting', -1);
        reject(cancelled(signal.reason));
      };
      const entry: Waiting = {
        callers: of,
        start(caller) {
          signal.removeEventListener('abort', abandon);
          count('waiting', -1);
          count('running', 1);
          count('admitted', 1);
          count('queuedMs', now() - enteredAt);
          held = use.begin({
            caller,
            callers: of,
            takeBack: caller === NOBODY ? undefined : onTakeBack,
          });
          resolve();
        },
      };
      if (signal.aborted) reject(cancelled(signal.reason));
      else {
        if (isAgain) waiting.unshift(entry);
        else waiting.push(entry);
        count('waiting', 1);
        signal.addEventListener('abort', abandon, { once: true });
        takeBackExcess();
        admit();
      }
      return {
        admitted,
        position: () => positionOf(entry, waiting),
        callersChanged: admit,
        leave() {
          if (!held) return;
          use.end(held);
          held = undefined;
          count('running', -1);
          admit();
        },
      };
    },
  };
}

/** How many wait in the same line, up to the entry; 0 where it waits no more. */
function positionOf(entry: Waiting, waiting: readonly Waiting[]): number {
  const ids = new Set([...entry.callers].map(({ id }) => id));
  const isSame = ({ id }: Caller) => ids.has(id);
  const upTo = waiting.slice(0, waiting.indexOf(entry) + 1);
  return upTo.filter(({ callers }) => someOf(callers, isSame)).length;
}

function someOf(callers: Iterable<Caller>, matches: (caller: Caller) => boolean): boolean {
  for (const caller of callers) if (matches(caller)) return true;
  return false;
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}
