import type { Caller } from '../engine-types.ts';
import { cancelled, engineError } from '../errors.ts';
import type { StatsWriter } from '../runtime-stats.ts';

/**
 * Gives a few slots to many callers in fair shares. The one with the fewest slots is next: first among tenants, then among
 * the callers of a tenant, then who has used the slots for the shortest time. No caller holds more than its share, even
 * while nobody else waits, so that a new caller finds a slot.
 *
 * Where work of all slots shares the cores of one machine, a slot alone does not help the new caller. There, while others
 * ask as well, a caller with long work holds one slot: what it has begun last is taken back, and waits again.
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
export interface EnterOptions {
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
export const MAX_WAITING = 1_000;
/** Of one tenant. */
export const MAX_WAITING_PER_TENANT = 500;
/** Of one caller: more than a batch of the query API has. */
export const MAX_WAITING_PER_CALLER = 200;

/** Slots that one caller may hold: half of them. */
export function callerShare(slots: number): number {
  return Math.max(1, Math.floor(slots / 2));
}

/** Slots that the callers of one tenant may hold: all but one in four. */
export function tenantShare(slots: number): number {
  return Math.max(1, slots - Math.max(1, Math.floor(slots / 4)));
}

/** Work that holds a slot for longer is long. */
export const LONG_WORK_MS = 100;
/** After its end, its caller counts as one with long work for so long. */
const LONG_CALLER_MS = 10_000;
/** Others ask as well, where one of them has asked within this. */
const CONTENDED_MS = 2_000;

/** Callers and tenants of which the usage is known while the queue is never empty. */
const MAX_USAGES = 5_000;

/** Work of nobody in particular, as of a program with an engine of its own: it may take every slot. */
const NOBODY: Caller = { tenant: '', id: '' };

interface Waiting {
  readonly callers: Iterable<Caller>;
  readonly start: (caller: Caller) => void;
}

/** Slots held, milliseconds that slots were held for, and when work was last known to be long. */
interface Usage {
  running: number;
  spentMs: number;
  longAt: number;
}

/** Work with a slot. */
interface Held {
  readonly caller: Caller;
  readonly since: number;
  readonly callers: Iterable<Caller>;
  /** Absent where it must not be taken back, or was asked to go already. */
  takeBack: (() => void) | undefined;
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
  /** In the order in which they were given a slot. */
  const slotsHeld = new Set<Held>();
  const asking = createAskingCallers(now);
  let retryTimer: NodeJS.Timeout | undefined;
  const tenants = createUsages();
  const callers = createUsages();
  const isOf = (entry: Waiting, matches: (caller: Caller) => boolean) => someOf(entry.callers, matches);
  const countOf = (matches: (caller: Caller) => boolean) =>
    waiting.filter((entry) => isOf(entry, matches)).length;

  const heldBy = ({ id }: Caller) => [...slotsHeld].filter(({ caller }) => caller.id === id);
  const hasLongWork = (caller: Caller): boolean =>
    now() - callers.of(caller.id).longAt < LONG_CALLER_MS ||
    heldBy(caller).some(({ since }) => now() - since > LONG_WORK_MS);
  const shareOf = (caller: Caller): number =>
    takesBack && asking.areOthers(caller) && hasLongWork(caller) ? 1 : callerShare(slots);
  const mayRun = (caller: Caller): boolean =>
    caller === NOBODY ||
    (callers.of(caller.id).running < shareOf(caller) &&
      tenants.of(caller.tenant).running < tenantShare(slots));
  /** Asks for the slots back that callers have beyond their share; work that others wait for as well goes on. */
  const takeBackExcess = () => {
    for (const held of [...slotsHeld].toReversed()) {
      const { caller, takeBack } = held;
      const own = heldBy(caller).filter((one) => one.takeBack);
      if (!takeBack || own.length <= shareOf(caller)) continue;
      if (someOf(held.callers, ({ id }) => id !== caller.id)) continue;
      held.takeBack = undefined;
      takeBack();
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
      for (const caller of named) asking.note(caller);
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
          tenants.of(caller.tenant).running += 1;
          callers.of(caller.id).running += 1;
          held = { caller, since: now(), callers: of, takeBack: onTakeBack };
          slotsHeld.add(held);
          resolve();
        },
      };
      if (signal.aborted) reject(cancelled(signal.reason));
      else {
        if (isAgain) waiting.unshift(entry);
        else waiting.push(entry);
        count('waiting', 1);
        signal.addEventListener('abort', abandon, { once: true });
        if (takesBack) takeBackExcess();
        admit();
      }
      return {
        admitted,
        position: () => positionOf(entry, waiting),
        callersChanged: admit,
        leave() {
          if (!held) return;
          const { caller, since } = held;
          slotsHeld.delete(held);
          held = undefined;
          count('running', -1);
          const spentMs = now() - since;
          for (const usage of [tenants.of(caller.tenant), callers.of(caller.id)]) {
            usage.running -= 1;
            usage.spentMs += spentMs;
            if (spentMs > LONG_WORK_MS) usage.longAt = now();
          }
          admit();
        },
      };
    },
  };
}

/** Knows whether anybody but a caller has asked lately: of the last two who did, one is another. */
function createAskingCallers(now: () => number) {
  let last: { id: string; at: number } | undefined;
  let other: { id: string; at: number } | undefined;
  return {
    note({ id }: Caller) {
      if (last && last.id !== id) other = last;
      last = { id, at: now() };
    },
    areOthers({ id }: Caller): boolean {
      const foreign = last?.id === id ? other : last;
      return foreign !== undefined && now() - foreign.at < CONTENDED_MS;
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

function createUsages() {
  const usages = new Map<string, Usage>();
  return {
    of(key: string): Usage {
      const usage = usages.get(key) ?? { running: 0, spentMs: 0, longAt: -Infinity };
      usages.set(key, usage);
      if (usages.size > MAX_USAGES) forgetIdle(usages, usage);
      return usage;
    },
    clear: () => usages.clear(),
  };
}

/** Who runs nothing begins like everybody else the next time. */
function forgetIdle(usages: Map<string, Usage>, kept: Usage): void {
  for (const [key, usage] of usages) if (usage.running === 0 && usage !== kept) usages.delete(key);
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
