import { QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerByHand, type LabelFilter, type RandomQuery } from './brute-force-join.ts';
import { rowsOf } from './query-rows.ts';
import { onEveryEngine } from './test-engines.ts';
import { propertySettings } from './property-settings.ts';
import { MEASURES, modelOf, randomCubes, statementsOf } from './random-cubes.ts';

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
  await fc.assert(
    fc.asyncProperty(dataAndQuery, async ({ data, query }) => {
      const expected = answerByHand(data, query);
      await database.run(statementsOf(data));
      const ask = rowsOf(database, modelOf(data), toQuery(query));
      if (!expected) {
        await assert.rejects(ask, (error) => error instanceof QueryError && error.code === 'no_join_path');
        return;
      }
      const rows = (await ask).map((row) => Object.values(row));
      assert.deepEqual(sorted(rows), sorted(expected), statementsOf(data));
    }),
    propertySettings,
  );
});

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
