import type { AppTheme, ChartPalette } from '@oriel/contract';
import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { openPage } from '../support/browsers/browser.ts';
import { pictureOfDashboard } from '../support/dashboard-picture.ts';
import { signedUrl, startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { openEmbedded } from '../support/embedded-page.ts';
import { colorsOfPng, paintedColors } from '../support/browsers/painted-colors.ts';
import { seriousFindings } from '../support/browsers/accessibility.ts';

/** What an account, a dashboard, a session and a host page say of the look of an embedded dashboard. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
afterEach(() =>
  world.client.call('updateAppConfig', {
    body: { appTheme: null, chartPalettes: null, dashboardThemes: null },
  }),
);
after(() => world.close());

const side = { accentColor: '#008080', contrast: 50, logoUrl: '' };
const theme: AppTheme = {
  logoUrl: '',
  palette: {},
  light: { ...side, backgroundColor: '#fff4e0', foregroundColor: '#102030' },
  dark: { ...side, backgroundColor: '#101030', foregroundColor: '#f0f0ff' },
};

const STATES = ['network.origin_state'];
const color = (scale: object = {}) => ({ color: { field: STATES[0], type: 'nominal', scale } });
const bars = (encoding: object): NonNullable<Board['reports']>[string] => ({
  name: 'Bars',
  query: { measures: ['network.count'], dimensions: STATES },
  kind: 'vega',
  spec: {
    mark: 'bar',
    encoding: {
      y: { field: STATES[0], type: 'nominal' },
      x: { field: 'network.count', type: 'quantitative' },
      ...encoding,
    },
  },
});
const boardOf = (encoding: object, look?: Record<string, unknown>): Board => ({
  reports: { bars: bars(encoding) },
  widgets: [{ id: 'bars', type: 'CHART', config: { report: 'bars' } }],
  ...(look && { theme: look }),
});

const setAccount = (body: object) => world.client.call('updateAppConfig', { body });
const backgroundOf = (frame: FrameLocator, selector: string) =>
  frame.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
const propertyOf = (frame: FrameLocator, name: string) =>
  frame
    .locator('[data-part=chart]')
    .evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted).trim(), name);

test('the look of the account is that of an embedded dashboard, in light and in dark', async () => {
  await setAccount({ appTheme: theme });
  const { publicId } = await world.publish(boardOf({}));
  const { frame, nextEvent, send, close } = await world.open(publicId, { browser: { colorScheme: 'light' } });
  await nextEvent('dashboard-loaded');
  assert.equal(await backgroundOf(frame, 'body'), 'rgb(255, 244, 224)');
  assert.equal(await propertyOf(frame, '--text'), '#102030');
  assert.ok(((await paintedColors(frame.locator('canvas')))['#008080'] ?? 0) > 500);
  await send('set-color-scheme', { scheme: 'dark' });
  await frame.locator('html[data-scheme=dark]').waitFor();
  await frame.locator('html[style*="#101030"]').waitFor();
  assert.equal(await backgroundOf(frame, 'body'), 'rgb(16, 16, 48)');
  assert.equal(await propertyOf(frame, '--text'), '#f0f0ff');
  await close();
});

test('until it is drawn a dashboard says that it is loading, in its language and the look of the account', async () => {
  await setAccount({ appTheme: theme });
  const { publicId } = await world.publish(boardOf({}));
  for (const [colorScheme, ground] of [
    ['light', 'rgb(255, 244, 224)'],
    ['dark', 'rgb(16, 16, 48)'],
  ] as const) {
    const { page, problems } = await openPage(world.browser, { colorScheme });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // What draws it does not come.
    await page.route(/\/assets\/react-/, async (route) => {
      await released;
      await route.continue();
    });
    const address = await signedUrl(world, `/embed/dashboard/${publicId}?session`, {
      session: { settings: { locale: 'de-DE' } },
    });
    const settings = page.waitForResponse('**/api/v1/app-config');
    await page.goto(address, { waitUntil: 'commit' });
    const status = page.locator('#root [role=status]');
    assert.equal(await status.innerText(), 'Wird geladen …');
    // The settings of the account have come, and with them nothing flashes.
    await settings;
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE');
    for (const selector of ['html', 'body'])
      assert.equal(
        await page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor),
        ground,
      );
    const root = page.locator('#root');
    await root.evaluate((element) => {
      const note = () => {
        const isEmpty = element.childElementCount === 0;
        element.dataset['emptied'] = String(isEmpty || element.dataset['emptied'] === 'true');
      };
      new MutationObserver(note).observe(element, { childList: true });
    });
    release();
    await page.locator('canvas').waitFor();
    assert.equal(await root.getAttribute('data-emptied'), 'false');
    assert.deepEqual([await page.locator('.boot').count(), await page.locator('#root > *').count()], [0, 1]);
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

test('a dashboard that cannot be shown says so in the place of the loading, in the same language', async () => {
  const { publicId } = await world.publish(boardOf({}));
  const { page } = await openPage(world.browser);
  await page.goto(`${world.oriel.url}/embed/dashboard/${publicId}?session=unknown&locale=de`);
  await page.locator('#root > [role=alert]').waitFor();
  assert.equal(await page.locator('#root > *').count(), 1);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE');
  await page.context().close();
});

test('a dashboard goes before the account, the session before it, and the host page before all', async () => {
  await setAccount({ appTheme: theme });
  const { publicId } = await world.publish(boardOf({}, { primaryColor: 'maroon', fontFamily: 'Georgia' }));
  const plain = await world.open(publicId);
  await plain.nextEvent('dashboard-loaded');
  assert.equal(await propertyOf(plain.frame, '--accent'), 'maroon');
  assert.equal(await propertyOf(plain.frame, '--text'), '#102030');
  await plain.close();
  const session = { embedTheme: { primaryColor: 'olive', borderRadius: 3 } };
  const { frame, nextEvent, send, close } = await world.open(publicId, { session });
  await nextEvent('dashboard-loaded');
  assert.equal(await propertyOf(frame, '--accent'), 'olive');
  assert.equal(await propertyOf(frame, '--radius'), '3px');
  await send('set-theme', { primaryColor: 'rgb(9, 8, 7)' });
  await frame.locator('html[style*="9, 8, 7"]').waitFor();
  assert.equal(await propertyOf(frame, '--accent'), 'rgb(9, 8, 7)');
  const family = (element: Element) => getComputedStyle(element).fontFamily;
  assert.equal(await frame.locator('[data-part=chart]').evaluate(family), 'Georgia');
  await close();
});

test('links and buttons can be read in any accent, on light and dark grounds', async () => {
  const config = { member: 'network.origin_city', operator: 'equals', value: ['Oslo'], label: 'From' };
  const text = { id: 'text', type: 'TEXT', config: { content: '[A link](https://example.com)' } } as const;
  const widgets = [text, { id: 'city', type: 'FILTER', config } as const];
  for (const board of [boardOf({}), boardOf({}, { primaryColor: '#fffbe0' })]) {
    const { publicId } = await world.publish({ ...board, widgets: [...board.widgets, ...widgets] });
    for (const colorScheme of ['light', 'dark'] as const) {
      const primaryColor = colorScheme === 'light' ? '#ffee00' : '#10123a';
      const session = board.theme ? {} : { embedTheme: { primaryColor } };
      const { page, frame, nextEvent, close } = await world.open(publicId, {
        session,
        browser: { colorScheme },
        parameters: '&f_network.origin_city=%7B%22value%22%3A%22Rome%22%7D',
      });
      await nextEvent('dashboard-loaded');
      await frame.getByRole('link', { name: 'A link' }).waitFor();
      await frame.getByRole('button', { name: 'Reset From' }).waitFor();
      const [, embedded] = page.frames();
      assert.ok(embedded);
      const findings = await seriousFindings(
        embedded,
        `${colorScheme} ${board.theme ? 'dashboard' : 'session'}`,
      );
      assert.deepEqual(
        findings.filter((finding) => finding.includes('color-contrast')),
        [],
      );
      await close();
    }
  }
});

test('a chat can be read on the ground that its host has chosen, whatever the scheme', async () => {
  const grounds = [
    { colorScheme: 'light', backgroundColor: '#102a10', input: '#ffffff' },
    { colorScheme: 'dark', backgroundColor: 'oklch(0.97 0.02 90)', input: 'rgb(20 20 30)' },
  ] as const;
  for (const { colorScheme, backgroundColor, input } of grounds) {
    const analyticsChat = { backgroundColor, chatInput: { backgroundColor: input } };
    const url = await signedUrl(world, '/embed/chat?sessionId', {
      session: { embedTheme: { analyticsChat } },
    });
    const { page, frame, send, close } = await openEmbedded(world.browser, world.host, url, {
      browser: { colorScheme },
    });
    const field = frame.getByRole('textbox');
    await field.fill('How many flights?');
    const [, embedded] = page.frames();
    assert.ok(embedded);
    const findings = await seriousFindings(embedded, colorScheme);
    assert.deepEqual(
      findings.filter((finding) => finding.includes('color-contrast')),
      [],
    );
    // What the host takes back leaves the look of the scheme.
    await send('set-theme', {
      analyticsChat: { backgroundColor: null, chatInput: { backgroundColor: null } },
    });
    await frame.locator('html:not([data-chat-ground], [data-chat-input-ground])').waitFor();
    await close();
  }
});

test('a value that is no colour, font or radius is left out and told, the others hold', async () => {
  const { publicId } = await world.publish(boardOf({}));
  const session = { embedTheme: { primaryColor: 'banana', font: 'Georgia' } };
  const { frame, send, events, nextEvent, close } = await world.open(publicId, { session });
  await nextEvent('dashboard-loaded');
  const shown = async () => [
    await propertyOf(frame, '--host-accent'),
    await propertyOf(frame, '--host-font'),
  ];
  assert.deepEqual(await shown(), ['', 'Georgia']);
  await send('set-theme', { primaryColor: 'teal', borderRadius: -4 });
  await frame.locator('html[style*="teal"]').waitFor();
  await send('set-theme', { primaryColor: '#12', font: null });
  await frame.locator('html:not([style*="Georgia"])').waitFor();
  assert.deepEqual(await shown(), ['teal', '']);
  const told = (await events('error')).map(({ payload }) => payload as { message: string; context: string });
  assert.deepEqual(
    told.map(({ context, message }) => `${context}: ${message}`),
    [
      'session: primaryColor must be a colour of CSS, not "banana"',
      'action: borderRadius must be a number of pixels from 0 to 1000, not -4',
      'action: primaryColor must be a colour of CSS, not "#12"',
    ],
  );
  await close();
});

const palettes = [
  { id: 'brand', name: 'Brand', kind: 'categorical', colors: ['#c81e5a', '#1e5ac8'], isDefault: true },
  { id: 'other', name: 'Other', kind: 'categorical', colors: ['#5ac81e', '#c8a01e'] },
  { id: 'heat', name: 'Heat', kind: 'sequential', colors: ['#00ff00', '#0000ff'], isDefault: true },
] satisfies ChartPalette[];

test('charts have the colours of the palette that they name, or else of the default one', async () => {
  await setAccount({ appTheme: theme, chartPalettes: palettes });
  const charts = [
    [{}, ['#c81e5a']],
    [color(), ['#c81e5a', '#1e5ac8']],
    [color({ scheme: 'palette:other' }), ['#5ac81e', '#c8a01e']],
    [color({ scheme: 'palette:gone' }), ['#c81e5a', '#1e5ac8']],
    [{ color: { field: 'network.count', type: 'quantitative' } }, ['#0000ff']],
  ] as const;
  const { publicId } = await world.publish({
    reports: Object.fromEntries(charts.map(([encoding], index) => [`bars-${index}`, bars(encoding)])),
    widgets: charts.map((_, index) => ({
      id: `bars-${index}`,
      type: 'CHART',
      config: { report: `bars-${index}` },
    })),
  });
  const { frame, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  for (const [index, [encoding, painted]] of charts.entries()) {
    const colors = await paintedColors(frame.locator('canvas').nth(index));
    for (const wanted of painted)
      assert.ok((colors[wanted] ?? 0) > 100, `${JSON.stringify(encoding)} in ${JSON.stringify(colors)}`);
  }
  await close();
});

test('a picture has the look and the palettes of the account', async () => {
  await setAccount({ appTheme: theme, chartPalettes: palettes });
  const { publicId } = await world.publish(boardOf(color()));
  const picture = await pictureOfDashboard(world, publicId);
  const { page } = await openPage(world.browser);
  const colors = await colorsOfPng(page, picture);
  for (const wanted of ['#fff4e0', '#c81e5a', '#1e5ac8'])
    assert.ok((colors[wanted] ?? 0) > 100, `${wanted} in the picture`);
  await page.context().close();
});

test('a look that was stored before it was checked loads nothing and hides nothing', async () => {
  const hostile = 'url(https://elsewhere.example/a); } body { display: none }';
  const typography = {
    fonts: [{ id: 'a', family: 'a", url(//elsewhere.example)', format: 'woff2', url: 'javascript:alert(1)' }],
    body: { fontRef: 'a', fontWeight: 400 },
    heading: { fontRef: 'a', fontWeight: 400 },
  };
  const stored = {
    appTheme: {
      logoUrl: hostile,
      palette: {
        accent: { color: hostile, hue: 1e9 },
        base: { color: 'x'.repeat(10_000) },
        contrastLevel: 1e9,
      },
      light: { ...side, backgroundColor: hostile, foregroundColor: hostile },
      dark: { ...side, backgroundColor: hostile, foregroundColor: hostile },
      typography,
    },
    chartPalettes: [{ id: 'a', name: 'A', kind: 'categorical', colors: [hostile, 'red'], isDefault: true }],
  };
  await withInstalledDatabase(world.oriel.dataDir, (db) =>
    db
      .updateTable('tenants')
      .set({ appConfig: JSON.stringify(stored) })
      .execute(),
  );
  const { publicId } = await world.publish(boardOf(color()));
  const requests: string[] = [];
  const { frame, nextEvent, close } = await world.open(publicId, {
    prepare: (page) => page.on('request', (request) => requests.push(request.url())),
  });
  await nextEvent('dashboard-loaded');
  assert.ok(await frame.locator('canvas').isVisible());
  assert.match(await backgroundOf(frame, 'body'), /^rgb\(/);
  assert.deepEqual(
    requests.filter((url) => url.includes('elsewhere') || url.startsWith('javascript')),
    [],
  );
  await close();
});
