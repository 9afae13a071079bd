import type { Expression } from '../algebra/algebra.ts';
import { origin } from '../algebra/build.ts';
import type { Plan } from '../ir/plan.ts';
import { cubeOf } from '../members/member-ref.ts';
import { lowerRows } from './lower-rows.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { firstRows } from './merge-join-parts.ts';

/** How long a result of a query is current, by the refresh keys of the cubes that it joins. */
export interface Freshness<Check> {
  /** After so long it is not, whatever else is known; `Infinity` where no refresh key gives a time. */
  readonly maxAgeMs: number;
  /** Whether a cube has no refresh key that is known here, so that what holds for its source holds for the result. */
  readonly asSource: boolean;
  /** Statements with rows that change when the data do. */
  readonly checks: readonly Check[];
}

/** A statement of an author, the answer to which tells whether data have changed; it is taken for so long. */
export interface LoweredCheck {
  readonly statement: Expression;
  readonly everyMs: number;
}

/** As the language has it where a refresh key with SQL says nothing else. */
const CHECK_EVERY_MS = 10_000;

/** How long the result of a query counts as current, by the cubes that it reads. */
export function freshnessOf(settings: LowerSettings, plan: Plan): Freshness<LoweredCheck> {
  const keys = plan.cubes.map((cube) => ({ cube, ...cubeOf(settings.model, cube).freshness }));
  const checks = keys.flatMap(({ cube, sql, everyMs = CHECK_EVERY_MS }): LoweredCheck[] => {
    if (!sql) return [];
    const { members } = lowerRows(settings, firstRows(plan.root));
    return [{ statement: origin(cube, members.template(cube, sql)), everyMs }];
  });
  return {
    maxAgeMs: Math.min(...keys.map(({ sql, everyMs }) => (sql ? Infinity : (everyMs ?? Infinity)))),
    asSource: keys.some(({ sql, everyMs }) => !sql && everyMs === undefined),
    checks,
  };
}
