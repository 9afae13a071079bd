import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../../test/index.ts';

/** Everything that a server says in its log, however much it is asked for. */
const lines: string[] = [];

let app: TestApp;
before(async () => {
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  app = await createTestApp({ logger });
});
after(() => app.close());

const pages = [
  '/',
  '/sign-in',
  '/invitation',
  '/settings/api-keys',
  '/workspace',
  '/oauth/device',
  '/oauth/consent/made-up',
  '/a/page/that/is/not/there',
];
const open = (url: string) =>
  app.app.inject({ method: 'GET', url, headers: { host: 'localhost', accept: 'text/html' } });

test('no credential is in the log, wherever a request carries it and whatever becomes of the request', async () => {
  lines.length = 0;
  const { build, tenantId } = app;
  const viewer = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Viewer' }) });
  const secrets = ['typed-password', 'session-of-an-address', 'code-of-a-callback', 'state-of-a-callback'];
  const cookie = 'cookie-of-a-session';
  const inject = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });
  const answers = await Promise.all([
    app.call({ method: 'GET', path: '/api/v1/users', key: viewer }),
    app.call({ method: 'GET', path: '/api/v1/users/me', key: `${viewer}x` }),
    app.call({ method: 'GET', path: '/api/v1/deployments/x', key: viewer }),
    inject('/api/v1/users/me', { cookie: `oriel_session=${cookie}` }),
    inject('/api/v1/users/me', { authorization: `Basic ${btoa(`grace:${secrets[0]}`)}` }),
    inject(`/embed/dashboard/abc?session=${secrets[1]}`, { accept: 'text/html' }),
    inject(`/embed/d/1/app?session=${secrets[1]}`, { accept: 'text/html' }),
    inject(`/embed/chat?sessionId=${secrets[1]}`, { accept: 'text/html' }),
    inject(`/api/v1/sso/oidc/callback?code=${secrets[2]}&state=${secrets[3]}`),
    inject(`/oauth/authorize?code=${secrets[2]}&state=${secrets[3]}`),
    inject(`/nothing/here?access_token=${viewer}`),
    app.call({
      method: 'POST',
      path: '/api/v1/sign-in',
      key: '',
      body: { email: 'a', password: secrets[0] },
    }),
    app.call({ method: 'POST', path: '/api/v1/sign-in', key: '', body: { password: [secrets[0]] } }),
  ]);
  assert.ok(answers.some(({ statusCode }) => statusCode === 401));
  const log = lines.join('');
  assert.match(log, /access_refused/);
  for (const secret of [...secrets, cookie, viewer, app.adminKey, btoa(`grace:${secrets[0]}`)])
    assert.ok(!log.includes(secret), `${secret} is in the log`);
});

test('no page tells another site its address, in which a session or a code may stand', async () => {
  for (const url of [
    ...pages,
    '/embed/dashboard/abc?session=secret',
    '/embed/chat?sessionId=secret',
    '/docs/api',
  ]) {
    const { headers, statusCode } = await open(url);
    assert.ok(statusCode < 500, url);
    assert.match(String(headers['referrer-policy']), /^(no-referrer|same-origin)$/, url);
  }
});

test('no page of the console is framed, the consent of OAuth included', async () => {
  for (const url of pages) {
    const { headers } = await open(url);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, url);
  }
});
