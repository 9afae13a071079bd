import type { Surface } from '@oriel/embed';

/** A token that a page leaves to itself while it is loaded again. */
export interface KeptToken {
  readonly token: string;
  /** When it has come, by the clock of the browser. */
  readonly sinceMs: number;
}

interface KeptSession extends KeptToken {
  /** The query that the host has loaded the surface with. */
  readonly search: string;
  readonly keptAtMs: number;
}

const KEY = 'orielSession';
/** A reload takes no longer; what is older is forgotten. */
const KEPT_MS = 60_000;

/**
 * Takes what the page has left when it was loaded again: a session is for one exchange, and a viewer who reloads a
 * frame would lose it. It stands in the entry of the frame's own history, which no page of another origin and no other
 * frame can read, and which browsers give to frames of other sites as well; only a reload of the page takes it, and
 * once.
 *
 */
export function takeKeptSession(
  address: URL,
  kind: Surface,
): (KeptToken & { readonly search: string }) | undefined {
  // This page alone writes it.
  const { [KEY]: kept, ...others } = (history.state ?? {}) as { [KEY]?: KeptSession };
  if (!kept) return undefined;
  replaceState(Object.keys(others).length > 0 ? others : null);
  if (!isReload() || Math.abs(Date.now() - kept.keptAtMs) > KEPT_MS) return undefined;
  // Of what the host has said, the pages of an application have the session alone in their addresses; those of a
  // dashboard what its viewer has chosen.
  return kind === 'app' ? kept : { ...kept, search: address.search };
}

/**
 * From now on leaves the token of the time to the page itself, whenever it goes.
 * @param search what the host has loaded it with
 */
export function keepSession(search: string, current: () => KeptToken | undefined): void {
  // At `pagehide` it is too late: the next page has the state of before.
  window.addEventListener('beforeunload', () => {
    const token = current();
    const kept = token && { ...token, search, keptAtMs: Date.now() };
    if (kept) replaceState({ ...(history.state as object | null), [KEY]: kept });
  });
}

/** Past the router of a page, which takes every change of the history for a page of its own. */
function replaceState(state: object | null): void {
  History.prototype.replaceState.call(history, state, '');
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}
