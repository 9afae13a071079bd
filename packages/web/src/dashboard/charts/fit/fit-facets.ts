import type { Mark, Signal, Spec, View } from 'vega';
import { followSize } from './follow-size.ts';
import { facetsOf } from '../pointer/scene.ts';

/** The signals in which Vega-Lite keeps the size of one of several small charts. */
const SIDES = [
  { signal: 'child_width', size: 'clientWidth', place: 'x' },
  { signal: 'child_height', size: 'clientHeight', place: 'y' },
] as const;
type Side = (typeof SIDES)[number];

/**
 * Pixels of a small chart before it is fitted, and at least; below that nothing can be read, and some lie out of view.
 */
const BEFORE = 100;
const LEAST = 24;

/** Whether a signal follows the size of the whole container. One that the author has stated does not. */
const isOfContainer = (signal: Signal) => JSON.stringify(signal).includes('containerSize');

/**
 * A document in which small charts have a size that {@link fitFacets} gives them. Vega-Lite gives each of them the size
 * of the whole container, so that the first one alone was seen.
 */
export function withOpenFacets(compiled: Spec): { document: Spec; sides: readonly Side[] } {
  const { signals = [] } = compiled;
  const sides = SIDES.filter(({ signal }) =>
    signals.some((each) => each.name === signal && isOfContainer(each)),
  );
  if (sides.length === 0) return { document: compiled, sides };
  const open = new Set<string>(sides.map(({ signal }) => signal));
  const opened = signals.map((each) => (open.has(each.name) ? { name: each.name, value: BEFORE } : each));
  const marks = compiled.marks?.map((mark) => withTitleLimits(mark, open));
  return { document: { ...compiled, signals: opened, ...(marks && { marks }) }, sides };
}

/** The titles of axes are no longer than the small charts that they stand beside: those of the next one lie there. */
function withTitleLimits(mark: Mark, open: ReadonlySet<string>): Mark {
  if (mark.type !== 'group' || !mark.axes) return mark;
  const axes = mark.axes.map((axis) => {
    const signal = axis.orient === 'left' || axis.orient === 'right' ? 'child_height' : 'child_width';
    return axis.title !== undefined && axis.titleLimit === undefined && open.has(signal)
      ? { ...axis, titleLimit: { signal } }
      : axis;
  });
  return { ...mark, axes };
}

/**
 * Gives small charts the size with which all of them lie in the container, also after it has changed its own.
 *
 * @param view one that has run
 * @returns the function that ends it
 */
export async function fitFacets(
  view: View,
  container: HTMLElement,
  sides: readonly Side[],
): Promise<() => void> {
  if (sides.length === 0) return () => {};
  const fit = async () => {
    // What stands beside them may take another place once they have their size.
    for (let round = 0; round < 3 && resize(view, container, sides); round += 1)
      // The canvas has the size of the first drawing until it is asked for another.
      await view.resize().runAsync();
  };
  await fit();
  return followSize(container, () => void fit());
}

/** Says whether sizes have changed. */
function resize(view: View, container: HTMLElement, sides: readonly Side[]): boolean {
  const canvas = container.querySelector('canvas');
  const places = facetsOf(view);
  if (!canvas || places.length === 0 || container.clientHeight === 0) return false;
  const changed = sides.filter(({ signal, size, place }) => {
    const count = new Set(places.map((at) => Math.round(at[place]))).size;
    const before = Number(view.signal(signal));
    const next = Math.max(LEAST, before - (canvas[size] - container[size]) / count);
    if (Math.abs(next - before) < 0.5) return false;
    view.signal(signal, next);
    return true;
  });
  return changed.length > 0;
}
