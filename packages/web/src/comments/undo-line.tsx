import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../messages/comment-texts.ts';
import styles from './comments.module.css';

/**
 * Says what has just been done, and offers to take it back. It takes the focus of what it stands for, and gives it to
 * the list when it goes.
 */
export function UndoLine({ text, onUndo }: { readonly text: string; onUndo(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that was used is gone.
  useEffect(() => button.current?.focus(), []);
  useLayoutEffect(() => {
    const { current } = button;
    const home = current?.closest('[data-comments]')?.querySelector<HTMLElement>('[data-threads]');
    return () => {
      if (current !== null && document.activeElement === current) home?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className={styles.undoLine} role="status">
      <span>{text}</span>
      <button ref={button} type="button" className={styles.act} onClick={onUndo}>
        {t('undo')}
      </button>
    </div>
  );
}
