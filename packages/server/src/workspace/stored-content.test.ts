import type { Problem, Report, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** Checks that a call is refused for fields, and nothing else. */
async function refusedFor(call: Parameters<WorkspaceCalls['call']>, ...paths: string[]): Promise<void> {
  const answer = await calls.call(...call);
  assert.equal(answer.statusCode, 400, answer.body);
  const { code, issues } = answer.json<Problem>();
  assert.equal(code, 'validation_failed');
  assert.deepEqual(issues?.map(({ path }) => path).sort(), paths.toSorted(), answer.body);
}

const wrongMetas: [meta: unknown, path: string][] = [
  [{ kind: 'pie' }, 'meta.kind'],
  [{ kind: 5 }, 'meta.kind'],
  [{ spec: 5 }, 'meta.spec'],
  [{ kind: 'table', spec: 'rows' }, 'meta.spec'],
  [{ kind: 'table', spec: { columns: [{ label: 'No field' }] } }, 'meta.spec.columns[0].field'],
  [{ kind: 'table', spec: { columns: [{ field: 'a', width: 'wide' }] } }, 'meta.spec.columns[0].width'],
  ...[1.5, -1, 501, '1'].map((frozenColumns): [object, string] => [
    { kind: 'table', spec: { frozenColumns } },
    'meta.spec.frozenColumns',
  ]),
  [{ kind: 'kpi', spec: { blocks: [{ type: 'gauge' }] } }, 'meta.spec.blocks[0].type'],
  [{ kind: 'kpi', spec: { blocks: [{ type: 'number' }] } }, 'meta.spec.blocks[0].field'],
  [
    { kind: 'kpi', spec: { blocks: [{ type: 'number', field: 'a', row: 2 ** 31 }] } },
    'meta.spec.blocks[0].row',
  ],
  [{ kind: 'html', spec: { template: 1 } }, 'meta.spec.template'],
  [{ kind: 'map', spec: 'here' }, 'meta.spec'],
  [{ preferences: 'none' }, 'meta.preferences'],
  [{ preferences: { columnFormats: { a: { type: 'abbr' } } } }, 'meta.preferences.columnFormats.a.type'],
  [{ preferences: { columnFormats: { a: 1 } } }, 'meta.preferences.columnFormats.a'],
  [{ name: 'a\0b' }, 'meta.name'],
  [{ 'k\0': 1 }, 'meta'],
];

for (const [meta, path] of wrongMetas)
  test(`a report is refused with the meta ${JSON.stringify(meta)}`, async () => {
    const { id } = await calls.makeReport({ meta: { kind: 'table' } });
    const attempts = [
      calls.call('POST', '/reports', { body: { meta } }),
      calls.call('PUT', `/reports/${id}`, { body: { meta } }),
    ];
    for (const answer of await Promise.all(attempts)) {
      assert.equal(answer.statusCode, 400, answer.body);
      const paths = answer.json<Problem>().issues?.map((issue) => issue.path);
      assert.ok(paths?.includes(path), `${paths} without ${path}`);
    }
    assert.deepEqual((await calls.ok<Report>('GET', `/reports/${id}`)).meta, { kind: 'table' });
  });

test('what a client keeps in a meta beside its drawing stays', async () => {
  const meta = {
    kind: 'table',
    spec: { columns: [{ field: 'a', barColor: 'red' }], theme: null, frozenColumns: null },
    preferences: { columnFormats: { a: { type: 'currency', decimalPlaces: 2 } }, zoom: 3 },
    periodComparisons: null,
    ours: { deep: [1, { er: true }] },
  };
  const { id } = await calls.makeReport({ meta });
  assert.deepEqual((await calls.ok<Report>('GET', `/reports/${id}`)).meta, meta);
});

const position = { x: 0, y: 0, w: 1, h: 1 };
const nested = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>(
    (inner, _, level) => ({ id: `c${level}`, type: 'CONTAINER', position, config: { children: [inner] } }),
    { id: 'text', type: 'TEXT', position, config: { content: 'deep' } },
  );

const wrongConfigs: [config: object, path: string][] = [
  [{ widgets: [{ id: 'a', type: 'PIE', position }] }, 'widgets[0].type'],
  [{ widgets: [{ id: 'a', type: 'CHART' }] }, 'widgets[0].position'],
  [{ widgets: [{ id: 'a', type: 'TEXT', position: { ...position, x: 2 ** 31 } }] }, 'widgets[0].position.x'],
  [{ widgets: [{ id: 'a', type: 'TEXT', position: { ...position, h: 1.5 } }] }, 'widgets[0].position.h'],
  [
    { widgets: [{ id: 'a', type: 'TEXT', position, responsiveLayouts: { sm: { ...position, w: 1e300 } } }] },
    'widgets[0].responsiveLayouts.sm.w',
  ],
  [
    { widgets: [{ id: 'a', type: 'CHART', position, config: { reportId: '7' } }] },
    'widgets[0].config.reportId',
  ],
  [{ widgets: [{ id: 'a', type: 'CHART', position, config: 7 }] }, 'widgets[0].config'],
  [
    { widgets: [{ id: 'a', type: 'CHART', position, config: { controls: { b: true } } }] },
    'widgets[0].config.controls.b',
  ],
  [{ widgets: [{ id: 'a', type: 'TEXT', position, config: { content: 5 } }] }, 'widgets[0].config.content'],
  [
    { widgets: [{ id: 'a', type: 'FILTER', position, config: { visibility: 'gone' } }] },
    'widgets[0].config.visibility',
  ],
  [
    { widgets: [{ id: 'a', type: 'TIME_GRAIN', position, config: { granularities: 'day' } }] },
    'widgets[0].config.granularities',
  ],
  [
    { widgets: [{ id: 'a', type: 'CONTAINER', position, config: { children: [null] } }] },
    'widgets[0].config.children[0]',
  ],
  [
    { widgets: [{ id: 'a', type: 'CONTAINER', position, config: { children: [{ id: 'b' }] } }] },
    'widgets[0].config.children[0].type',
  ],
  [
    { widgets: [{ id: 'a', type: 'CONTAINER', position, config: { columns: 1e6 } }] },
    'widgets[0].config.columns',
  ],
  [
    { widgets: [nested(5)] },
    'widgets[0].config.children[0].config.children[0].config.children[0].config.children[0]',
  ],
  [{ theme: { primaryColor: 'url(https://elsewhere.example/a)' } }, 'theme.primaryColor'],
  [{ theme: { widgets: { border: { color: 'red;}' } } } }, 'theme.widgets.border.color'],
  [{ layout: { rowHeight: 2 ** 40 } }, 'layout.rowHeight'],
  [{ layout: { margin: ['16px'] } }, 'layout.margin[0]'],
  [{ layout: { cols: { lg: null, md: 'twelve' } } }, 'layout.cols.md'],
];

for (const [config, path] of wrongConfigs)
  test(`a dashboard is refused for ${path} in ${JSON.stringify(config).slice(0, 80)}`, async () => {
    const { id } = await calls.makeWorkbook('Board');
    const isTold = async (call: Parameters<WorkspaceCalls['call']>, at: string) => {
      const answer = await calls.call(...call);
      assert.equal(answer.statusCode, 400, answer.body);
      const paths = answer.json<Problem>().issues?.map((issue) => issue.path);
      assert.ok(paths?.includes(`${at}.${path}`), `${at}: ${answer.body}`);
    };
    await isTold(
      ['PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft: config } }],
      'dashboardDraft',
    );
    await isTold(['POST', `/workbooks/${id}/publish`, { body: { workbookId: id, config } }], 'config');
    const meta = { dashboardDraft: config };
    await isTold(['POST', '/workbooks', { body: { meta } }], 'meta.dashboardDraft');
    await isTold(['PUT', `/workbooks/${id}`, { body: { meta } }], 'meta.dashboardDraft');
    const workbook = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
    assert.deepEqual([workbook.dashboardDraft, workbook.publishedDashboard], [null, null]);
  });

test('containers nest as deep as they may, and deeper than any stack is refused', async () => {
  const { id } = await calls.makeWorkbook('Deep');
  const body = (depth: number) => ({ body: { workbookId: id, config: { widgets: [nested(depth)] } } });
  await calls.ok('POST', `/workbooks/${id}/publish`, body(4));
  const [before = '', behind = ''] = JSON.stringify(body(1).body).split('{"id":"text"');
  const opening = '{"id":"c","type":"CONTAINER","position":{"x":0,"y":0,"w":1,"h":1},"config":{"children":[';
  const answer = await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${world.deploymentId}/workbooks/${id}/publish`,
    headers: { 'content-type': 'application/json' },
    body: `${before}${opening.repeat(5_000)}{"id":"text"${behind.replace(']', `]${'}}]'.repeat(5_000)}`)}`,
  });
  assert.equal(answer.statusCode, 400, answer.body.slice(0, 500));
  assert.equal(answer.json<Problem>().code, 'malformed_request');
  const deep = await calls.call('POST', `/workbooks/${id}/publish`, body(20));
  assert.equal(deep.json<Problem>().code, 'validation_failed', deep.body.slice(0, 500));
});

test('a config that another maker wrote is kept', async () => {
  const { id } = await calls.makeWorkbook('Foreign');
  const foreign = [
    { type: 'FILTER', config: { view: 'orders', dimension: 'status', value: null, nested: { a: [1] } } },
    { type: 'AI', config: { prompt: 'Say it', threadId: 5 } },
    { type: 'CONTAINER', config: { layout: 'tabs', title: null } },
    { type: 'CHART', config: null },
  ].map((widget, index) => ({ id: `w${index}`, position, ...widget }));
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft: { widgets: foreign } } });
  const { publishedDashboard } = await calls.ok<Workbook>('GET', `/workbooks/${id}`).then(async (before) => {
    assert.deepEqual(before.dashboardDraft?.widgets?.[0], foreign[0]);
    await calls.ok('POST', `/workbooks/${id}/publish`, { body: { workbookId: id } });
    return calls.ok<Workbook>('GET', `/workbooks/${id}`);
  });
  assert.deepEqual(publishedDashboard?.config.widgets, [
    ...foreign.slice(0, 2),
    { ...foreign[2], config: { layout: 'tabs', title: null } },
    foreign[3],
  ]);
});

test('widgets of a draft get ids, also those in containers', async () => {
  const { id } = await calls.makeWorkbook('Unnamed');
  const text = { type: 'TEXT', position };
  const widgets = [{ type: 'CONTAINER', position, config: { children: [text, { ...text, id: 'mine' }] } }];
  const { dashboardDraft } = await calls.ok<Workbook>('PUT', `/workbooks/${id}/dashboard`, {
    body: { dashboardDraft: { widgets } },
  });
  const [container] = dashboardDraft?.widgets ?? [];
  assert.ok(container?.id);
  const children = container.type === 'CONTAINER' ? container.config?.children : [];
  assert.ok(children?.[0]?.id);
  assert.equal(children[1]?.id, 'mine');
  await calls.ok('POST', `/workbooks/${id}/publish`, { body: { workbookId: id } });
});

test('what an older version stored is not published, and names what is wrong', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Old');
  const { id: reportId } = await calls.makeReport({ name: 'Old one', workbookId });
  const { pool } = world.database;
  await pool.query(`update reports set meta = '{"kind": "pie"}' where id = $1`, [reportId]);
  const widgets = [{ id: 'a', type: 'CHART', position, config: { reportId } }];
  const path = `/workbooks/${workbookId}/publish`;
  const answer = await calls.call('POST', path, { body: { workbookId, config: { widgets } } });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.match(
    answer.json<Problem>().issues?.[0]?.message ?? '',
    /report \d+, "Old one"; its meta.kind must be one of/,
  );
  await pool.query(`update workbooks set meta = '{"dashboardDraft": {"widgets": [null]}}' where id = $1`, [
    workbookId,
  ]);
  await refusedFor(['POST', path, { body: { workbookId } }], 'dashboardDraft.widgets[0]');
  const workbook = await calls.ok<Workbook>('GET', `/workbooks/${workbookId}`);
  assert.equal(workbook.publishedDashboard, null);
});

test('an id beyond any is of nothing', async () => {
  for (const id of [2 ** 31, 2 ** 53]) {
    for (const path of [`/reports?workbookId=${id}`, `/reports?folderId=${id}`, `/workbooks?folderId=${id}`])
      assert.equal((await calls.ok<{ count: number }>('GET', path)).count, 0);
    const { id: workbookId } = await calls.makeWorkbook('Board');
    const widgets = [{ id: 'a', type: 'CHART', position, config: { reportId: id } }];
    const publishing = (body: object) =>
      ['POST', `/workbooks/${workbookId}/publish`, { body: { workbookId, ...body } }] as const;
    await calls.refused([...publishing({ config: { widgets } })], 400, 'report_not_in_workbook');
    await calls.refused([...publishing({ config: {}, dashboardId: id })], 400, 'invalid_request');
    await calls.refused(['POST', '/reports', { body: { folderId: id } }], 404, 'folder_not_found');
    await calls.refused(['POST', '/reports', { body: { workbookId: id } }], 404, 'workbook_not_found');
    await calls.refused(['POST', '/workbooks', { body: { folderId: id } }], 404, 'folder_not_found');
    await calls.refused(
      ['PUT', `/workbooks/${workbookId}`, { body: { folderId: id } }],
      404,
      'folder_not_found',
    );
  }
});

test('texts that no database takes are refused with their field', async () => {
  const { id } = await calls.makeReport({ name: 'Clean' });
  const { id: workbookId } = await calls.makeWorkbook('Clean');
  for (const text of ['a\0b', '\ud800', 'x\udc00y']) {
    for (const field of ['name', 'title', 'sqlQuery', 'jsonQuery', 'externalWorkbookId', 'sheetId'])
      await refusedFor(['PUT', `/reports/${id}`, { body: { [field]: text } }], field);
    await refusedFor(['POST', '/workbooks', { body: { name: text } }], 'name');
    await refusedFor(['PUT', `/workbooks/${workbookId}`, { body: { slug: text } }], 'slug');
    await refusedFor(['PUT', `/reports/${id}`, { body: { meta: { a: [text] } } }], 'meta.a[0]');
    await refusedFor(
      ['POST', `/workbooks/${workbookId}/publish`, { body: { workbookId, title: text } }],
      'title',
    );
  }
  for (const [path, field, length] of [
    [`/workbooks/${workbookId}`, 'slug', 256],
    [`/workbooks/${workbookId}`, 'name', 256],
    [`/reports/${id}`, 'name', 256],
    [`/reports/${id}`, 'externalWorkbookId', 256],
  ] as const)
    await refusedFor(['PUT', path, { body: { [field]: 'x'.repeat(length) } }], field);
});
