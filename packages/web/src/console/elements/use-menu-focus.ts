import { useRef, type FocusEvent } from 'react';

/**
 * Props of a menu that gives its focus back to its button as it closes, and at once: the way back of the
 * library waits, and may take the focus from what an item has opened.
 *
 * The library's focus trap moves the focus into the menu some time after it opens. Of a menu that was closed
 * before, it is refused: the focus stays where it was.
 */
export function useMenuFocus() {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useRef(false);
  const keepsFocus = useRef(false);
  const focusButton = () => button.current?.focus({ preventScroll: true });
  return {
    button,
    menu: {
      returnFocus: false,
      onOpen: () => {
        isOpen.current = true;
        keepsFocus.current = false;
      },
      onClose: () => {
        isOpen.current = false;
        if (!keepsFocus.current) focusButton();
      },
    },
    dropdown: {
      onFocusCapture: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (isOpen.current) return;
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          relatedTarget.focus({ preventScroll: true });
        else focusButton();
      },
    },
    /** The item that was chosen has moved the focus, which does not go back to the button. */
    keepFocus: () => void (keepsFocus.current = true),
  };
}
