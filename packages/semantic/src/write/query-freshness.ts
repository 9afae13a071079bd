import type { PrintedSql } from '../sql/fragment.ts';
import { print, withProvenance } from '../sql/fragment.ts';
import { withAuthorsNames } from '../join/cube-instances.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { Plan } from '../ir/plan.ts';
import { firstRows } from './merge-join-parts.ts';
import { writeRows } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** How long a result of a query is current, by the refresh keys of the cubes that it joins. */
export interface QueryFreshness {
  /** After so long it is not, whatever else is known; `Infinity` where no refresh key gives a time. */
  readonly maxAgeMs: number;
  /** Whether a cube has no refresh key that is known here, so that what holds for its source holds for the result. */
  readonly asSource: boolean;
  /** Statements with rows that change when the data do. */
  readonly checks: readonly FreshnessCheck[];
}

/** A statement, the answer to which tells whether data have changed. */
export interface FreshnessCheck extends PrintedSql {
  /** What it gave is taken for so long. */
  readonly everyMs: number;
}

/** As the language has it where a refresh key with SQL says nothing else. */
const CHECK_EVERY_MS = 10_000;

/** How long the result of a query counts as current, by the cubes that it reads. */
export function freshnessOf(settings: WriteSettings, plan: Plan): QueryFreshness {
  const keys = plan.cubes.map((cube) => ({ cube, ...cubeOf(settings.model, cube).freshness }));
  const checks = keys.flatMap(({ cube, sql, everyMs = CHECK_EVERY_MS }): FreshnessCheck[] => {
    if (!sql) return [];
    const { render } = writeRows(settings, firstRows(plan.root));
    const text = withProvenance(cube, render.template(cube, sql));
    const statement = withAuthorsNames(print(text, settings.dialect.placeholder), settings.model);
    return [{ ...statement, everyMs }];
  });
  return {
    maxAgeMs: Math.min(...keys.map(({ sql, everyMs }) => (sql ? Infinity : (everyMs ?? Infinity)))),
    asSource: keys.some(({ sql, everyMs }) => !sql && everyMs === undefined),
    checks,
  };
}
