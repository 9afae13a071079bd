import { coded } from '@oriel/embed';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, beforeEach, afterEach, describe, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { noticeLocales, noticeOf, notices } from '../public/notices.js';
import { phrases } from '../public/phrases.js';
import { startHost } from '../server.mjs';
import { startStandIn } from './oriel-stand-in.mjs';

const apiKey = 'key-of-the-stand-in';
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const skip =
  existsSync(executablePath) || process.env['CI'] === 'true'
    ? false
    : `There is no Chromium at ${executablePath}`;

const tenants = [
  {
    id: 'skyline',
    name: 'Skyline Travel',
    note: 'Sees American and Delta.',
    session: {
      externalId: 'dana@skyline.example',
      embedTenantName: 'skyline',
      userAttributes: [{ name: 'carriers', value: ['AA', 'DL'] }],
    },
    creator: { userAttributeDefinitions: [{ name: 'carriers', type: 'string_array' }] },
  },
  {
    id: 'harbour',
    name: 'Harbour Tours',
    session: { externalId: 'noor@harbour.example', embedTenantName: 'harbour' },
  },
];
const filters = [{ member: 'flights.carrier', label: 'Carrier', values: ['AA', 'DL'] }];
const dashboards = [
  { publicId: 'first', title: 'Network', filters },
  { publicId: 'second', title: 'Delays', heightPx: 480 },
];

describe('the example host page', { skip }, () => {
  let browser: Browser;
  let oriel: Awaited<ReturnType<typeof startStandIn>>;
  let host: Awaited<ReturnType<typeof startHost>>;
  let page: Page;

  before(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    oriel = await startStandIn({ apiKey });
  });

  after(async () => {
    await browser?.close();
    await oriel?.close();
  });

  beforeEach(async () => {
    oriel.state.sessionBodies.length = 0;
    oriel.state.isRefusing = false;
    page = await browser.newPage();
  });

  afterEach(async () => {
    await page.close();
    await host.close();
  });

  async function open(options: Partial<Parameters<typeof startHost>[0]> = {}) {
    host = await startHost({
      port: 0,
      orielUrl: oriel.url,
      apiKey,
      deploymentId: 1,
      dashboards,
      tenants,
      ...options,
    });
    await page.goto(host.url);
  }

  const events = (name: string) =>
    page.locator('#events li').filter({ has: page.locator('strong', { hasText: name }) });
  const payloads = async (name: string): Promise<Record<string, string>[]> =>
    (await events(name).locator('pre').allTextContents()).map((text) => JSON.parse(text));
  const waitForEvents = (name: string, count: number) =>
    events(name)
      .nth(count - 1)
      .waitFor();

  test('embeds every dashboard with a session of its own for the chosen tenant', async () => {
    await open();
    await waitForEvents('svc:event:ready', 2);
    await page.getByLabel('Signed in as').selectOption('Harbour Tours');
    await waitForEvents('svc:event:ready', 4);
    assert.deepEqual(oriel.state.sessionBodies, [
      { deploymentId: 1, ...tenants[0].session },
      { deploymentId: 1, ...tenants[0].session },
      { deploymentId: 1, ...tenants[1].session },
      { deploymentId: 1, ...tenants[1].session },
    ]);
    const shown = (await payloads('svc:event:ready')).map(({ embedTenant }) => embedTenant);
    assert.deepEqual(shown, ['harbour', 'harbour', 'skyline', 'skyline']);
    assert.equal(await page.locator('iframe').count(), 2);
  });

  test('keeps the API key and the attributes of a tenant on the server', async () => {
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(host.url)) bodies.push(response.text());
    });
    await open();
    await waitForEvents('svc:event:ready', 2);
    const text = (await Promise.all(bodies)).join('\n');
    assert.match(text, /sessionId/);
    assert.doesNotMatch(text, /key-of-the-stand-in|userAttributes|dana@/);
  });

  test('sends each action to the dashboards that are chosen', async () => {
    await open();
    await waitForEvents('dashboard-loaded', 2);
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Delays');
    const send = async (name: string) =>
      page.locator('#actions').getByRole('button', { name, exact: true }).click();
    await send('Dark');
    await send('Coral');
    await send('Set filter');
    await send('Clear filter');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await send('Refresh');
    // Each dashboard has been told the page's colours before; the rest went to the second alone.
    await waitForEvents('svc:event:view', 8);
    const seen = (await payloads('svc:event:view'))
      .toReversed()
      .map(({ path, title }) => `${path.split('/').at(-1)} ${title}`);
    assert.deepEqual(seen.slice(0, 2).toSorted(), [
      'first set-color-scheme {"scheme":"auto"}',
      'second set-color-scheme {"scheme":"auto"}',
    ]);
    assert.deepEqual(seen.slice(2), [
      'second set-color-scheme {"scheme":"dark"}',
      'second set-theme {"primaryColor":"#e4572e","font":"Verdana, sans-serif","borderRadius":2}',
      'second set-filter {"filterUrlParameter":"f_flights.carrier=%7B%22value%22%3A%22AA%22%7D"}',
      'second set-filter {"filterUrlParameter":"f_flights.carrier="}',
      'second set-timezone {"timezone":"Asia/Tokyo"}',
      'second refresh {}',
    ]);
  });

  test('shows the application with a session in creator mode, and the chat', async () => {
    await open();
    await waitForEvents('svc:event:ready', 2);
    await page.getByRole('link', { name: 'Workspace' }).click();
    await waitForEvents('svc:event:ready', 3);
    assert.ok(await page.getByLabel('Sign-in').isDisabled());
    await page.getByRole('link', { name: 'Chat' }).click();
    await waitForEvents('svc:event:ready', 4);
    assert.deepEqual(oriel.state.sessionBodies.slice(2), [
      { deploymentId: 1, ...tenants[0]?.session, creatorMode: true, ...tenants[0]?.creator },
      { deploymentId: 1, ...tenants[0]?.session },
    ]);
    const [chat, app] = await payloads('svc:event:ready');
    assert.equal(app?.['surface'], 'app');
    assert.equal(chat?.['surface'], 'chat');
    assert.equal(await page.getByRole('link', { name: 'Chat' }).getAttribute('aria-current'), 'page');
    // The page of an address is what it shows after a reload.
    await page.reload();
    await waitForEvents('svc:event:ready', 1);
    assert.equal((await payloads('svc:event:ready'))[0]?.['surface'], 'chat');
  });

  test('lets the visitor sign in inside the frame, and asks for no session then', async () => {
    await open();
    await waitForEvents('svc:event:ready', 2);
    await page.getByLabel('Sign-in').selectOption('to Oriel, in the frame');
    await waitForEvents('svc:event:ready', 4);
    assert.equal((await payloads('svc:event:ready'))[0]?.['mode'], 'private');
    assert.equal(oriel.state.sessionBodies.length, 2);
  });

  test('goes on with another session where one has ended', async () => {
    await open({ dashboards: [{ publicId: 'first', title: 'Network' }] });
    await waitForEvents('dashboard-loaded', 1);
    await page.frameLocator('iframe').getByRole('button', { name: 'End of the session' }).click();
    await waitForEvents('session-expired', 1);
    // The stand-in tells each action: after the colours, the session.
    await waitForEvents('svc:event:view', 2);
    assert.equal(
      (await payloads('svc:event:view'))[0]?.['title'],
      `set-session {"sessionId":"${'2'.padStart(32, '0')}"}`,
    );
    assert.equal(await page.locator('iframe').count(), 1);
  });

  test('speaks the language that is chosen, in what is there and what comes', async () => {
    await open();
    await waitForEvents('dashboard-loaded', 2);
    await page.getByLabel('Language').selectOption('ja-JP');
    await waitForEvents('svc:event:view', 4);
    await page.locator('a[href="#chat"]').click();
    await waitForEvents('svc:event:view', 6);
    const titles = (await payloads('svc:event:view')).slice(0, 4).map(({ title }) => title);
    assert.equal(titles.filter((title) => title === 'set-locale {"locale":"ja-JP"}').length, 3);
  });

  test('shows what a dashboard says about a malformed action', async () => {
    await open();
    await waitForEvents('dashboard-loaded', 2);
    await page.getByRole('button', { name: 'Malformed action' }).click();
    await waitForEvents('svc:event:error', 2);
    assert.deepEqual((await payloads('svc:event:error'))[0], {
      message: 'payload.scheme must be one of light, dark, auto, not "purple"',
      name: 'EmbedActionError',
      context: 'action',
      fatal: false,
      ...coded('action_refused'),
    });
    assert.equal(await page.locator('iframe').count(), 2);
  });

  test('filters, pauses and clears the list of events', async () => {
    await open();
    await waitForEvents('dashboard-loaded', 2);
    await page.getByLabel('Show').selectOption('svc:event:ready');
    assert.equal(await page.locator('#events li').count(), 2);
    await page.getByLabel('Show').selectOption('All events');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.frameLocator('iframe').first().getByRole('button', { name: 'A mark' }).click();
    await page.locator('#event-count', { hasText: '7' }).waitFor();
    assert.equal(await events('drilldown').count(), 0);
    await page.getByRole('button', { name: 'Resume' }).click();
    assert.deepEqual(await payloads('drilldown'), [{ member: 'flights.count', value: 7, widgetId: '1' }]);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    assert.equal(await page.locator('#events li').count(), 0);
  });

  test('says why there is no session, and tries again', async () => {
    oriel.state.isRefusing = true;
    await open();
    const failure = page.locator('.card .failure:visible').first();
    await failure.getByText('Oriel gave no session for Skyline Travel: Embedding is switched off').waitFor();
    oriel.state.isRefusing = false;
    await failure.getByRole('button', { name: 'Try again' }).click();
    await waitForEvents('svc:event:ready', 1);
  });

  test('says that a dashboard is down, and keeps the others', async () => {
    await open({ dashboards: [{ publicId: 'broken', title: 'Broken' }, dashboards[0]] });
    await page.locator('.card').first().getByText('The dashboard is gone').waitFor();
    await waitForEvents('svc:event:ready', 1);
    assert.equal(await page.locator('iframe').count(), 1);
  });

  test('says which origin was refused and what to do, in every language, and tries again', async () => {
    await open({ dashboards: [{ publicId: 'refused', title: 'Refused' }, dashboards[0]] });
    const card = page.locator('.card').first();
    const english = card.getByText(
      `Oriel has refused to show Refused here: ${host.url} is not an origin that may embed.`,
    );
    await english.waitFor();
    await waitForEvents('svc:event:origin-refused', 1);
    assert.equal(await page.locator('iframe').count(), 1, 'a frame that shows nothing does not stay');
    const locales = await page
      .getByLabel('Language')
      .locator('option')
      .evaluateAll((all) => (all as HTMLOptionElement[]).map(({ value }) => value));
    assert.deepEqual(locales.slice(1).toSorted(), noticeLocales.toSorted());
    const said = new Set<string>();
    for (const locale of noticeLocales) {
      await page.locator('select[name=locale]').selectOption(locale);
      const text = await card.locator('.failure').innerText();
      assert.ok(text.includes(host.url) && text.includes('Refused'), text);
      assert.doesNotMatch(text, /[{}]/);
      assert.equal(/administrator adds it|Try again/.test(text), locale === 'en-US', text);
      said.add(text);
    }
    assert.equal(said.size, noticeLocales.length);
    assert.match(await card.locator('.failure button').innerText(), /Thử lại/);
    await card.locator('.failure button').click();
    await waitForEvents('svc:event:origin-refused', 2);
  });

  test('says what the viewer does in the surface, in the language of the page', async () => {
    await open({ dashboards: [{ publicId: 'first', title: 'Network' }] });
    await waitForEvents('dashboard-loaded', 1);
    await page.getByLabel('Language').selectOption('ja-JP');
    await page.frameLocator('iframe').getByRole('button', { name: 'A mark' }).click();
    await page.locator('.status', { hasText: 'flights.count の内訳を開きました: 7' }).waitFor();
  });

  test('speaks the language that is chosen, in whatever it says itself', async () => {
    await open();
    await waitForEvents('dashboard-loaded', 2);
    const form = page.locator('#actions');
    const english = await form.innerText();
    await page.getByLabel('Language').selectOption('ja-JP');
    await page.getByRole('heading', { name: 'インサイト', level: 1 }).waitFor();
    assert.deepEqual(await page.locator('html').evaluate(({ lang, dir }) => [lang, dir]), ['ja-JP', 'ltr']);
    assert.equal(await page.title(), 'インサイト · Wayfare');
    await page.getByText('set-locale ja-JP を Network と Delays に送信しました。').waitFor();
    await page.getByRole('button', { name: '一時停止' }).click();
    await page.getByRole('button', { name: '再開' }).waitFor();
    await page.getByRole('link', { name: 'ワークスペース' }).click();
    await page.locator('iframe[title=ワークスペース]').waitFor();
    await page.getByRole('heading', { name: 'ワークスペース', level: 2 }).waitFor();
    await page.locator('select[name=locale]').selectOption('de-DE');
    await page.locator('iframe[title=Arbeitsbereich]').waitFor();
    await page.getByLabel('Sprache').selectOption('');
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('combobox', { name: 'Language' }).waitFor();
    assert.ok((await form.innerText()).startsWith(english.trim()), 'English is back');
  });

  test('shows the dashboard that a link leads to, with its filters, once', async () => {
    await open({ dashboards: [{ publicId: 'first', title: 'Network' }] });
    await waitForEvents('dashboard-loaded', 1);
    const link = page.frameLocator('iframe[title=Network]').getByRole('button', { name: 'A link' });
    await link.click();
    await waitForEvents('dashboard-loaded', 2);
    await page.getByRole('heading', { name: 'Where it leads' }).waitFor();
    await link.click();
    await waitForEvents('dashboard-loaded', 3);
    const addresses = await page
      .locator('iframe')
      .evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).src));
    assert.equal(addresses.length, 2);
    const { pathname, searchParams } = new URL(addresses[1] ?? '');
    assert.equal(pathname, '/embed/dashboard/linked');
    assert.equal(searchParams.get('f_network.origin'), '{"value":["SFO"]}');
    assert.ok(searchParams.has('session'));
  });

  test('says that Oriel does not answer, and offers to try again', async () => {
    await open({ orielUrl: 'http://127.0.0.1:9' });
    await page
      .locator('#page-failure')
      .getByText('Oriel does not answer at http://127.0.0.1:9. Is it running?')
      .waitFor();
    assert.ok(await page.locator('#page-failure').getByRole('button', { name: 'Try again' }).isVisible());
  });

  test('mints no session for the page of another site', async () => {
    await open();
    const response = await fetch(`${host.url}/api/sessions`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId: 'skyline' }),
    });
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), { message: 'Sessions are for this site only' });
  });
});

test('every language has every notice and every phrase', () => {
  for (const table of [notices, phrases] as Record<string, Record<string, string>>[]) {
    const names = (locale: string) => Object.keys(table[locale] ?? {});
    assert.deepEqual(Object.keys(table), noticeLocales);
    for (const [locale, texts] of Object.entries(table)) {
      assert.deepEqual(names(locale), names('en-US'));
      for (const [name, text] of Object.entries(texts)) {
        const fields = (one = '') => (one.match(/\{\w+\}/g) ?? []).toSorted();
        assert.deepEqual(fields(text), fields(table['en-US']?.[name]), `${locale} ${name}`);
      }
    }
  }
  assert.equal(noticeOf('tlh', 'drilldown', { member: 'a.b' }), 'Opened the rows behind a.b: –');
});
