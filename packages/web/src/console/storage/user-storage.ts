import { browserStorages, createPageStorage, USER } from './page-storage.ts';

/** What this page keeps of the one who looks at it. Nothing else of the pages touches a storage of the browser. */
export const userStorage = createPageStorage(browserStorages());

/** What the names of unsaved edits begin with. */
export const EDITS_PREFIX = 'edits ';

/**
 * Loads the page anew, without anything of the user whom it has shown: what stands in memory goes with the page. A page
 * that the browser brings back from its cache is empty.
 *
 * @param to default: the same address
 */
export function leavePage(to?: string): void {
  userStorage.leave({ isFinal: true });
  // Nothing is left that a question whether to stay would be about.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  // What others write when the page goes, such as how far it was scrolled.
  window.addEventListener('pagehide', () => userStorage.leave({ isFinal: true }));
  document.documentElement.hidden = true;
  if (to === undefined) window.location.reload();
  else window.location.replace(to);
}

/** Leaves the page when another tab has signed its user out, or another one in. */
export function watchUser(): void {
  const check = () => {
    if (userStorage.isStale()) leavePage();
  };
  window.addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page that was left comes back with what it held in memory.
    if (persisted && (document.documentElement.hidden || userStorage.isStale())) leavePage();
  });
}

/**
 * Waits on a page that shows no user until another tab has signed one in.
 *
 * @returns what ends the wait
 */
export function watchSignIn(onSignIn: () => void): () => void {
  const check = ({ key, newValue }: StorageEvent) => {
    if (key === USER && newValue !== null && !userStorage.isOwned) onSignIn();
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
}
