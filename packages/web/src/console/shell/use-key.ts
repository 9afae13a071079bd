import { useEffect, useEffectEvent } from 'react';

/** Calls back for a character key anywhere on the page, except in a text field and in a dialog. */
export function useKey(key: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTaken(event.target)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [key]);
}

const isTaken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
