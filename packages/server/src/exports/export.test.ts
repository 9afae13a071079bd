import { serverBrands, type AppConfigResponse, type DashboardExportStatusResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { DrawPicture } from '../rendering/draw-picture.ts';
import { answerPage, PAGE_ORIGIN } from '../rendering/picture-page.ts';
import { createNotificationApp, failureOf, jobRun, type NotificationApp } from '../test/index.ts';
import { handleDrawing } from './draw-export.ts';
import { renderingPart } from '../rendering/part.ts';
import { subjectsPart } from '../embedding/viewers-part.ts';

let app: NotificationApp;
let publicId: string;
let workbookId: number;
before(async () => {
  app = await createNotificationApp();
  ({ publicId, workbookId } = await app.publishSales('Sales'));
});
after(() => app.close());
beforeEach(() => app.database.pool.query('delete from dashboard_exports'));

const path = '/dashboard-exports';
const start = (body: object = {}, key?: string) =>
  app.calls.call('POST', path, {
    body: { dashboardPublicId: publicId, format: 'png', ...body },
    ...(key !== undefined && { key }),
  });
const startOk = async (body: object = {}) => {
  const answer = await start(body);
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { jobId: string }).jobId;
};
const statusOf = (jobId: string) => app.calls.ok<DashboardExportStatusResponse>('GET', `${path}/${jobId}`);
const refused = async (body: object, status: number, code: string, key?: string) => {
  const answer = await start(body, key);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal((answer.json() as { code: string }).code, code);
};

/** Draws the numbers of the charts as text. */
const drawNumbers: DrawPicture = async ({ answers }) =>
  Buffer.from(JSON.stringify(answers.charts.map(({ result }) => result?.rows)));

/** Draws an export as the job does; answers with what the job failed with. */
function drawOne(exportId: string, drawPicture: DrawPicture | undefined, retryCount = 0): Promise<unknown> {
  const tools = {
    db: app.database.db,
    rendering: app.get(renderingPart),
    subjects: app.get(subjectsPart),
    drawPicture,
  };
  return failureOf(handleDrawing(tools), { exportId }, jobRun({ retryCount }));
}
const download = (jobId: string, search = '', key?: string) =>
  app.calls.call('GET', `${path}/${jobId}/download${search}`, { ...(key !== undefined && { key }) });

test('an export is drawn under the rights of another, and of its caller by default', async () => {
  const { tenantId } = app;
  const userId = await app.makeReader('exported', ['north']);
  const viewer = {
    type: 'EMBED_USER',
    embedTenantName: 'customer',
    externalId: 'viewer-1',
    userAttributes: [{ name: 'regions', value: ['south'] }],
  };
  const drawn: string[] = [];
  for (const renderAs of [{ type: 'USER', userId }, viewer, null]) {
    const jobId = await startOk({ renderAs });
    assert.equal((await statusOf(jobId)).status, 'pending');
    assert.equal((await download(jobId)).json().code, 'export_not_ready');
    assert.equal(await drawOne(jobId, drawNumbers), undefined);
    assert.deepEqual(await statusOf(jobId), {
      status: 'completed',
      progress: 100,
      error: null,
      contentType: 'image/png',
    });
    const answer = await download(jobId, '?filename=Umsatz%20"Nord"%20%C3%A4');
    assert.equal(answer.headers['content-type'], 'image/png');
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename="Umsatz _Nord_ _\.png"; /,
    );
    drawn.push(answer.body);
  }
  assert.match(drawn[0] ?? '', /1203/);
  assert.doesNotMatch(drawn[0] ?? '', /4807/);
  assert.match(drawn[1] ?? '', /4807/);
  assert.doesNotMatch(drawn[1] ?? '', /1203/);
  assert.doesNotMatch(drawn[2] ?? '', /1203|4807/);
  const { rows } = await app.database.pool.query(
    'select count(*)::integer as count from embed_user_attribute_values v join embed_users e on e.id = v.embed_user_id where e.tenant_id = $1',
    [tenantId],
  );
  assert.deepEqual(rows, [{ count: 0 }], 'what holds for the rendering is not stored');
});

test('no address but those of the page itself is answered while a dashboard is drawn', async () => {
  const account = (await app.call({ method: 'GET', path: '/api/v1/app-config' })).json<AppConfigResponse>();
  const content = { brand: serverBrands.svc, account, signal: new AbortController().signal };
  const answered: Record<string, boolean> = {};
  const drawPicture: DrawPicture = async (rendered) => {
    const addresses = [
      `${PAGE_ORIGIN}/api/v1/app-config`,
      `${PAGE_ORIGIN}/api/v1/users/me`,
      `${PAGE_ORIGIN}/assets/../../../etc/passwd`,
      'http://127.0.0.1/a.png',
      'http://169.254.169.254/latest/meta-data',
      'https://images.example.com/a.png',
      'file:///etc/passwd',
    ];
    for (const address of addresses) {
      const request = { method: 'GET', url: new URL(address), body: null, isOfApp: false };
      answered[address] = (await answerPage(request, rendered, content)) !== undefined;
    }
    return Buffer.from('a picture');
  };
  assert.equal(await drawOne(await startOk(), drawPicture), undefined);
  const [own, ...others] = Object.values(answered);
  assert.equal(own, true);
  assert.ok(others.length === 6 && !others.includes(true), JSON.stringify(answered));
});

test('an export needs one dashboard, full access to its workbook, and an administrator for another person', async () => {
  await refused({ dashboardId: 1 }, 400, 'validation_failed');
  await refused({ dashboardPublicId: 'Missing00000' }, 404, 'dashboard_not_found');
  const author = await app.calls.makePerson('Explorer');
  await refused({}, 403, 'forbidden', author.key);
  await app.calls.grant('WORKBOOK', workbookId, author.id, 3);
  await refused({ renderAs: { type: 'USER', userId: app.adminId } }, 403, 'admin_only', author.key);
  assert.equal((await start({}, author.key)).statusCode, 200);
  const viewer = await app.calls.makePerson('Viewer');
  await refused({}, 403, 'forbidden', viewer.key);
  await refused({ renderAs: { type: 'USER', email: 'nobody@example.com' } }, 404, 'user_not_found');
  await refused({ renderAs: { type: 'USER' } }, 400, 'validation_failed');
});

test('sheets of paper are a layout of documents alone, and reach what draws', async () => {
  await refused({ layout: 'print' }, 400, 'validation_failed');
  await refused({ format: 'pdf', layout: 'poster' }, 400, 'validation_failed');
  const drawn: unknown[] = [];
  const drawPicture: DrawPicture = async ({ drawing }) => {
    drawn.push(drawing?.layout);
    return Buffer.from('%PDF-');
  };
  for (const layout of ['print', 'screenshot', null])
    assert.equal(await drawOne(await startOk({ format: 'pdf', layout }), drawPicture), undefined);
  assert.deepEqual(drawn, ['print', undefined, undefined]);
});

test('the tabs that are to be open reach what draws', async () => {
  const drawn: unknown[] = [];
  const drawPicture: DrawPicture = async ({ drawing }) => {
    drawn.push(drawing?.openTabs);
    return Buffer.from('drawn');
  };
  const openTabs = [{ container: 'details', widget: 'by-region' }];
  for (const tabs of [{ openTabs }, {}]) {
    assert.equal(await drawOne(await startOk(tabs), drawPicture), undefined);
  }
  assert.deepEqual(drawn, [openTabs, undefined]);
  await refused({ openTabs: [{ container: 'details' }] }, 400, 'validation_failed');
});

test('a viewer who is not shown the dashboard gets no export of it', async () => {
  await app.database.pool.query("delete from grants where subject_type = 'ALL_EMBED_USERS'");
  const renderAs = { type: 'EMBED_USER', embedTenantName: 'stranger', externalId: 'v' };
  await refused({ renderAs }, 403, 'forbidden');
});

test('an export is there for the user who has started it, until it expires', async () => {
  const other = await app.calls.makePerson('Explorer');
  const jobId = await startOk();
  await drawOne(jobId, drawNumbers);
  for (const address of [`${path}/${jobId}`, `${path}/${jobId}/download`])
    await app.calls.refused(['GET', address, { key: other.key }], 404, 'export_not_found');
  await app.database.pool.query("update dashboard_exports set expires_at = now() - interval '1 second'");
  await app.calls.refused(['GET', `${path}/${jobId}`], 404, 'export_not_found');
});

test('what restricts downloads closes exports at once, before they start and after they are drawn', async () => {
  const jobId = await startOk();
  await drawOne(jobId, drawNumbers);
  const locks = [
    [
      `update tenants set app_config = app_config || '{"restrictDataDownload": true}'`,
      `update tenants set app_config = app_config - 'restrictDataDownload'`,
    ],
    [
      'update dashboards set restrict_data_download = true',
      'update dashboards set restrict_data_download = false',
    ],
  ] as const;
  for (const [lock, unlock] of locks) {
    const pending = await startOk();
    await app.database.pool.query(lock);
    await refused({}, 403, 'forbidden');
    await refused({ renderAs: { type: 'USER', userId: app.adminId } }, 403, 'forbidden');
    assert.equal((await download(jobId)).statusCode, 403);
    await drawOne(pending, drawNumbers);
    assert.equal((await statusOf(pending)).status, 'failed');
    await app.database.pool.query(unlock);
  }
  assert.equal((await download(jobId)).statusCode, 200);
});

test('a failure is told, and one that may pass is tried once more', async () => {
  const without = await startOk();
  assert.equal(await drawOne(without, undefined), undefined);
  assert.match((await statusOf(without)).error ?? '', /ORIEL_CHROMIUM/);
  assert.equal((await download(without)).json().code, 'export_failed');
  const failing = await startOk();
  const crash: DrawPicture = async () => {
    throw new Error('Target page has been closed');
  };
  assert.ok(await drawOne(failing, crash));
  assert.equal((await statusOf(failing)).status, 'processing');
  assert.equal(await drawOne(failing, crash, 1), undefined);
  assert.deepEqual((await statusOf(failing)).error, 'The dashboard could not be drawn');
});

test('under the rights of one person five exports are under way at a time', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
  assert.equal(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'], '10');
});
