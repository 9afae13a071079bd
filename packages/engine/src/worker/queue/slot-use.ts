import type { Caller } from '../../protocol/engine-types.ts';
import { createUsages, type Usages } from './slot-usage.ts';

/** Who holds the slots of a queue now, and what callers and tenants have had of them. */
export interface SlotUse {
  /** In the order in which they were given a slot. */
  readonly held: ReadonlySet<Held>;
  readonly callers: Usages;
  readonly tenants: Usages;
  begin(work: Pick<Held, 'caller' | 'callers' | 'takeBack'>): Held;
  end(held: Held): void;
  /** Whether the work of a caller has been long lately, or is so now. */
  isLong(caller: Caller): boolean;
  /** Whether nothing is known of a caller's work. */
  isUntried(caller: Caller): boolean;
}

/** Work with a slot. */
export interface Held {
  readonly caller: Caller;
  readonly since: number;
  /** Who waits for it. */
  readonly callers: Iterable<Caller>;
  /** Nothing was known of the caller's work when it began. */
  readonly wasUntried: boolean;
  /** Absent where it must not be taken back, or was asked to go already. */
  takeBack: (() => void) | undefined;
}

/** Work that holds a slot for longer is long. */
export const LONG_WORK_MS = 100;
/** After its end, its caller counts as one with long work for so long. */
const LONG_CALLER_MS = 10_000;

/** Makes the use of slots that are all free. */
export function createSlotUse(now: () => number): SlotUse {
  const held = new Set<Held>();
  const [callers, tenants] = [createUsages(), createUsages()];
  const isLongNow = ({ since }: Held) => now() - since > LONG_WORK_MS;
  const heldBy = ({ id }: Caller) => [...held].filter(({ caller }) => caller.id === id);
  const isLong = (caller: Caller) =>
    now() - callers.of(caller.id).longAt < LONG_CALLER_MS || heldBy(caller).some(isLongNow);
  const isUntried = (caller: Caller) => callers.of(caller.id).spentMs === 0 && !isLong(caller);
  return {
    held,
    callers,
    tenants,
    isLong,
    isUntried,
    begin(work) {
      const begun: Held = { ...work, since: now(), wasUntried: isUntried(work.caller) };
      for (const usage of [tenants.of(work.caller.tenant), callers.of(work.caller.id)]) usage.running += 1;
      held.add(begun);
      return begun;
    },
    end(ended) {
      const { caller, since, wasUntried } = ended;
      held.delete(ended);
      const spentMs = now() - since;
      for (const usage of [tenants.of(caller.tenant), callers.of(caller.id)]) {
        usage.running -= 1;
        usage.spentMs += spentMs;
        if (!isLongNow(ended)) continue;
        usage.longAt = now();
        if (wasUntried) usage.disappointedAt = now();
      }
    },
  };
}
