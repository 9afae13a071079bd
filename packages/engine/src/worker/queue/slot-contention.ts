import type { Caller } from '../../protocol/engine-types.ts';
import { callerShare, longShare } from './slot-shares.ts';
import type { Held, SlotUse } from './slot-use.ts';

/**
 * What long work may hold where the work of all slots shares the cores of one machine, while others ask as well:
 *
 * - one slot for each caller;
 * - one slot for all callers of a tenant, while other tenants ask;
 * - altogether all slots but one, so that short work finds one however many tenants there are.
 *
 * Nobody knows whether the first work of a caller is long. Of a tenant with long work one such caller at a time is
 * tried, and after a disappointment none for two seconds. Callers known for short work are not held up by that.
 */
interface SlotContention {
  /** A caller asks for something. */
  note(caller: Caller): void;
  mayRun(caller: Caller): boolean;
  /** Work that has to leave, of which the last to begin comes first. */
  findExcess(): Held | undefined;
}

/** Others ask as well, where one of them has asked within this. */
export const CONTENDED_MS = 2_000;

/** Makes the rules for a queue in which nobody has asked. */
export function createSlotContention(use: SlotUse, slots: number, now: () => number): SlotContention {
  const asking = createAsking(now);
  const askingTenants = createAsking(now);
  const areOthers = ({ id }: Caller) => asking.areOthers(id);
  const areOtherTenants = ({ tenant }: Caller) => askingTenants.areOthers(tenant);
  const shareOf = (caller: Caller) => (areOthers(caller) && use.isLong(caller) ? 1 : callerShare(slots));
  const countHeld = (isCounted: (held: Held) => boolean) => [...use.held].filter(isCounted).length;
  const isLong = ({ caller }: Held) => use.isLong(caller);

  const mayRunInTenant = (caller: Caller): boolean => {
    const ofTenant = [...use.held].filter((held) => held.caller.tenant === caller.tenant);
    const hasLong = ofTenant.some(isLong);
    if (use.isLong(caller)) return !hasLong;
    const isDisappointed = now() - use.tenants.of(caller.tenant).disappointedAt < CONTENDED_MS;
    if (!use.isUntried(caller) || !(hasLong || isDisappointed)) return true;
    return !isDisappointed && !ofTenant.some((held) => held.wasUntried && !isLong(held));
  };
  /** How much of what may be taken back is there. */
  const countRemovable = (isCounted: (held: Held) => boolean) =>
    countHeld((held) => held.takeBack !== undefined && isCounted(held));
  const isExcess = (held: Held): boolean => {
    const { caller, takeBack } = held;
    if (!takeBack || !areOthers(caller)) return false;
    const isOwn = ({ caller: { id } }: Held) => id === caller.id;
    const isOfTenant = ({ caller: { tenant } }: Held) => tenant === caller.tenant;
    // Work that others wait for as well goes on.
    const others = [...held.callers].filter(({ id }) => id !== caller.id);
    if (others.length === 0 && countRemovable(isOwn) > shareOf(caller)) return true;
    if (!isLong(held) || others.some(({ tenant }) => tenant !== caller.tenant)) return false;
    const ofTenant = countRemovable((one) => isOfTenant(one) && isLong(one));
    return (areOtherTenants(caller) && ofTenant > 1) || countRemovable(isLong) > longShare(slots);
  };

  return {
    note({ id, tenant }) {
      asking.note(id);
      askingTenants.note(tenant);
    },
    mayRun: (caller) =>
      use.callers.of(caller.id).running < shareOf(caller) &&
      !(areOthers(caller) && use.isLong(caller) && countHeld(isLong) >= longShare(slots)) &&
      (!areOtherTenants(caller) || mayRunInTenant(caller)),
    findExcess: () => [...use.held].toReversed().find(isExcess),
  };
}

/** Knows whether anybody but one has asked lately: of the last two who did, one is another. */
function createAsking(now: () => number) {
  let last: { key: string; at: number } | undefined;
  let other: { key: string; at: number } | undefined;
  return {
    note(key: string) {
      if (last && last.key !== key) other = last;
      last = { key, at: now() };
    },
    areOthers(key: string): boolean {
      const foreign = last?.key === key ? other : last;
      return foreign !== undefined && now() - foreign.at < CONTENDED_MS;
    },
  };
}
