import { useEffect, useState } from 'react';

/** What has opened the dialog that was opened last, for one that takes its place. */
let openers: readonly Element[] = [];

/**
 * Gives the focus back when a part of the page is taken away that had it, such as a dialog: to what had the focus
 * before, to the button of a menu where that was an item, or to what has opened the dialog before. Where something else
 * has the focus by then it stays.
 */
export function useFocusBack(): void {
  // Read before the focus moves into the dialog.
  const [own] = useState(() => (openers = findOpeners(document.activeElement)));
  useEffect(
    () => () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const opener = own.find(({ isConnected }) => isConnected);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [own],
  );
}

function findOpeners(active: Element | null): Element[] {
  if (!active || active === document.body) return [];
  const button = active.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '';
  const before = active.closest('[role=dialog]') ? openers : [];
  return [active, document.getElementById(button), ...before].filter((element) => element !== null);
}
