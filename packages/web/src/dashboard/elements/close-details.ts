import { useEffect, type RefObject } from 'react';

/** Closes a disclosure, and brings the focus back to what opened it where it would be lost with the content. */
export function closeDetails(details: HTMLDetailsElement | null): void {
  if (!details) return;
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus();
  details.removeAttribute('open');
}

/**
 * Closes a disclosure where a pointer is pressed outside of it: a page without anything that takes the focus there
 * tells nothing else.
 */
export function useClosedOutside(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const { current } = details;
      if (current?.open && !(target instanceof Node && current.contains(target)))
        current.removeAttribute('open');
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [details]);
}
