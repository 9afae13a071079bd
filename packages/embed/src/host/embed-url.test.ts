import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedUrl } from './embed-url.ts';
import { parseUrlControls } from '../protocol/url-controls.ts';

const baseUrl = 'https://analytics.example.com/';

test('addresses a dashboard with session, filters, zone, language and export', () => {
  const filters = [{ member: 'flights.carrier', type: 'equals', value: ['AA', 'R&D'] }] as const;
  const url = new URL(
    embedUrl({
      baseUrl,
      surface: 'dashboard',
      publicId: 'aB3/x',
      session: 's&1',
      filters,
      timezone: 'Europe/Berlin',
      locale: 'de-DE',
      colorScheme: 'dark',
      commentId: '12&x=1',
      allowExport: true,
    }),
  );
  assert.equal(url.pathname, '/embed/dashboard/aB3%2Fx');
  assert.equal(url.searchParams.get('session'), 's&1');
  assert.equal(url.searchParams.get('timezone'), 'Europe/Berlin');
  assert.equal(url.searchParams.get('locale'), 'de-DE');
  assert.equal(url.searchParams.get('colorScheme'), 'dark');
  assert.equal(url.searchParams.get('commentId'), '12&x=1');
  assert.equal(url.searchParams.get('allowExport'), 'true');
  assert.deepEqual(parseUrlControls(url.search).filters, filters);
});

test('hides parts by exactly false, each on the surfaces that have it', () => {
  const shown = { baseUrl: 'https://a.example', session: 's1', showChatInput: true } as const;
  assert.equal(embedUrl({ ...shown, surface: 'chat' }), 'https://a.example/embed/chat?sessionId=s1');
  const app = embedUrl({
    baseUrl: 'https://a.example',
    surface: 'app',
    session: 's1',
    deploymentId: 1,
    allowExport: true,
    showDashboardHeader: false,
    showWorkbookBackButton: false,
  });
  assert.equal(
    app,
    'https://a.example/embed/d/1/app?session=s1&allowExport=true&showDashboardHeader=false&showWorkbookBackButton=false',
  );
  const dashboard = { baseUrl: 'https://a.example', surface: 'dashboard', publicId: 'p1' } as const;
  assert.equal(
    embedUrl({ ...dashboard, showDashboardHeader: true, showDashboardTitle: false }),
    'https://a.example/embed/dashboard/p1?showDashboardTitle=false',
  );
});

test('names the deployment of a chat and the fields of a dashboard', () => {
  const chat = { baseUrl: 'https://a.example', surface: 'chat', deploymentId: 7 } as const;
  assert.equal(embedUrl(chat), 'https://a.example/embed/chat?deploymentId=7');
  assert.equal(embedUrl({ ...chat, session: 's1' }), 'https://a.example/embed/chat?sessionId=s1');
  assert.equal(
    embedUrl({ ...chat, session: 's1', chatId: 'a/b' }),
    'https://a.example/embed/chat/a%2Fb?sessionId=s1',
  );
  const fields = [{ member: 'flights.count', selected: 'flights.delay' }];
  const url = new URL(embedUrl({ baseUrl, surface: 'dashboard', publicId: 'a', fields }));
  assert.deepEqual(parseUrlControls(url.search).fields, fields);
});

test('leaves no trace of absent options', () => {
  assert.equal(
    embedUrl({ baseUrl, surface: 'dashboard', publicId: 'abc123', commentId: null, allowExport: false }),
    'https://analytics.example.com/embed/dashboard/abc123',
  );
});

test('says that the application needs a session, before a frame is refused', () => {
  const options = { baseUrl, surface: 'app', deploymentId: 42 } as const;
  for (const session of [undefined, ''])
    assert.throws(() => embedUrl({ ...options, session: session as string }), /needs a session/);
});

test('addresses the app and the chat, with another name of the session parameter', () => {
  assert.equal(
    embedUrl({ baseUrl, surface: 'app', deploymentId: 42, path: '/workbook/130', session: 's1' }),
    'https://analytics.example.com/embed/d/42/app/workbook/130?session=s1',
  );
  assert.equal(
    embedUrl({ baseUrl, surface: 'chat', session: 's1' }),
    'https://analytics.example.com/embed/chat?sessionId=s1',
  );
});
