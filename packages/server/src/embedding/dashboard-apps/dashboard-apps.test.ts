import { serverBrands, type Dashboard, type DashboardAppAddress } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFileKeyring } from '../../secrets/keyring.ts';
import { readEmbedSecret } from '../../secrets/token-secrets.ts';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { writeCapability } from './app-capability.ts';

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

async function viewer(): Promise<{ key: string; headers: Record<string, string> }> {
  const body = { deploymentId: testApp.deploymentId, externalId: 'viewer', embedTenantName: 'customer' };
  const session = await testApp.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const path = '/api/v1/embed/session/token';
  const exchanged = await testApp.call({ method: 'POST', path, key: '', body: session.json() });
  return { key: '', headers: { authorization: `Embed-Token ${exchanged.json<{ token: string }>().token}` } };
}

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
    assert.match(String(file.headers['cache-control']), /^private/);
  }
});

test('a page is its author’s, after our script and the import map, in the mode of its doctype', async () => {
  const { path } = await addressOf((await publishApp()).publicId);
  const { body, headers } = await read(path);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  const [, script = '', map = ''] =
    /^<!-- ours --><!DOCTYPE html><script src="(\/embed\/app-packages\/frame-[^"]+)"><\/script><script type="importmap">(.+?)<\/script><title>\$& App</.exec(
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
      'sandbox allow-scripts',
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

test('an address that is forged, over, of another version or of another kind of token leads nowhere', async () => {
  const { publicId, versionId, deploymentId } = await publishApp();
  const { path } = await addressOf(publicId);
  const [, capability = ''] = /^\/embed\/apps\/([^/]+)\//.exec(path) ?? [];
  const { tenantId, database, dataDir } = testApp;
  const secret = await readEmbedSecret(database.db, createFileKeyring(dataDir), tenantId);
  const key = { secret, brand: serverBrands.svc };
  const written = (claims: object, expiresAtMs = Date.now() + 60_000) =>
    writeCapability({ deploymentId, versionId, viewer: 'user 1', ...claims }, key, expiresAtMs);
  const open = (text: string) => read(`/embed/apps/${text}/index.html`);
  assert.equal((await open(written({}))).statusCode, 200);
  const { headers } = await viewer();
  const [head, payload, signature] = capability.split('.');
  const strangers = {
    'a text': 'nothing',
    'another signature': `${head}.${payload}.${signature?.split('').toReversed().join('')}`,
    'no signature': `${head}.${payload}.`,
    'a token of a session': String(headers['authorization']).replace('Embed-Token ', ''),
    'one that is over': written({}, Date.now() - 2_000),
    'another deployment': written({ deploymentId: deploymentId + 1 }),
    'another version': written({ versionId: versionId + 1_000 }),
    'another secret': writeCapability(
      { deploymentId, versionId, viewer: 'user 1' },
      { ...key, secret: 'other' },
      Date.now() + 60_000,
    ),
  };
  for (const [what, text] of Object.entries(strangers)) {
    const answer = await open(text);
    assert.equal(answer.statusCode, 404, what);
    assert.doesNotMatch(answer.body, /title/);
  }
  // An address is no credential of the API either.
  const asToken = await ask(publicId, { key: '', headers: { authorization: `Embed-Token ${capability}` } });
  assert.equal(asToken.statusCode, 401);
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
  assert.match((await read(single.path)).body, /^<script src=.*<\/script><p>Whole<\/p>$/);
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
