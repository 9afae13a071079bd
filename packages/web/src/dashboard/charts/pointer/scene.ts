import type { View } from 'vega';
import type { AxisText, Datum } from './tooltip-content.ts';

/** A mark or an item of Vega's scene, as far as it is looked at. */
interface SceneNode {
  marktype?: string;
  role?: string;
  name?: string;
  items?: SceneNode[];
  x?: number;
  y?: number;
  height?: number;
  bounds?: { x1: number; x2: number };
  datum?: Datum;
  stroke?: unknown;
  fill?: unknown;
  text?: unknown;
}

/** A point of a series, in pixels of the plot. */
export interface ScenePoint {
  x: number;
  y: number;
  datum: Datum;
  color: string | undefined;
}

const POINT_MARKS = new Set(['line', 'area', 'trail', 'symbol']);

/** The points of all lines, areas and symbols that a view has drawn. */
export function pointsOf(view: View): ScenePoint[] {
  const points: ScenePoint[] = [];
  visit(rootOf(view), 0, 0, (mark, dx, dy) => {
    if (!POINT_MARKS.has(mark.marktype ?? '') || (mark.role ?? 'mark') !== 'mark') return;
    for (const { x = 0, y = 0, datum, stroke, fill } of mark.items ?? []) {
      const color = [stroke, fill].find((paint) => typeof paint === 'string' && paint !== 'transparent');
      if (datum) points.push({ x: x + dx, y: y + dy, datum, color: color as string | undefined });
    }
  });
  return points;
}

/** The legends of a view: where each ends, in pixels of the plot, and how many entries it has. */
export function legendsOf(view: View): { right: number; entries: number }[] {
  const legends: { right: number; entries: number }[] = [];
  visit(rootOf(view), 0, 0, (mark) => {
    if (mark.role !== 'legend') return;
    let entries = 0;
    visit(mark, 0, 0, ({ role, items = [] }) => void (role === 'legend-label' && (entries += items.length)));
    legends.push({ right: mark.bounds?.x2 ?? 0, entries });
  });
  return legends;
}

/** The places of the small charts that a view is divided into; none where it is one chart. */
export function facetsOf(view: View): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  visit(rootOf(view), 0, 0, (mark, dx, dy) => {
    if (mark.marktype !== 'group' || mark.name !== FACETS) return;
    for (const { x = 0, y = 0 } of mark.items ?? []) places.push({ x: x + dx, y: y + dy });
  });
  return places;
}

/** What Vega-Lite calls the mark of small charts. */
const FACETS = 'cell';

/** A label of an axis, in pixels: how long it is, and where along the axis its middle is. */
export interface AxisLabel {
  length: number;
  middle: number;
}

/** The labels of each axis of some scales. */
export function axisLabelsOf(view: View, scales: ReadonlySet<string>): AxisLabel[][] {
  const found: AxisLabel[][] = [];
  visit(rootOf(view), 0, 0, (mark) => {
    if (mark.role !== 'axis') return;
    for (const axis of mark.items ?? []) {
      const labels = (axis.items ?? []).find(({ role }) => role === 'axis-label')?.items ?? [];
      if (scales.has(String(axis.datum?.['scale'])) && labels.length > 0)
        found.push(labels.map(({ x = 0, bounds }) => ({ middle: x, length: widthOf(bounds) })));
    }
  });
  return found;
}

const widthOf = (bounds: SceneNode['bounds']) => (bounds ? bounds.x2 - bounds.x1 : 0);

/** The words on the axes of a view's categories: an author may have replaced the values. */
export function axisTextOf(view: View, fields: Readonly<Record<string, string>>): AxisText {
  const texts = new Map<string, string>();
  visit(rootOf(view), 0, 0, (mark) => {
    if (mark.role !== 'axis') return;
    for (const axis of mark.items ?? []) {
      const field = fields[String(axis.datum?.['scale'])];
      for (const label of (axis.items ?? []).find(({ role }) => role === 'axis-label')?.items ?? [])
        if (field !== undefined) texts.set(`${field} ${String(label.datum?.['value'])}`, String(label.text));
    }
  });
  return (field, value) => texts.get(`${field} ${String(value)}`) || undefined;
}

/** Walks groups and marks, with the place that they are drawn at. */
function visit(
  mark: SceneNode,
  dx: number,
  dy: number,
  look: (mark: SceneNode, dx: number, dy: number) => void,
): void {
  look(mark, dx, dy);
  if (mark.marktype !== 'group') return;
  for (const group of mark.items ?? [])
    for (const child of group.items ?? []) visit(child, dx + (group.x ?? 0), dy + (group.y ?? 0), look);
}

/** Vega's types say nothing of its scene; what is read of it is optional in {@link SceneNode}. */
const rootOf = (view: View) => (view.scenegraph() as unknown as { root: SceneNode }).root;
