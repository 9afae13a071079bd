import { parseUrlControls, serializeUrlControls } from '@oriel/embed';
import { withoutEmpty } from '../../dashboard/store/url-state.ts';

/** The state that an address holds, in one form. */
const stateIn = (search: string) => {
  const { problems: _problems, cleared: _cleared, ...controls } = parseUrlControls(search);
  return serializeUrlControls(controls);
};

/**
 * Tells what the viewer has written into an address from what others have: a link, or the way back.
 *
 * @param search the address at first
 * @param write changes the address, some time later
 */
export function createAddressState(search: string, write: (state: string) => void) {
  let told = stateIn(search);
  /** What was written and has not been read yet; it may never be, where the next followed at once. */
  const written = new Set<string>();
  return {
    write(state: string): void {
      const next = stateIn(withoutEmpty(state));
      if (next === told) return;
      told = next;
      written.add(next);
      write(next);
    },
    /** The state of another address, to be applied; undefined where it is known already. */
    read(address: string): string | undefined {
      const state = stateIn(address);
      if (state === told) written.clear();
      if (state === told || written.has(state)) return undefined;
      told = state;
      return state;
    },
  };
}
