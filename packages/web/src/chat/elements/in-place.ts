import { useEffect, useRef } from 'react';

/** For the button that something in its own place was opened by: it has the focus again once that is closed. */
export function useFocusAfter<Button extends HTMLElement>(isOpen: boolean) {
  const button = useRef<Button>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/**
 * Escape within the element is its own: the panel that the chat may be in, which listens to the page itself, stays
 * open.
 */
export function useOwnEscape(element: { readonly current: HTMLElement | null }, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const { current } = element;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      latest.current();
    };
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, [element]);
}
