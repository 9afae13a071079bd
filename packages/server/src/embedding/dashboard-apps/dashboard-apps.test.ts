import type { Dashboard, DashboardAppAddress, DashboardAppPreview } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../identity/credentials/secrets.ts';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

/** The files of dashboard apps: who gets their address, and what is served there. */
let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const ENTRY =
  '<!-- ours --><!DOCTYPE html><title>$& App</title><script type="module" src="main.js"></script>';
const files = {
  'index.html': ENTRY,
  'main.js': 'export const one = 1;',
  'lib/größe & mehr.css': 'p { color: red }',
  'data.json': '{"a":1}',
  'plane.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  notes: 'plain',
};

/** A published dashboard, which every embed user may see. */
async function publish(config: object): Promise<Dashboard> {
  const { id } = await calls.makeWorkbook('App');
  const grant = { resourceType: 'WORKBOOK', subjectType: 'ALL_EMBED_USERS', subjectId: 0, level: 1 } as const;
  await testApp.database.db
    .insertInto('grants')
    .values({ deploymentId: testApp.deploymentId, resourceId: id, ...grant })
    .execute();
  return calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body: { workbookId: id, config } });
}
const publishApp = (app: object = { files }) => publish({ kind: 'APP', app });

const ask = (publicId: string, caller: { key?: string; headers?: Record<string, string> } = {}) =>
  testApp.call({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}/app`, ...caller });
const addressOf = async (publicId: string): Promise<DashboardAppAddress> => {
  const answer = await ask(publicId);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<DashboardAppAddress>();
};
/** Without any credential, as a frame without an origin asks. */
const read = (url: string) => testApp.app.inject({ method: 'GET', url, headers: { origin: 'null' } });
const beside = (path: string, name: string) => path.replace('index.html', name);

interface Caller {
  key: string;
  headers: Record<string, string>;
}

async function session(input: object = {}): Promise<Caller & { sessionId: string }> {
  const body = {
    deploymentId: testApp.deploymentId,
    externalId: 'viewer',
    embedTenantName: 'customer',
    ...input,
  };
  const generated = await testApp.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const path = '/api/v1/embed/session/token';
  const exchanged = await testApp.call({ method: 'POST', path, key: '', body: generated.json() });
  return {
    sessionId: generated.json<{ sessionId: string }>().sessionId,
    key: '',
    headers: { authorization: `Embed-Token ${exchanged.json<{ token: string }>().token}` },
  };
}
const viewer = (): Promise<Caller> => session();
const addressFor = async (publicId: string, { key, headers }: Caller): Promise<string> => {
  const answer = await ask(publicId, { key, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<DashboardAppAddress>().path;
};

test('a viewer gets an address under which every file is served by its type, without another credential', async () => {
  const { publicId } = await publishApp();
  const answer = await ask(publicId, await viewer());
  assert.equal(answer.statusCode, 200, answer.body);
  const { path, expiresAt } = answer.json<DashboardAppAddress>();
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  assert.ok(minutes > 55 && minutes <= 60, `${minutes} minutes`);
  for (const [name, type] of [
    ['main.js', 'text/javascript'],
    ['lib/gr%C3%B6%C3%9Fe%20&%20mehr.css', 'text/css'],
    ['data.json', 'application/json'],
    ['plane.svg', 'image/svg+xml'],
    ['notes', 'text/plain'],
  ] as const) {
    const file = await read(beside(path, name));
    assert.equal(file.statusCode, 200, name);
    assert.equal(file.headers['content-type'], `${type}; charset=utf-8`);
    assert.equal(file.body, files[decodeURIComponent(name) as keyof typeof files]);
    // Modules are asked for by CORS, from an origin of no name.
    assert.equal(file.headers['access-control-allow-origin'], '*');
    assert.equal(file.headers['x-content-type-options'], 'nosniff');
    // A browser that keeps a file would show it after the end of the session.
    assert.equal(file.headers['cache-control'], 'no-store');
  }
});

test('a page is its author’s, after our script and the import map, in the mode of standards', async () => {
  const { path } = await addressOf((await publishApp()).publicId);
  const { body, headers } = await read(path);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  const [, script = '', map = ''] =
    /^<!doctype html><script src="(\/embed\/app-packages\/frame-[^"]+)"><\/script><script type="importmap">(.+?)<\/script><!-- ours --><!DOCTYPE html><title>\$& App</.exec(
      body,
    ) ?? [];
  const { imports } = JSON.parse(map) as { imports: Record<string, string> };
  assert.deepEqual(Object.keys(imports), [
    'oriel',
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-dom/client',
    'vega',
    'vega-lite',
    'vega-interpreter',
    'd3',
  ]);
  for (const address of [script, ...Object.values(imports)]) {
    const answer = await read(address);
    assert.equal(answer.statusCode, 200, address);
    assert.match(String(answer.headers['content-type']), /^(text|application)\/javascript/);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  }
  for (const name of ['packages.json.map', '..%2fembed.html', '%2e%2e%2findex.html', 'nothing.js'])
    assert.equal((await read(`/embed/app-packages/${name}`)).statusCode, 404, name);
});

test('every file is in a sandbox, and reaches its own files and the packages alone', async () => {
  const { path } = await addressOf((await publishApp()).publicId);
  const own = `http://localhost${beside(path, '')}`;
  const packages = 'http://localhost/embed/app-packages/';
  for (const name of ['index.html', 'main.js', 'plane.svg']) {
    const { headers } = await read(beside(path, name));
    assert.deepEqual(String(headers['content-security-policy']).split('; '), [
      // A picture that is opened as a page runs nothing.
      name === 'index.html' ? 'sandbox allow-scripts' : 'sandbox',
      "default-src 'none'",
      `script-src ${own} ${packages} 'unsafe-inline'`,
      `style-src ${own} 'unsafe-inline'`,
      `img-src ${own} data: blob:`,
      `font-src ${own} data:`,
      `media-src ${own} data: blob:`,
      `connect-src ${own}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-src 'none'",
      'frame-ancestors *',
    ]);
    assert.equal(headers['connection-allowlist'], '(response-origin)');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['set-cookie'], undefined);
  }
});

test('where origins are allowed, they and our own pages alone frame an app', async () => {
  const { path } = await addressOf((await publishApp()).publicId);
  const allow = (origins: string[]) =>
    testApp.call({ method: 'PUT', path: '/api/v1/embed/allowed-origins', body: { origins } });
  await allow(['https://app.example.com']);
  const policy = String((await read(path)).headers['content-security-policy']);
  await allow([]);
  assert.match(policy, /; frame-ancestors 'self' https:\/\/app\.example\.com$/);
});

test('strangers get no address of an app, and nobody one of what is none', async () => {
  const { publicId } = await publishApp();
  assert.equal((await ask(publicId, { key: '' })).statusCode, 401);
  assert.equal((await ask(publicId, { key: (await calls.makePerson()).key })).statusCode, 404);
  assert.equal((await ask('nothing')).statusCode, 404);
  const classic = await publish({ widgets: [] });
  const refused = await ask(classic.publicId);
  assert.equal(refused.statusCode, 400);
  assert.match(refused.body, /is no app/);
});

test('an address is a random text: one that is guessed, over, of another account or of an API key leads nowhere', async () => {
  const { publicId } = await publishApp();
  const { path } = await addressOf(publicId);
  const [, own = ''] = /^\/embed\/apps\/([^/]+)\//.exec(path) ?? [];
  assert.match(own, /^[\w-]{43}$/);
  const open = (text: string) => read(`/embed/apps/${text}/index.html`);
  assert.equal((await open(own)).statusCode, 200);
  const { headers } = await viewer();
  const strangers = [
    'nothing',
    randomBytes(32).toString('base64url'),
    own.slice(1),
    `${own}x`,
    headers['authorization']?.replace('Embed-Token ', '') ?? '',
    testApp.adminKey,
  ];
  for (const text of strangers) {
    const answer = await open(text);
    assert.equal(answer.statusCode, 404, text);
    assert.doesNotMatch(answer.body, /title/);
  }
  // Neither is an address a credential of the API.
  for (const scheme of ['Embed-Token', 'Bearer', 'Api-Key'])
    assert.equal(
      (await ask(publicId, { key: '', headers: { authorization: `${scheme} ${own}` } })).statusCode,
      401,
      scheme,
    );
  const elsewhere = await testApp.app.inject({
    method: 'GET',
    url: path,
    headers: { host: await otherAccount() },
  });
  assert.equal(elsewhere.statusCode, 404);
  await testApp.database.pool.query('update dashboard_app_addresses set expires_at = now()');
  assert.equal((await open(own)).statusCode, 404);
});

/** A host of another account. */
async function otherAccount(): Promise<string> {
  const host = 'other.example.com';
  await testApp.build.tenant({ host });
  return host;
}

test('an address ends with the embed session that it was asked for with, at the next request', async () => {
  const { publicId } = await publishApp();
  const [ended, kept] = [await session(), await session()];
  const [path, other] = [await addressFor(publicId, ended), await addressFor(publicId, kept)];
  for (const name of ['index.html', 'main.js', 'missing.js'])
    assert.equal((await read(beside(path, name))).statusCode, name === 'missing.js' ? 404 : 200, name);
  const body = { sessionId: ended.sessionId };
  const revoked = await testApp.call({ method: 'POST', path: '/api/v1/embed/session/revoke', body });
  assert.equal(revoked.statusCode, 204);
  for (const name of ['index.html', 'main.js', 'missing.js']) {
    const answer = await read(beside(path, name));
    assert.equal(answer.statusCode, 401, name);
    assert.doesNotMatch(answer.body, /ours|one = 1/);
  }
  assert.equal((await read(other)).statusCode, 200);
});

test('an address ends with its viewer, and with the key of a user', async () => {
  const { publicId } = await publishApp();
  const path = await addressFor(publicId, await session({ externalId: 'leaves' }));
  assert.equal((await read(path)).statusCode, 200);
  const { tenantId, adminId: userId } = testApp;
  const key = await testApp.build.apiKey({ tenantId, userId });
  const ofKey = await addressFor(publicId, { key, headers: {} });
  assert.equal((await read(ofKey)).statusCode, 200);
  await testApp.database.db.deleteFrom('embedUsers').where('externalId', '=', 'leaves').execute();
  await testApp.database.credentialChanges.catchUp();
  assert.equal((await read(path)).statusCode, 401);
  await testApp.database.db.deleteFrom('apiKeys').where('hash', '=', hashSecret(key)).execute();
  await testApp.database.credentialChanges.catchUp();
  assert.equal((await read(ofKey)).statusCode, 401);
});

test('an address lasts no longer than the token that it was asked for with', async () => {
  const { publicId } = await publishApp();
  const { tenantId, adminId: userId } = testApp;
  const key = await testApp.build.apiKey({ tenantId, userId });
  const inTenMinutes = new Date(Date.now() + 600_000);
  await testApp.database.db
    .updateTable('apiKeys')
    .set({ expiresAt: inTenMinutes.toISOString() })
    .where('hash', '=', hashSecret(key))
    .execute();
  const answer = await ask(publicId, { key });
  assert.equal(answer.json<DashboardAppAddress>().expiresAt, inTenMinutes.toISOString());
});

test('what is stored of an address is neither its text nor what the viewer’s rows depend on', async () => {
  const { publicId } = await publishApp();
  const viewing = await session({ securityContext: { region: 'secret north' } });
  const path = await addressFor(publicId, viewing);
  const { rows } = await testApp.database.pool.query('select * from dashboard_app_addresses');
  const stored = JSON.stringify(rows);
  assert.doesNotMatch(stored, /secret north/);
  assert.ok(!stored.includes(path.split('/')[3] ?? ''));
});

test('an address ends when its dashboard is hidden', async () => {
  const { publicId } = await publishApp();
  const { path } = await addressOf(publicId);
  await testApp.database.pool.query("update dashboards set status = 'archived' where public_id = $1", [
    publicId,
  ]);
  assert.equal((await read(path)).statusCode, 404);
});

test('nothing but the files of the app is below its address', async () => {
  const { path } = await addressOf((await publishApp()).publicId);
  for (const name of [
    '',
    'missing.js',
    'constructor',
    '__proto__',
    '..%2findex.html',
    '%2e%2e/%2e%2e/app-config',
    'lib/',
    'lib',
    'main.js%00',
    '%ed%a0%80',
    `${'x'.repeat(300)}.js`,
  ])
    assert.ok([400, 404].includes((await read(beside(path, name))).statusCode), name);
});

test('an app of one document is served as the default entry, and a deep entry by its own path', async () => {
  const single = await addressOf((await publishApp({ html: '<p>Whole</p>' })).publicId);
  assert.match(single.path, /\/index\.html$/);
  assert.match((await read(single.path)).body, /^<!doctype html><script src=.*<\/script><p>Whole<\/p>$/);
  const deep = await publishApp({ entry: 'pages/a b.html', files: { 'pages/a b.html': '<p>Deep</p>' } });
  const { path } = await addressOf(deep.publicId);
  assert.match(path, /\/pages\/a%20b\.html$/);
  assert.match((await read(path)).body, /<p>Deep<\/p>$/);
});

test('an app is published with every report of its workbook that has a query, by their public ids', async () => {
  const { id } = await calls.makeWorkbook('Reports of an app');
  const make = (name: string, body: object) =>
    calls.ok<{ id: number; publicId: string }>('POST', '/reports', {
      body: { name, workbookId: id, ...body },
    });
  const asked = await make('Asked', { jsonQuery: '{"measures":["orders.count"]}' });
  await make('Empty', {});
  const publishAs = (config: object) =>
    calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body: { workbookId: id, config } });
  const app = await publishAs({ kind: 'APP', app: { files } });
  assert.deepEqual(
    app.reportSnapshots.map(({ reportId, publicId, name }) => [reportId, publicId, name]),
    [[asked.id, asked.publicId, 'Asked']],
  );
  assert.deepEqual((await publishAs({ widgets: [] })).reportSnapshots, []);
});

const preview = (workbookId: number, app: object, caller: { key?: string } = {}) =>
  calls.call('POST', `/workbooks/${workbookId}/app-preview`, { body: { app }, ...caller });

test('an author tries files that are not saved, with the reports as they are now', async () => {
  const { id } = await calls.makeWorkbook('Tried');
  const report = await calls.ok<{ id: number }>('POST', '/reports', {
    body: { name: 'Asked', workbookId: id, jsonQuery: '{"measures":["orders.count"]}' },
  });
  const answer = await preview(id, { entry: 'a.html', files: { 'a.html': '<p>Tried</p>' } });
  assert.equal(answer.statusCode, 200, answer.body);
  const first = answer.json() as DashboardAppPreview;
  assert.deepEqual(
    first.reportSnapshots.map(({ id: snapshot, reportId, name }) => [snapshot, reportId, name]),
    [[report.id, report.id, 'Asked']],
  );
  assert.match((await read(first.path)).body, /<p>Tried<\/p>$/);
  const second = (await preview(id, { html: '<p>Again</p>' })).json() as DashboardAppPreview;
  assert.match((await read(second.path)).body, /<p>Again<\/p>$/);
  assert.equal((await read(first.path)).statusCode, 404, 'the next one takes its place');
  const workbook = await calls.ok<{ dashboardDraft: unknown }>('GET', `/workbooks/${id}`);
  assert.equal(workbook.dashboardDraft ?? null, null);
});

test('an app is tried by who may edit its workbook, and only one that could be published', async () => {
  const { id } = await calls.makeWorkbook('Tried by others');
  const app = { files };
  const [author, reader] = [await calls.makePerson('Explorer'), await calls.makePerson('Explorer')];
  await calls.grant('WORKBOOK', id, reader.id, 1);
  assert.equal((await preview(id, app, { key: reader.key })).statusCode, 403);
  await calls.grant('WORKBOOK', id, author.id, 2);
  const own = (await preview(id, app, { key: author.key })).json() as DashboardAppPreview;
  const stranger = await calls.makePerson('Explorer');
  assert.equal((await preview(id, app, { key: stranger.key })).statusCode, 404);
  assert.equal((await preview(1_000_000, app)).statusCode, 404);
  // One author's takes not the place of another's.
  assert.equal((await preview(id, app)).statusCode, 200);
  assert.equal((await read(own.path)).statusCode, 200);
  for (const [what, bad] of Object.entries({
    'no entry': { files: { 'a.js': '' } },
    'a name outside': { files: { ...files, '../a.js': '' } },
    'too large': { files: { ...files, 'a.js': 'x'.repeat(1024 * 1024 + 1) } },
    nothing: {},
  })) {
    const answer = await preview(id, bad);
    assert.equal(answer.statusCode, 400, what);
    assert.match((answer.json() as { issues: { path: string }[] }).issues[0]?.path ?? '', /^app\./, what);
  }
});
