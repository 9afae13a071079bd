import type { PythonAnalysisFilteredRun, ReportPython } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';
import { createModelEngine } from '../test/model-engine.ts';
import { createPythonSandbox, DEFAULT_SANDBOX_LIMITS } from './sandbox.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 3), ('south', 4)) t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: total, sql: amount, type: sum }]
  - name: many
    sql: "SELECT i AS id FROM range(10002) t(i)"
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
`;
const query = { dimensions: ['sales.region'], measures: ['sales.total'], order: [['sales.region', 'asc']] };
const script = (factor: number) => `
import csv, json
rows = list(csv.DictReader(open('data.csv')))
json.dump([{'z': row['sales.region'], 'a': ${factor} * int(row['sales.total'])} for row in rows], open('output.json', 'w'))
print('done')`;

const sandbox = createPythonSandbox({ ...DEFAULT_SANDBOX_LIMITS, timeoutMs: 60_000 });
const fault = await sandbox.findFault();
const here = { skip: fault !== undefined && fault };

let app: TestApp;
let calls: WorkspaceCalls;

before(async () => {
  app = await createTestApp({
    engine: createModelEngine([{ path: 'sales.yml', content: model }]),
    pythonSandbox: sandbox,
  });
  calls = createWorkspaceCalls(app);
  await allow(true);
});
after(() => app.close());

const allow = (pythonReports: boolean) =>
  app.call({ method: 'PUT', path: '/api/v1/app-config', body: { pythonReports } });
const metaOf = (pythonCode: string | undefined) => ({
  kind: 'table',
  spec: {},
  ...(pythonCode !== undefined && { pythonCode }),
});
const make = async (pythonCode: string | undefined) =>
  (await calls.makeReport({ name: 'Sales', jsonQuery: JSON.stringify(query), meta: metaOf(pythonCode) })).id;
const read = (id: number) => calls.ok<ReportPython>('GET', `/reports/${id}/python`);
const run = (id: number) => calls.ok<PythonAnalysisFilteredRun>('POST', `/reports/${id}/python-run`);

test(
  'what a run leaves is kept for all readers, with who ran it and when, until the report changes',
  here,
  async () => {
    const id = await make(script(2));
    assert.deepEqual(await read(id), { hasCode: true, result: null, canRun: true, whyNot: null });
    const answer = await run(id);
    assert.deepEqual(answer.outputData, [
      { z: 'north', a: 6 },
      { z: 'south', a: 8 },
    ]);
    const { result } = await read(id);
    assert.equal(result?.at, answer.at);
    assert.equal(result?.ranBy?.id, app.adminId);
    assert.deepEqual([result?.stdout, result?.inputRowCount, result?.isOutdated], ['done\n', 2, false]);
    // With the keys in the order of the script.
    assert.equal(JSON.stringify(result?.outputData), JSON.stringify(answer.outputData));
    await calls.ok('PUT', `/reports/${id}`, { body: { title: 'Another title' } });
    assert.equal((await read(id)).result?.isOutdated, false);
    await calls.ok('PUT', `/reports/${id}`, { body: { meta: metaOf(script(3)) } });
    assert.equal((await read(id)).result?.isOutdated, true);
    await run(id);
    assert.deepEqual((await read(id)).result?.outputData, [
      { z: 'north', a: 9 },
      { z: 'south', a: 12 },
    ]);
  },
);

test('a run that fails says why, and what was kept stays', here, async () => {
  const id = await make(script(1));
  await run(id);
  await calls.ok('PUT', `/reports/${id}`, { body: { meta: metaOf('raise SystemExit("no luck")') } });
  const failed = await run(id);
  assert.deepEqual([failed.executionError, failed.outputData], ['no luck', null]);
  const { result } = await read(id);
  assert.equal(result?.isOutdated, true);
  assert.deepEqual(result?.outputData, [
    { z: 'north', a: 3 },
    { z: 'south', a: 4 },
  ]);
});

test(
  'large whole numbers of a script keep their digits: its run, what is kept and its files',
  here,
  async () => {
    const code = `
import json
json.dump([{'id': 2 ** 64 + 1, 'text': '9007199254740993'}, {'id': 1, 'text': 'x\\x00'}], open('output.json', 'w'))`;
    const { id } = await calls.makeReport({
      name: 'Large',
      jsonQuery: JSON.stringify(query),
      meta: metaOf(code),
    });
    const rows = [
      { id: '18446744073709551617', text: '9007199254740993' },
      { id: 1, text: 'x\0' },
    ];
    const answer = await run(id);
    const { result } = await read(id);
    for (const each of [answer, result]) {
      assert.deepEqual(each?.outputData, rows);
      assert.deepEqual(each?.largeNumberColumns, ['id']);
    }
    const path = `/api/v1/deployments/${app.deploymentId}/reports/${id}/export`;
    const file = await app.call({ method: 'POST', path, body: { format: 'csv' } });
    assert.match(file.body, /\r\n18446744073709551617,9007199254740993\r\n/);
  },
);

test('the limit of a report is that of its script', here, async () => {
  const body = {
    name: 'One',
    jsonQuery: JSON.stringify({ ...query, limit: 1 }),
    meta: metaOf(script(1)),
  };
  assert.equal((await run((await calls.makeReport(body)).id)).inputRowCount, 1);
});

test(
  'a script that was given the first of more rows says so: its run, what is kept and its files',
  here,
  async () => {
    const count = `
import json
json.dump([{'lines': len(open('data.csv').readlines()) - 1}], open('output.json', 'w'))`;
    const makeMany = async (changes: object) => {
      const many = { dimensions: ['many.id'], order: [['many.id', 'asc']], ...changes };
      const body = { name: 'Many', jsonQuery: JSON.stringify(many), meta: metaOf(count) };
      return (await calls.makeReport(body)).id;
    };
    const path = (id: number) => `/api/v1/deployments/${app.deploymentId}/reports/${id}/export`;
    const id = await makeMany({});
    const cut = await run(id);
    assert.deepEqual(
      [cut.inputRowCount, cut.isInputCut, cut.outputData],
      [10_000, true, [{ lines: 10_000 }]],
    );
    const { result } = await read(id);
    assert.deepEqual([result?.inputRowCount, result?.isInputCut], [10_000, true]);
    const note = 'Worked out by Python from the first 10000 rows; there are more';
    const file = await app.call({ method: 'POST', path: path(id), body: { format: 'csv' } });
    assert.deepEqual([file.headers['oriel-rows'], file.headers['oriel-python-rows']], ['1/1', '10000']);
    assert.equal(file.body, `\uFEFFlines\r\n10000\r\n${note}\r\n`);
    const sheet = await app.call({ method: 'POST', path: path(id), body: { format: 'xlsx' } });
    assert.equal(sheet.headers['oriel-python-rows'], '10000');

    // As many as it may have, and none behind: by a filter, by an offset, by the report's own limit.
    const filters = [{ member: 'many.id', operator: 'lt', values: ['10000'] }];
    for (const changes of [{ filters }, { offset: 2 }, { limit: 10_000 }, { limit: 9_999 }]) {
      const whole = await makeMany(changes);
      const { inputRowCount, isInputCut } = await run(whole);
      assert.equal(inputRowCount, 'limit' in changes ? changes.limit : 10_000, JSON.stringify(changes));
      assert.equal(isInputCut, false, JSON.stringify(changes));
      assert.equal((await read(whole)).result?.isInputCut, false, JSON.stringify(changes));
      const own = await app.call({ method: 'POST', path: path(whole), body: { format: 'csv' } });
      assert.equal(own.headers['oriel-python-rows'], undefined);
      assert.doesNotMatch(own.body, /there are more/);
    }
    assert.equal((await run(await makeMany({ offset: 1 }))).isInputCut, true);
  },
);

test('where a query may have fewer rows than a script, the script has those, and says so', here, async () => {
  const bounded = await createTestApp({
    engine: createModelEngine([{ path: 'sales.yml', content: model }], { maxLimit: 100 }),
    pythonSandbox: sandbox,
  });
  try {
    const own = createWorkspaceCalls(bounded);
    await bounded.call({ method: 'PUT', path: '/api/v1/app-config', body: { pythonReports: true } });
    const count = `
import json
json.dump([{'lines': len(open('data.csv').readlines()) - 1}], open('output.json', 'w'))`;
    const given = async (changes: object) => {
      const many = { dimensions: ['many.id'], order: [['many.id', 'asc']], ...changes };
      const body = { name: 'Many', jsonQuery: JSON.stringify(many), meta: metaOf(count) };
      const { id } = await own.makeReport(body);
      const answer = await own.ok<PythonAnalysisFilteredRun>('POST', `/reports/${id}/python-run`);
      return [answer.executionError, answer.outputData, answer.inputRowCount, answer.isInputCut];
    };
    const hundred = [null, [{ lines: 100 }], 100];
    assert.deepEqual(await given({}), [...hundred, true]);
    assert.deepEqual(await given({ limit: 20_000 }), [...hundred, true]);
    assert.deepEqual(await given({ limit: 101 }), [...hundred, true]);
    assert.deepEqual(await given({ limit: 100 }), [...hundred, false]);
    assert.deepEqual(await given({ offset: 9_902 }), [...hundred, false]);
    assert.deepEqual(await given({ limit: 7 }), [null, [{ lines: 7 }], 7, false]);
  } finally {
    await bounded.close();
  }
});

test('a report without Python has none to run', async () => {
  const id = await make(undefined);
  assert.deepEqual(await read(id), { hasCode: false, result: null, canRun: false, whyNot: null });
  await calls.refused(['POST', `/reports/${id}/python-run`], 403, 'forbidden');
});

test('who reads a report sees its result and runs nothing; who does not see it finds none', async () => {
  const id = await make(script(1));
  const reader = await calls.makePerson('Viewer');
  const hidden = await calls.call('GET', `/reports/${id}/python`, { key: reader.key });
  assert.equal(hidden.statusCode, 404);
  assert.equal((await calls.call('POST', `/reports/${id}/python-run`, { key: reader.key })).statusCode, 404);
  const grant = { deploymentId: app.deploymentId, resourceType: 'REPORT', resourceId: id } as const;
  await app.database.db
    .insertInto('grants')
    .values({ ...grant, subjectType: 'ORGANIZATION', subjectId: 0, level: 1 })
    .execute();
  const shown = await calls.ok<ReportPython>('GET', `/reports/${id}/python`, { key: reader.key });
  assert.deepEqual([shown.canRun, shown.whyNot], [false, 'Running it needs the right to edit the report']);
  assert.equal((await calls.call('POST', `/reports/${id}/python-run`, { key: reader.key })).statusCode, 403);
});

test(
  'where Python is off or bubblewrap is absent, the reason is told, and what was kept is shown',
  here,
  async () => {
    const id = await make(script(1));
    await run(id);
    await allow(false);
    try {
      const shown = await read(id);
      assert.equal(shown.canRun, false);
      assert.match(shown.whyNot ?? '', /off for this account/);
      assert.ok(shown.result);
      const refused = await calls.call('POST', `/reports/${id}/python-run`);
      assert.equal(refused.statusCode, 403);
      assert.match(refused.body, /off for this account/);
    } finally {
      await allow(true);
    }
    const bare = await createTestApp({
      engine: createModelEngine([{ path: 'sales.yml', content: model }]),
      pythonSandbox: createPythonSandbox(DEFAULT_SANDBOX_LIMITS, '/nowhere'),
    });
    try {
      const own = createWorkspaceCalls(bare);
      await bare.call({ method: 'PUT', path: '/api/v1/app-config', body: { pythonReports: true } });
      const report = await own.makeReport({
        name: 'Sales',
        jsonQuery: JSON.stringify(query),
        meta: metaOf(script(1)),
      });
      const refused = await own.call('POST', `/reports/${report.id}/python-run`);
      assert.equal(refused.statusCode, 503);
      assert.match(refused.body, /bubblewrap/);
    } finally {
      await bare.close();
    }
  },
);
