import { contrastOf, readColor, toHex, type Color } from './colors.ts';

/** As many values as a legend can tell apart. */
const SERIES = 32;

/** Steps of lightness and turns of the hue by which a colour of the palette makes others. */
const LIGHTER = [-0.3, -0.22, -0.15, -0.08, 0.08, 0.15, 0.22, 0.3];
const TURNS = [0, 25, -25];
/** A colour that stands out less from its ground is not added. */
const LEAST_CONTRAST = 1.5;

const known = new Map<string, readonly string[]>();

/**
 * The colours of a palette, and more that are made of them, so that values beyond its end have colours of their own.
 * Each that is added is the farthest from those before it, also for eyes that do not tell red from green: first by
 * lightness.
 *
 * @param colors as CSS has them; one that is there twice counts once, one that cannot be read is kept as it is
 * @param surface what they are drawn on
 */
export function lengthenedPalette(colors: readonly string[], surface: string): readonly string[] {
  const key = JSON.stringify([colors, surface]);
  const kept = known.get(key);
  if (kept) return kept;
  const made = lengthen([...new Set(colors)], readColor(surface));
  // As many as the themes of a page; more would be kept for nothing.
  if (known.size > 20) known.clear();
  known.set(key, made);
  return made;
}

function lengthen(colors: readonly string[], ground: Color | undefined): readonly string[] {
  const chosen = colors.flatMap((color) => readColor(color) ?? []);
  const candidates = chosen.flatMap(variantsOf).map(toPoint);
  const points = chosen.map(toPoint);
  const added: string[] = [];
  while (colors.length + added.length < SERIES && candidates.length > 0) {
    const distances = candidates.map((one) => Math.min(...points.map((other) => distance(one, other))));
    const [farthest] = candidates.splice(distances.indexOf(Math.max(...distances)), 1);
    if (!farthest) break;
    if (ground && contrastOf(farthest.color, ground) < LEAST_CONTRAST) continue;
    points.push(farthest);
    added.push(toHex(farthest.color));
  }
  return [...colors, ...added];
}

const variantsOf = ({ l, c, h }: Color): Color[] =>
  TURNS.flatMap((turn) =>
    LIGHTER.map((step) => ({ l: l + step, c: c * (1 - Math.abs(step)), h: h + turn })),
  ).filter((color) => color.l > 0.22 && color.l < 0.93);

/** A colour by its places in OKLab. */
interface Point {
  readonly color: Color;
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

function toPoint(color: Color): Point {
  const turn = (color.h * Math.PI) / 180;
  return { color, l: color.l, a: color.c * Math.cos(turn), b: color.c * Math.sin(turn) };
}

/**
 * How far two colours are apart for the eye that tells them apart least: without red and green, little of their axis is
 * left.
 */
function distance(one: Point, other: Point): number {
  const [l, a, b] = [one.l - other.l, one.a - other.a, one.b - other.b];
  return Math.min(Math.hypot(l, a, b), 1.5 * Math.hypot(l, a / 4, b));
}
