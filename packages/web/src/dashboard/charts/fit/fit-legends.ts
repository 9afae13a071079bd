import type { Legend, Spec, View } from 'vega';
import { followSize } from './follow-size.ts';
import { legendsOf } from '../pointer/scene.ts';

/**
 * The signal in which a document has the number of columns of its lying legends; 0 for all of their entries in one
 * line.
 */
const COLUMNS = 'orielLegendColumns';
/** More are never side by side. */
const MOST = 12;

/** Whether a legend lies above or below its chart, with a line of entries that its author has not broken. */
const isOpen = ({ orient, direction, columns, type }: Legend) =>
  typeof orient === 'string' &&
  /^(top|bottom)/.test(orient) &&
  (direction ?? 'horizontal') === 'horizontal' &&
  columns === undefined &&
  type !== 'gradient';

/**
 * A document in which legends have the columns that {@link fitLegends} gives them: Vega writes all entries in one line,
 * however long.
 */
export function withOpenLegends(compiled: Spec): { document: Spec; hasLegends: boolean } {
  const { legends = [], signals = [] } = compiled;
  if (!legends.some(isOpen)) return { document: compiled, hasLegends: false };
  return {
    document: {
      ...compiled,
      legends: legends.map((each) => (isOpen(each) ? { ...each, columns: { signal: COLUMNS } } : each)),
      signals: [...signals, { name: COLUMNS, value: 0 }],
    },
    hasLegends: true,
  };
}

/**
 * Breaks the legends of a view into lines where they are wider than the container, also after it has changed its size.
 *
 * @param view of such a document, which has run
 * @returns the function that ends it
 */
export async function fitLegends(view: View, container: HTMLElement): Promise<() => void> {
  const set = async (columns: number) => {
    view.signal(COLUMNS, columns);
    await view.resize().runAsync();
  };
  const fit = async () => {
    const all = Math.min(MOST, Math.max(1, ...legendsOf(view).map(({ entries }) => entries)));
    if (all === 1 || !isWider(view, container)) return;
    let columns = Math.min(all - 1, likelyColumns(view, container));
    await set(columns);
    while (columns > 1 && isWider(view, container)) await set((columns -= 1));
  };
  await fit();
  return followSize(container, (width) => {
    if (width > 0) void set(0).then(fit);
  });
}

/** As many as fit if entries are equally wide: each try draws the chart anew. */
function likelyColumns(view: View, { clientWidth }: HTMLElement): number {
  const [left = 0] = view.origin();
  const fitting = legendsOf(view).map(({ entries, right }) => (entries * (clientWidth - left)) / right);
  return Math.max(1, Math.floor(Math.min(...fitting)));
}

/** Whether a legend ends beyond the container. */
function isWider(view: View, { clientWidth }: HTMLElement): boolean {
  const [left = 0] = view.origin();
  return clientWidth > 0 && legendsOf(view).some(({ right }) => left + right > clientWidth + 1);
}
