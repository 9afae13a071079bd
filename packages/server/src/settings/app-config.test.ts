import type { AppConfigResponse, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

async function configWith(stored: object): Promise<AppConfigResponse> {
  await testApp.database.db
    .updateTable('tenants')
    .set({ appConfig: JSON.stringify(stored) })
    .where('id', '=', testApp.tenantId)
    .execute();
  const answer = await testApp.call({ method: 'GET', path: '/api/v1/app-config' });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test('an account that has set nothing sends no time zone with queries', async () => {
  const { timezoneSettings, embedding } = await configWith({});
  assert.deepEqual(timezoneSettings, { allowUserOverride: true, enabled: false, timezone: null });
  assert.equal(embedding?.timezone, null);
});

test('a section that is set in part keeps the other defaults', async () => {
  const { timezoneSettings, embedding } = await configWith({
    timezoneSettings: { enabled: true, timezone: 'Asia/Tokyo' },
    embedding: { locale: 'de-DE' },
  });
  assert.deepEqual(timezoneSettings, { allowUserOverride: true, enabled: true, timezone: 'Asia/Tokyo' });
  assert.equal(embedding?.locale, 'de-DE');
  assert.equal(embedding?.showDashboardChat, true);
});

test('a time zone of the account that no query could use is none', async () => {
  for (const timezone of ['+02:00', '-0530', 'Nowhere/Else', '']) {
    const config = await configWith({ timezoneSettings: { timezone }, embedding: { timezone } });
    assert.equal(config.timezoneSettings?.timezone, null, timezone);
    assert.equal(config.embedding?.timezone, null, timezone);
  }
});

test('the page of the host that shows a dashboard is an address with its placeholders', async () => {
  const put = (hostDashboardUrl: string | null) =>
    testApp.call({ method: 'PUT', path: '/api/v1/app-config', body: { embedding: { hostDashboardUrl } } });
  const address = 'https://app.example.com/reports/{dashboardPublicId}';
  const set = await put(address);
  assert.equal(set.json<AppConfigResponse>().embedding?.hostDashboardUrl, address);
  const refused = await put('https://{embedTenantName}.example.com/{dashboardPublicId}');
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(refused.json<Problem>().issues, [
    { path: 'embedding.hostDashboardUrl', message: 'must have one host, without placeholders' },
  ]);
  const taken = await put(null);
  assert.equal(taken.json<AppConfigResponse>().embedding?.hostDashboardUrl, null);
});
