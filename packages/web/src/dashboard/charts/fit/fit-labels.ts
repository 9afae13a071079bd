import type { Axis, Mark, Spec, View } from 'vega';
import { followSize } from './follow-size.ts';
import { axisLabelsOf, type AxisLabel } from '../pointer/scene.ts';

/** The signals in which a document has the angle and the greatest length of the labels below its categories. */
const ANGLE = 'orielLabelAngle';
const LIMIT = 'orielLabelLimit';

/** Pixels of a label at most. */
const LONGEST = 140;
/** Pixels between two labels. */
const GAP = 6;
/** Pixels for a category from which on its label may be cut, and by how much of its length. */
const CUT_FROM = 64;
const CUT_AT_MOST = 0.35;
/** Pixels from one slanted line to the next, at least. */
const SLANTED_STEP = 17;
/** How much of the height of a chart its labels take at most. */
const SHARE_OF_HEIGHT = 0.4;

const SLANTED = 315;
const TURNED = 270;

/** What Vega-Lite takes for labels along x that stand for categories, where an author has not said how they lie. */
export const OPEN_LABELS = { labelAngle: { signal: ANGLE }, labelLimit: { signal: LIMIT } };

interface WritableAxis {
  orient?: unknown;
  scale?: unknown;
  labelAngle?: unknown;
  labelLimit?: unknown;
  labelAlign?: unknown;
  labelBaseline?: unknown;
  labelOverlap?: unknown;
  formatType?: unknown;
}

/**
 * A document with labels that {@link fitLabels} turns: Vega-Lite turns all of them by 90°, however much place there is.
 * Labels of times lie as they are read; those that would touch are left out, since the others tell what lies between.
 */
export function withOpenLabels(compiled: Spec): Spec {
  const { signals = [] } = compiled;
  const opened = openAxes(compiled as Spec & { marks?: Mark[] });
  if (openLabelScales(opened).size === 0) return opened;
  return {
    ...opened,
    signals: [...signals, { name: ANGLE, value: 0 }, { name: LIMIT, value: LONGEST }],
  };
}

function openAxes<Part extends { axes?: Axis[]; marks?: Mark[] }>(part: Part): Part {
  const { axes, marks } = part;
  return {
    ...part,
    ...(axes && { axes: axes.map((axis) => openAxis(axis as WritableAxis) as Axis) }),
    ...(marks && {
      marks: marks.map((mark) => (mark.type === 'group' ? openAxes(mark as Mark & { type: 'group' }) : mark)),
    }),
  };
}

function openAxis(axis: WritableAxis): WritableAxis {
  // An angle of the author's, with the greatest length of ours.
  if (!isOpen(axis)) return isSignal(axis.labelLimit, LIMIT) ? { ...axis, labelLimit: LONGEST } : axis;
  const isTop = axis.orient === 'top';
  const [beside, across] = [isTop ? 'left' : 'right', isTop ? 'bottom' : 'top'];
  if (axis.formatType === 'time')
    return { ...axis, labelAngle: 0, labelLimit: LONGEST, labelAlign: 'center', labelBaseline: across };
  const lying = `${ANGLE} === 0`;
  return {
    ...axis,
    labelAlign: { signal: `${lying} ? 'center' : '${beside}'` },
    labelBaseline: { signal: `${lying} ? '${across}' : 'middle'` },
    // What slants lies side by side, though the boxes around it overlap.
    labelOverlap: { signal: `${ANGLE} !== ${SLANTED}` },
  };
}

const isOpen = ({ labelAngle }: WritableAxis) => isSignal(labelAngle, ANGLE);

const isSignal = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && 'signal' in value && value.signal === name;

/** The scales with such labels; none where a document has none. */
export function openLabelScales(compiled: Spec): ReadonlySet<string> {
  const found = new Set<string>();
  const look = ({ axes = [], marks = [] }: { axes?: Axis[]; marks?: Mark[] }) => {
    for (const axis of axes as WritableAxis[]) if (isOpen(axis)) found.add(String(axis.scale));
    for (const mark of marks) if (mark.type === 'group') look(mark as { axes?: Axis[]; marks?: Mark[] });
  };
  look(compiled as { axes?: Axis[]; marks?: Mark[] });
  return found;
}

/** How labels lie, and their greatest length in pixels. */
interface LabelPlace {
  readonly angle: number;
  readonly limit: number;
}

/**
 * The place for labels: as they are read where they fit, or almost; slanted, and then turned where they lie closer.
 *
 * @param labels of each axis, in pixels: how long each is, and where its middle is
 * @param height pixels of the chart
 */
export function placeLabels(labels: readonly (readonly AxisLabel[])[], height: number): LabelPlace {
  const axes = labels.filter(({ length }) => length > 1);
  const longest = Math.max(0, ...axes.flat().map(({ length }) => length));
  const step = Math.min(...axes.map(stepOf));
  if (longest + GAP <= step) return { angle: 0, limit: LONGEST };
  const cut = step - GAP;
  if (step >= CUT_FROM && longest * (1 - CUT_AT_MOST) <= cut) return { angle: 0, limit: cut };
  const angle = step >= SLANTED_STEP ? SLANTED : TURNED;
  const high = height * SHARE_OF_HEIGHT * (angle === SLANTED ? Math.SQRT2 : 1);
  return { angle, limit: Math.max(CUT_FROM, Math.min(LONGEST, high)) };
}

/** The least distance between two labels. */
function stepOf(labels: readonly AxisLabel[]): number {
  const middles = labels.map(({ middle }) => middle).toSorted((one, other) => one - other);
  return Math.min(...middles.slice(1).map((middle, index) => middle - (middles[index] ?? middle)));
}

/**
 * Turns the labels of a view as far as their place needs, also after the container has changed its size.
 *
 * @param view of a document with {@link withOpenLabels}, which has run
 * @returns the function that ends it
 */
export async function fitLabels(
  view: View,
  container: HTMLElement,
  scales: ReadonlySet<string>,
): Promise<() => void> {
  if (scales.size === 0) return () => {};
  // As they lie before anything is turned.
  const lengths = axisLabelsOf(view, scales).map((axis) => axis.map(({ length }) => length));
  const fit = async () => {
    const labels = axisLabelsOf(view, scales).map((axis, at) =>
      axis.map(({ middle }, index) => ({ middle, length: lengths[at]?.[index] ?? 0 })),
    );
    const { angle, limit } = placeLabels(labels, container.clientHeight);
    if (view.signal(ANGLE) === angle && view.signal(LIMIT) === limit) return;
    view.signal(ANGLE, angle).signal(LIMIT, limit);
    await view.resize().runAsync();
  };
  await fit();
  // The view takes the size of its container first.
  return followSize(container, () => void view.runAsync().then(fit));
}
