import type { AppConfigResponse, Problem, TenantSettings } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../test/index.ts';
import { takeFonts } from '../test/hosts/font-host.ts';

const CONFIG = '/api/v1/app-config';
const SETTINGS = '/api/v1/tenant/settings';

let world: TestApp;
before(async () => {
  world = await createTestApp({ checkFonts: takeFonts });
});
after(() => world.close());

async function put<T>(path: string, body: object, call: Partial<TestCall> = {}): Promise<T> {
  const answer = await world.call({ method: 'PUT', path, body, ...call });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function issuesOf(path: string, body: object): Promise<string[]> {
  const answer = await world.call({ method: 'PUT', path, body });
  assert.equal(answer.statusCode, 400, answer.body);
  return ((answer.json() as Problem).issues ?? []).map((issue) => issue.path);
}

const theme = {
  logoUrl: 'https://images.example.com/logo.svg',
  palette: { accent: { color: '#4f46e5' }, surfaceMode: 'tinted' },
  light: {
    accentColor: 'red',
    backgroundColor: 'white',
    contrast: 50,
    foregroundColor: 'black',
    logoUrl: '',
  },
  dark: { accentColor: 'red', backgroundColor: 'black', contrast: 50, foregroundColor: 'white', logoUrl: '' },
  typography: {
    fonts: [{ id: 'inter', format: 'woff2', url: 'https://example.com/inter.woff2' }],
    body: { fontRef: 'inter', fontWeight: 400 },
    heading: { fontRef: 'inter', fontWeight: 700 },
  },
};

test('each setting of the account is changed by itself, and null is its default again', async () => {
  const before = await put<AppConfigResponse>(CONFIG, {});
  const changed = await put<AppConfigResponse>(CONFIG, {
    appTheme: theme,
    applyThemeGlobally: true,
    restrictDataDownload: true,
    sheetsAgentChatEnabled: true,
    sheetsUi: { showAppliedFilters: true },
    creatorMode: { workspaceTitle: 'Team', localizedTitles: [{ locale: 'de', value: 'Das Team' }] },
    embedding: { locale: 'pt-BR', timezone: 'Asia/Tokyo' },
    timezoneSettings: { enabled: true, timezone: 'Europe/Berlin' },
  });
  assert.equal(changed.appTheme?.palette.surfaceMode, 'tinted');
  assert.deepEqual([changed.applyThemeGlobally, changed.restrictDataDownload], [true, true]);
  assert.equal(changed.creatorMode?.showSemanticSql, before.creatorMode?.showSemanticSql);
  const further = await put<AppConfigResponse>(CONFIG, {
    embedding: { showDashboardChat: false, locale: null },
    timezoneSettings: { allowUserOverride: false },
  });
  assert.deepEqual(further.embedding, {
    ...before.embedding,
    timezone: 'Asia/Tokyo',
    showDashboardChat: false,
  });
  assert.deepEqual(further.timezoneSettings, {
    enabled: true,
    timezone: 'Europe/Berlin',
    allowUserOverride: false,
  });
  const read = await world.call({ method: 'GET', path: CONFIG });
  assert.deepEqual(read.json(), further);
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  assert.deepEqual(await put(CONFIG, cleared), before);
});

test('changes at once lose nothing of each other', async () => {
  await put(CONFIG, { embedding: null, sheetsAgentChatEnabled: null });
  await Promise.all([
    put(CONFIG, { embedding: { locale: 'de' } }),
    put(CONFIG, { embedding: { timezone: 'Asia/Tokyo' } }),
    put(CONFIG, { sheetsAgentChatEnabled: true }),
  ]);
  const { embedding, sheetsAgentChatEnabled } = await put<AppConfigResponse>(CONFIG, {});
  assert.deepEqual(
    [embedding?.locale, embedding?.timezone, sheetsAgentChatEnabled],
    ['de', 'Asia/Tokyo', true],
  );
});

test('what no client could use is refused with its path', async () => {
  for (const timezone of ['+02:00', 'Nowhere/Else', ''])
    assert.deepEqual(
      await issuesOf(CONFIG, { embedding: { timezone }, timezoneSettings: { timezone } }),
      ['embedding.timezone', 'timezoneSettings.timezone'],
      timezone,
    );
  assert.deepEqual(await issuesOf(CONFIG, { embedding: { locale: 'not a language' } }), ['embedding.locale']);
  const titles = [{ locale: '_', value: 'x' }];
  assert.deepEqual(await issuesOf(CONFIG, { creatorMode: { localizedTitles: titles } }), [
    'creatorMode.localizedTitles[0].locale',
  ]);
  for (const logoUrl of ['javascript:alert(1)', 'http://example.com/a.svg', 'https://a b'])
    assert.deepEqual(await issuesOf(CONFIG, { appTheme: { ...theme, logoUrl } }), ['appTheme.logoUrl']);
  const light = { ...theme.light, accentColor: 'url(https://example.com/x)' };
  assert.deepEqual(await issuesOf(CONFIG, { appTheme: { ...theme, light } }), ['appTheme.light.accentColor']);
  assert.deepEqual(await issuesOf(CONFIG, { embedding: { locale: 'de', lokale: 'de' } }), [
    'embedding.lokale',
  ]);
});

test('switches are changed in part, and the audit log notes when', async () => {
  const before = (await world.call({ method: 'GET', path: SETTINGS })).json() as TenantSettings;
  assert.equal(before.auditLogEnabledTimestamp, 0);
  const changed = await put<TenantSettings>(SETTINGS, {
    auditLogEnabled: false,
    maintenanceWindowDay: 'Tuesday',
    maintenanceWindowTime: '23:59',
    hasSupportAccess: null,
  });
  const { auditLogEnabledTimestamp: at, ...rest } = changed;
  assert.ok(Math.abs(Date.now() / 1000 - at) < 60);
  const { auditLogEnabledTimestamp: _, ...known } = before;
  assert.deepEqual(rest, {
    ...known,
    auditLogEnabled: false,
    maintenanceWindowDay: 'Tuesday',
    maintenanceWindowTime: '23:59',
  });
  assert.deepEqual(await put(SETTINGS, { auditLogEnabled: false }), changed);
  assert.deepEqual(await issuesOf(SETTINGS, { maintenanceWindowDay: 'Someday' }), ['maintenanceWindowDay']);
  assert.deepEqual(await issuesOf(SETTINGS, { maintenanceWindowTime: '24:00' }), ['maintenanceWindowTime']);
});

test('settings of the account are for its administrators, with keys that reach all of it', async () => {
  const { build, tenantId, adminId, deploymentId } = world;
  const developer = await build.apiKey({
    tenantId,
    userId: await build.user({ tenantId, role: 'Developer' }),
  });
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  for (const path of [CONFIG, SETTINGS]) {
    for (const [key, status] of [
      ['', 401],
      [developer, 403],
      [scoped, 403],
    ] as const)
      assert.equal((await world.call({ method: 'PUT', path, body: {}, key })).statusCode, status);
  }
  assert.equal((await world.call({ method: 'GET', path: SETTINGS, key: developer })).statusCode, 403);
  const otherTenant = await build.tenant({ host: 'other.example.com' });
  const foreign = await build.apiKey({
    tenantId: otherTenant,
    userId: await build.user({ tenantId: otherTenant, role: 'Admin' }),
  });
  await put(SETTINGS, { oidcEnabled: true });
  const headers = { host: 'other.example.com' };
  const theirs = await world.call({ method: 'GET', path: SETTINGS, key: foreign, headers });
  assert.equal((theirs.json() as TenantSettings).oidcEnabled, false);
});
