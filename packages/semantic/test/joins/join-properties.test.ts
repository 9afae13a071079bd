import { compileQuery, normalizeQuery, QueryError, type Dialect, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerByHand, type LabelFilter, type RandomQuery } from '../support/brute-force-join.ts';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';
import { comparePairs } from '../support/property-settings.ts';
import { MEASURES, modelOf, randomBranches, randomCubes, statementsOf } from '../support/random-cubes.ts';

const test = onEveryEngine();

const dataAndQuery = randomCubes.chain((data) => {
  const cube = fc.nat(data.cubes.length - 1);
  const measure = fc.record({ cube, name: fc.constantFrom(...MEASURES.map(({ name }) => name)) });
  const filter: fc.Arbitrary<LabelFilter> = fc.record({
    cube,
    operator: fc.constantFrom('equals', 'notEquals', 'set', 'notSet'),
    label: fc.constantFrom(null, 'x', ''),
  });
  const query: fc.Arbitrary<RandomQuery> = fc.record({
    measures: fc.uniqueArray(measure, {
      minLength: 3,
      maxLength: 8,
      selector: ({ cube, name }) => `${cube}.${name}`,
    }),
    labels: fc.uniqueArray(cube, { maxLength: 2 }),
    having: fc.option(measure, { freq: 2 }),
    filters: fc.array(fc.array(filter, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  });
  return fc.record({ data: fc.constant(data), query });
});

test('aggregates over any tree of joins count each row once in each group', async (database) => {
  await comparePairs('joins', database, dataAndQuery, async ({ data, query }) => {
    const expected = answerByHand(data, query);
    await database.run(statementsOf(data));
    const ask = rowsOf(database, modelOf(data), toQuery(query));
    if (!expected) {
      await assert.rejects(ask, (error) => error instanceof QueryError && error.code === 'no_join_path');
      return undefined;
    }
    const rows = (await ask).map((row) => Object.values(row));
    assert.deepEqual(sorted(rows), sorted(expected), statementsOf(data));
    return 'compared';
  });
});

/** Measures of the first and the last cube, which are summed in steps but for a few, over all rows or over some. */
const dataAndSums = randomBranches.chain((data) => {
  const last = data.cubes.length - 1;
  const cube = fc.nat(last);
  const name = fc.constantFrom('count', 'present', 'total', 'low', 'high', 'total_x');
  const ends = fc.tuple(
    fc.record({ cube: fc.constant(0), name: fc.oneof({ arbitrary: name, weight: 3 }, fc.constant('mean')) }),
    fc.record({ cube: fc.constant(last), name }),
  );
  const more = fc.record({ cube, name: fc.oneof({ arbitrary: name, weight: 15 }, fc.constant('distinct')) });
  const label = fc.oneof({ arbitrary: fc.constant(0), weight: 5 }, cube);
  const filter = fc.record({
    cube,
    operator: fc.constantFrom('equals', 'notSet'),
    label: fc.constantFrom('x', ''),
  }) satisfies fc.Arbitrary<LabelFilter>;
  const query: fc.Arbitrary<RandomQuery> = fc.record({
    measures: fc
      .tuple(ends, fc.array(more, { maxLength: 3 }))
      .map(([own, others]) => distinctMeasures([...own, ...others])),
    labels: fc.uniqueArray(label, { maxLength: 2 }),
    having: fc.option(more, { freq: 2 }),
    filters: fc.oneof(
      { arbitrary: fc.constant([]), weight: 9 },
      { arbitrary: filter.map((only) => [[only]]), weight: 1 },
    ),
  });
  return fc.record({ data: fc.constant(data), query });
});

function distinctMeasures(measures: RandomQuery['measures']): RandomQuery['measures'] {
  return [...new Map(measures.map((measure) => [`${measure.cube}.${measure.name}`, measure])).values()];
}

test('what could be summed before it is joined counts each row once in each group', async (database) => {
  let summed = 0;
  const asked = await comparePairs('sums before joins', database, dataAndSums, async ({ data, query }) => {
    const model = modelOf(data);
    const sql = sqlOf(model, query, database.dialect);
    if (sql === undefined) return undefined;
    if (sql.includes('LEFT JOIN (SELECT')) summed += 1;
    const expected = answerByHand(data, query) ?? [];
    await database.run(statementsOf(data));
    const rows = (await rowsOf(database, model, toQuery(query))).map((row) => Object.values(row));
    assert.deepEqual(sorted(rows), sorted(expected), `${sql}\n${statementsOf(data)}`);
    return 'compared';
  });
  if (database.dialect.sumsBeforeJoins)
    assert.ok(summed > asked / 4, `${summed} of ${asked} were summed before they were joined`);
});

/** Undefined where no cube reaches all the others. */
function sqlOf(model: Model, query: RandomQuery, dialect: Dialect): string | undefined {
  try {
    return normalizeQuery(toQuery(query), everybody)
      .queries.map((one) => compileQuery(model, one, everybody, dialect).sql)
      .join();
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

function toQuery({ measures, labels, filters, having }: RandomQuery): object {
  return {
    measures: measures.map(({ cube, name }) => `c${cube}.${name}`),
    dimensions: labels.map((cube) => `c${cube}.label`),
    filters: [
      ...filters.map((anyOf) => ({ or: anyOf.map(toFilter) })),
      ...(having ? [{ member: `c${having.cube}.${having.name}`, operator: 'gt', values: [0] }] : []),
    ],
  };
}

function toFilter({ cube, operator, label }: LabelFilter): object {
  const member = `c${cube}.label`;
  return operator.endsWith('et') ? { member, operator } : { member, operator, values: [label] };
}

function sorted(rows: readonly unknown[][]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
