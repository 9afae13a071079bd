import type { Report } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let app: TestApp;
let made = 0;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

/** Texts as the database can hold them. */
const text = fc.oneof(
  fc.constantFrom('', '"\\\n\t', '</script>', '日本 🦊 \u2028'),
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed().replaceAll('\0', '')),
);
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value).toWellFormed())
  // Which no JSON of the database has either.
  .filter((value) => !/\\u0000|\\ud[89a-f]/i.test(value));

const report = fc.record({
  name: text,
  title: fc.option(text),
  description: fc.option(text),
  meta: fc.option(fc.oneof(json, fc.constant('{"kind":"table","ratio":1.50}'))),
  pivotItems: fc.constantFrom(null, '{"rows":[],"columns":[],"filters":[],"measures":["a.b"]}', '{"rows":7}'),
  version: fc.constantFrom(1, 7, 0),
  source: fc.constantFrom(null, 'D3', 'EXCEL', 'COBOL'),
  isOwned: fc.boolean(),
  isPlaced: fc.boolean(),
});

test('a report in a list is what it is by itself, whatever is stored', async () => {
  const { pool } = app.database;
  const path = `/api/v1/deployments/${app.deploymentId}/reports`;
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 4 }), async (reports) => {
      const folder = await app.call({
        method: 'POST',
        path: `/api/v1/deployments/${app.deploymentId}/folders`,
        body: { name: `Folder ${(made += 1)}` },
      });
      const { id: folderId } = folder.json<{ id: number }>();
      for (const { isOwned, isPlaced, ...row } of reports) {
        const { rows } = await pool.query<{ id: number }>(
          `insert into reports (deployment_id, folder_id, user_id, name, title, description, meta, pivot_items, version, source)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
          [app.deploymentId, folderId, isOwned ? app.adminId : null, ...Object.values(row)],
        );
        if (isPlaced)
          await pool.query(
            "insert into report_placements (report_id, id, workbook_id, result_location) values ($1, 'a', 'sheet', 'A1')",
            [rows[0]?.id],
          );
      }
      const answer = await app.call({ method: 'GET', path: `${path}?folderId=${folderId}` });
      const { items, data, count } = answer.json<{ items: Report[]; data: Report[]; count: number }>();
      assert.equal(count, reports.length);
      assert.deepEqual(items, data);
      for (const item of items) {
        const one = await app.call({ method: 'GET', path: `${path}/${item.id}` });
        assert.deepEqual(item, one.json());
      }
    }),
    { numRuns: 25 },
  );
});

test('a search that finds thousands is counted for clients that page by number alone', async () => {
  const { pool } = app.database;
  const { deploymentId } = app;
  await pool.query(
    `insert into reports (deployment_id, public_id, name, user_id)
      select $1, 'many' || lpad(n::text, 8, '0'), 'Frequent ' || n, $2 from generate_series(1, 5100) n`,
    [deploymentId, app.adminId],
  );
  const userId = await app.build.user({ tenantId: app.tenantId, role: 'Explorer' });
  await pool.query(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
      select $1, 'REPORT', id, 'USER', $2, 1 from reports where name like 'Frequent %' order by id limit 5050`,
    [deploymentId, userId],
  );
  const keys = { all: app.adminKey, some: await app.build.apiKey({ tenantId: app.tenantId, userId }) };
  const search = async (key: string, query: string) => {
    const path = `/api/v1/deployments/${deploymentId}/reports?search=FREQ&sortBy=createdAt&${query}`;
    const { items, count } = (await app.call({ method: 'GET', path, key })).json<{
      items: Report[];
      count: number | null;
    }>();
    return { ids: items.map(({ id }) => id), count };
  };
  for (const [key, count] of [
    [keys.all, 5100],
    [keys.some, 5050],
  ] as const) {
    const byNumber = await search(key, 'page=2&limit=3');
    const whole = await search(key, '');
    const byCursor = await search(key, 'first=6');
    assert.deepEqual([byNumber.count, whole.count, byCursor.count], [count, count, null]);
    assert.deepEqual(byNumber.ids, byCursor.ids.slice(3));
  }
});
