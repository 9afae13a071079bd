import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

const path = join(root, 'scripts/figures/bounds.json');

/**
 * What a figure is held to. The bound is what it has come to and only gets better; the goal is where it stops being
 * pressed.
 *
 * @typedef {{bound: number, goal: number, atLeast?: true}} Bound `atLeast`: more is better
 */

/** The bounds by the names of figures. @returns {Record<string, Bound>} */
export const readBounds = () => JSON.parse(readFileSync(path, 'utf8'));

/**
 * A figure beside its bound.
 *
 * @param {{name: string, value: number, details?: string[]}} figure
 * @param {Bound | undefined} held
 */
export function judge(figure, held) {
  if (!held) return { ...figure, target: 'no bound', met: false, fault: `has no bound in ${path}` };
  const { bound, goal, atLeast } = held;
  const sign = atLeast ? '≥' : '≤';
  const target = `${sign} ${bound}`;
  const isBetter = (one, other) => (atLeast ? one > other : one < other);
  if (isBetter(bound, figure.value)) return { ...figure, target, met: false };
  if (isBetter(figure.value, bound) && isBetter(goal, bound))
    return { ...figure, target, met: false, fault: 'write down the new bound: npm run figures -- --write' };
  return { ...figure, target: bound === goal ? target : `${target}, goal ${goal}`, met: true };
}

/** The bounds with those figures that have got better, as far as their goals; no bound gets worse. */
export function tightened(bounds, figures) {
  return Object.fromEntries(
    Object.entries(bounds).map(([name, held]) => {
      const value = figures.find((figure) => figure.name === name)?.value ?? held.bound;
      const bound = held.atLeast
        ? Math.max(held.bound, Math.min(value, held.goal))
        : Math.min(held.bound, Math.max(value, held.goal));
      return [name, { ...held, bound }];
    }),
  );
}

export function writeBounds(bounds) {
  const lines = Object.entries(bounds).map(
    ([name, { bound, goal, atLeast }]) =>
      `  ${JSON.stringify(name)}: { "bound": ${bound}, "goal": ${goal}${atLeast ? ', "atLeast": true' : ''} }`,
  );
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
