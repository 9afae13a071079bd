import fc from 'fast-check';
import { appendFileSync } from 'node:fs';
import type { TestDatabase } from './test-engines.ts';

/**
 * How the property tests search: from the same seed each time, so that a run can be repeated. `PROPERTY_SEED` and
 * `PROPERTY_RUNS` search elsewhere, and longer: `npm run nightly` does both.
 */
export const propertySettings = {
  seed: Number(process.env['PROPERTY_SEED'] ?? 1),
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150),
};

/**
 * After so many runs the search begins anew, from the next seed: what one part finds keeps no other from being
 * searched.
 */
const RUNS_OF_PART = 1000;

/** What one property has compared on one engine: a line of the file that `ORIEL_PAIRS_FILE` names. */
export interface ComparedPairs {
  readonly property: string;
  readonly engine: string;
  /** Queries with an answer that was compared with what it should be. */
  readonly pairs: number;
  /** Parts of the search in which an answer was another. */
  readonly differences: number;
}

/**
 * Compares answers of a database with what they should be, for random queries, in parts of 1,000. A failure tells the
 * seed of its part, with which `PROPERTY_SEED` and `PROPERTY_RUNS` of 1,000 find it at once.
 *
 * @param property a name that says what is compared
 * @param compare throws where the answer is another; undefined where there is none to compare, such as of a query that
 * is refused
 * @returns how many were compared
 */
export async function comparePairs<Asked>(
  property: string,
  database: TestDatabase,
  queries: fc.Arbitrary<Asked>,
  compare: (asked: Asked) => Promise<'compared' | undefined>,
): Promise<number> {
  const failures: unknown[] = [];
  let pairs = 0;
  for (let done = 0; done < propertySettings.numRuns; done += RUNS_OF_PART) {
    const numRuns = Math.min(RUNS_OF_PART, propertySettings.numRuns - done);
    const seed = propertySettings.seed + done / RUNS_OF_PART;
    const one = fc.asyncProperty(queries, async (asked) => {
      if ((await compare(asked)) === 'compared') pairs += 1;
    });
    const details = await fc.check(one, { seed, numRuns });
    if (details.failed)
      failures.push(new Error(fc.defaultReportMessage(details), { cause: details.errorInstance }));
  }
  const told: ComparedPairs = {
    property,
    engine: database.dialect.name,
    pairs,
    differences: failures.length,
  };
  const file = process.env['ORIEL_PAIRS_FILE'];
  if (file) appendFileSync(file, `${JSON.stringify(told)}\n`);
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts found a difference`);
  if (failures.length === 1) throw failures[0];
  return pairs;
}
