import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';
import { signIn } from '../test/identity/oauth-calls.ts';

/** Two accounts, one at the address of the settings and one at a host of its own. */
let testApp: TestApp;
const own = 'oriel.example.com';
const other = 'other.example.com';
before(async () => {
  testApp = await createTestApp({ baseUrl: `http://${own}` });
});
after(() => testApp.close());

test('each account has its own issuer, and a device that is connected there may do all that its user may', async () => {
  const tenantId = await testApp.build.tenant({ host: other });
  for (const [host, userId] of [
    [own, testApp.adminId],
    [other, await testApp.build.user({ tenantId, role: 'Viewer' })],
  ] as const) {
    const metadata = await testApp.app.inject({
      url: '/.well-known/oauth-authorization-server',
      headers: { host },
    });
    assert.equal(metadata.json<{ issuer: string }>().issuer, `http://${host}`);
    const asked = await testApp.app.inject({
      method: 'POST',
      url: '/oauth/device/authorize',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=oriel-cli&scope=offline_access%20api%3Aread',
    });
    assert.equal(asked.statusCode, 200, asked.body);
    const { user_code: code, device_code: deviceCode } = asked.json<{
      user_code: string;
      device_code: string;
    }>();
    const headers = {
      host,
      cookie: `oriel_session=${await signIn(testApp, userId)}`,
      'sec-fetch-site': 'same-origin',
    };
    const path = `/api/v1/oauth-device-codes/${code}`;
    const shown = await testApp.app.inject({ url: path, headers });
    assert.equal(shown.json<{ deployments: unknown }>().deployments, null, shown.body);
    const approved = await testApp.app.inject({ method: 'POST', url: `${path}/approve`, headers });
    assert.equal(approved.statusCode, 204, approved.body);
    const tokens = await testApp.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `client_id=oriel-cli&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=${deviceCode}`,
    });
    assert.equal(tokens.statusCode, 200, tokens.body);
    const authorization = `Bearer ${tokens.json<{ access_token: string }>().access_token}`;
    const me = await testApp.app.inject({ url: '/api/v1/users/me', headers: { host, authorization } });
    assert.equal(me.json<{ id: number }>().id, userId, me.body);
    const lists = await testApp.app.inject({ url: '/api/v1/deployments', headers: { host, authorization } });
    assert.equal(lists.statusCode, 200, lists.body);
  }
});
