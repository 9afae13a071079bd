import { useEffect, useState } from 'react';

const SETTLE_MS = 600;

/**
 * Whether the page has been in front for a moment. A page behind a window that closes under a double click would
 * otherwise take the second click for an answer.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      setSettled(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setSettled(true), SETTLE_MS);
    };
    settle();
    window.addEventListener('focus', settle);
    document.addEventListener('visibilitychange', settle);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', settle);
      document.removeEventListener('visibilitychange', settle);
    };
  }, []);
  return isSettled;
}
