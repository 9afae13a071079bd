import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

/** Facts of the first three days of 2024, 10 to 30, and a calendar that maps each day of 2024 to the one before. */
const modelWith = ({ facts = '', days = '' }) =>
  modelOf(`
cubes:
  - name: facts
    sql: "SELECT * FROM (VALUES (1, TIMESTAMP '2024-01-01 00:00:00', 10), (2, TIMESTAMP '2024-01-02 00:00:00', 20), (3, TIMESTAMP '2024-01-03 00:00:00', 30)) AS f(id, day, n)"
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.day}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
    measures:
      - { name: total, sql: n, type: sum }
      - { name: prior, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
      - { name: coming, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 day, type: next }] }
      - { name: mapped, multi_stage: true, sql: "{total}", type: number, time_shift: [{ name: day_before }] }
    ${facts && `access_policy: [{ group: "*", row_level: { filters: [${facts}] } }]`}
  - name: days
    calendar: true
    sql: "SELECT * FROM (VALUES (TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2023-12-31 00:00:00'), (TIMESTAMP '2024-01-02 00:00:00', TIMESTAMP '2024-01-01 00:00:00'), (TIMESTAMP '2024-01-03 00:00:00', TIMESTAMP '2024-01-02 00:00:00'), (TIMESTAMP '2024-01-04 00:00:00', TIMESTAMP '2024-01-03 00:00:00')) AS d(day, before)"
    dimensions:
      - { name: day, sql: day, type: time, primary_key: true, public: true, time_shift: [{ name: day_before, sql: "{CUBE}.before" }] }
    ${days && `access_policy: [{ group: "*", row_level: { filters: [${days}] } }]`}
views:
  - name: january
    cubes: [{ join_path: facts, includes: "*" }]
    default_filters: [{ member: day, operator: afterOrOnDate, values: ["2024-01-02"] }]
`);

const ONLY_SECOND = ['afterOrOnDate', 'beforeOrOnDate']
  .map((operator) => `{ member: day, operator: ${operator}, values: ["2024-01-02"] }`)
  .join(', ');

type Answer = Readonly<Record<string, unknown>>;

/** The values of a measure by the day that they are shown at, without days that have none. */
async function byDay(
  database: Parameters<typeof rowsOf>[0],
  model: ReturnType<typeof modelWith>,
  { measure, day }: { measure: string; day: string },
): Promise<Answer> {
  const rows = await rowsOf(database, model, {
    measures: [measure],
    timeDimensions: [{ dimension: day, granularity: 'day' }],
  });
  return Object.fromEntries(
    rows
      .filter((row) => row[measure] !== null)
      .map((row) => [String(row[`${day}.day`]).slice(8, 10), Number(row[measure])])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  );
}

test('without a policy a shift shows the rows of other days', async (database) => {
  const model = modelWith({});
  const ask = (measure: string, day: string) => byDay(database, model, { measure, day });
  assert.deepEqual(await ask('facts.prior', 'facts.day'), { '02': 10, '03': 20, '04': 30 });
  assert.deepEqual(await ask('facts.coming', 'facts.day'), { '01': 20, '02': 30, '31': 10 });
  assert.deepEqual(await ask('facts.mapped', 'days.day'), { '02': 10, '03': 20, '04': 30 });
});

test('who sees one day sees the rows of no other, at whatever day a shift shows them', async (database) => {
  const ofFacts = modelWith({ facts: ONLY_SECOND });
  // A policy of the calendar holds where the calendar is asked for.
  const ofDays = modelWith({ days: ONLY_SECOND });
  for (const [model, day] of [
    [ofFacts, 'facts.day'],
    [ofFacts, 'days.day'],
    [ofDays, 'days.day'],
  ] as const) {
    const ask = (measure: string) => byDay(database, model, { measure, day });
    assert.deepEqual(await ask('facts.total'), { '02': 20 }, day);
    assert.deepEqual(await ask('facts.prior'), { '03': 20 }, day);
    assert.deepEqual(await ask('facts.coming'), { '01': 20 }, day);
  }
});

test('a calendar that is joined by other dates shows no facts of a day that a policy hides', async (database) => {
  for (const model of [modelWith({ facts: ONLY_SECOND }), modelWith({ days: ONLY_SECOND })])
    assert.deepEqual(await byDay(database, model, { measure: 'facts.mapped', day: 'days.day' }), {
      '03': 20,
    });
});

test('nor does it where the calendar is only asked for a range of its days', async (database) => {
  const totalOf = async (model: ReturnType<typeof modelWith>, day: string) => {
    const [row] = await rowsOf(database, model, {
      measures: ['facts.mapped'],
      timeDimensions: [{ dimension: 'days.day', dateRange: [day, day] }],
    });
    return row?.['facts.mapped'] ?? null;
  };
  assert.equal(Number(await totalOf(modelWith({}), '2024-01-04')), 30);
  for (const model of [modelWith({ facts: ONLY_SECOND }), modelWith({ days: ONLY_SECOND })]) {
    assert.equal(Number(await totalOf(model, '2024-01-03')), 20);
    assert.equal(await totalOf(model, '2024-01-04'), null);
  }
});

test('the filter of a view is about the days that are shown, as one of the query is', async (database) => {
  const model = modelWith({});
  assert.deepEqual(await byDay(database, model, { measure: 'january.prior', day: 'january.day' }), {
    '02': 10,
    '03': 20,
    '04': 30,
  });
});
