import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows of a table on sheets of paper, some hundred of them; those behind are told by their number. */
export const MAX_PRINTED_ROWS = 10_000;

/**
 * How many rows of a table are to be seen whole in what the server draws of it: a picture cannot be scrolled. Undefined
 * on pages that people look at.
 */
export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  { isDrawn, isPrinted }: { isDrawn: boolean; isPrinted: boolean },
): number | undefined {
  const [shown, setShown] = useState<number>();
  // After each drawing: rows come when the table has its height.
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current || !isDrawn) return undefined;
    const count = () => setShown(rowsIn(current, isPrinted));
    count();
    const observer = new ResizeObserver(count);
    observer.observe(current);
    return () => observer.disconnect();
  });
  return shown;
}

function rowsIn(scroller: HTMLElement, isPrinted: boolean): number {
  const rows = [...scroller.querySelectorAll('tbody tr[aria-rowindex]')];
  if (isPrinted) return rows.length;
  const end = scroller.querySelector('tfoot')?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  const below = Math.min(end, scroller.getBoundingClientRect().bottom);
  return rows.filter((row) => row.getBoundingClientRect().bottom <= below + 1).length;
}
