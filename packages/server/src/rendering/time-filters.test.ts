import { applyControls } from '@oriel/dashboard/chart-query';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModelEngine, createTestApp, type TestApp } from '../test/index.ts';

/*
 * Moments every quarter of an hour, and half a millisecond before each: over days of 23, 24 and 25 hours, and over one
 * that begins at 1:00.
 */
const SPANS = [
  ['Europe/Berlin', '2024-03-31', '23 hours'],
  ['Europe/Berlin', '2024-10-27', '25 hours'],
  ['America/Sao_Paulo', '2018-11-04', 'begins at 1:00'],
  ['Asia/Kolkata', '2024-03-31', '24 hours'],
] as const;
const model = `
cubes:
  - name: moments
    sql: >
      SELECT moment - INTERVAL 1 microsecond * less AS moment, (epoch_us(moment) - less)::bigint AS us FROM (
        SELECT unnest(generate_series(TIMESTAMP '2024-03-29', TIMESTAMP '2024-04-03', INTERVAL 15 minute)) AS moment
        UNION ALL SELECT unnest(generate_series(TIMESTAMP '2024-10-25', TIMESTAMP '2024-10-30', INTERVAL 15 minute))
        UNION ALL SELECT unnest(generate_series(TIMESTAMP '2018-11-02', TIMESTAMP '2018-11-07', INTERVAL 15 minute))
      ), (VALUES (0), (500)) AS offsets(less)
    dimensions:
      - { name: us, sql: us, type: string }
      - { name: at, sql: moment, type: time }
    measures:
      - { name: count, type: count }
`;

let engine: Engine;
let app: TestApp;
let all: string[] = [];
before(async () => {
  engine = createModelEngine([{ path: 'moments.yml', content: model }]);
  app = await createTestApp({ engine });
  // Unlike a query, it waits for the start of the runtime however long that takes.
  await app.call({ method: 'GET', path: `/deployments/${app.deploymentId}/cubejs-api/v1/meta` });
  all = await moments({ dimensions: ['moments.us'], limit: 50_000 });
});
after(async () => {
  await app.close();
  await engine.close();
});

async function moments(query: object): Promise<string[]> {
  const path = `/deployments/${app.deploymentId}/cubejs-api/v1/load`;
  const answer = await app.call({ method: 'POST', path, body: { query } });
  assert.equal(answer.statusCode, 200, answer.body);
  const { data } = answer.json() as { data: Record<string, string>[] };
  return data.map((row) => row['moments.us'] ?? '').toSorted();
}

const isRight: Readonly<Record<string, (day: string, named: string) => boolean>> = {
  after: (day, named) => day > named,
  after_or_on: (day, named) => day >= named,
  before: (day, named) => day < named,
  before_or_on: (day, named) => day <= named,
};

for (const [timezone, named, what] of SPANS)
  test(`the day named is left out or taken whole: ${timezone}, ${named}, ${what}`, async () => {
    const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
    const localDay = (us: string) => dayOf.format(new Date(Math.floor(Number(us) / 1000)));
    for (const [operator, keeps] of Object.entries(isRight)) {
      const filters = [{ widgetId: 'f', member: 'moments.at', operator, value: named }];
      const query = { dimensions: ['moments.us'], limit: 50_000 };
      const asked = applyControls(query, { filters, fields: [], grains: [], timezone }, undefined);
      const expected = all.filter((us) => keeps(localDay(us), named));
      assert.ok(expected.length > 0 && expected.length < all.length);
      assert.deepEqual(await moments(asked), expected, operator);
    }
  });
