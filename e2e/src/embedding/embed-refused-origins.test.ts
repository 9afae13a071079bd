import { coded } from '@oriel/embed';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { openEmbedded, type EmbeddedPage, type EmbeddedPageOptions } from '../support/embedded-page.ts';
import { startHostPage, type HostPage } from '../support/hosts/host-page.ts';

/** Surfaces in pages that may not embed them. */
let world: EmbedWorld;
let publicId: string;
/** A page of another origin, which no account allows. */
let stranger: HostPage;
before(async () => {
  world = await startEmbedWorld();
  stranger = await startHostPage();
  ({ publicId } = await world.publish(board));
});
after(async () => {
  await stranger.close();
  await world.close();
});
beforeEach(() => allow([world.host.origin]));

const board: Board = {
  reports: { all: { name: 'All', query: { measures: ['network.count'] }, kind: 'table' } },
  widgets: [{ id: 'all', type: 'CHART', config: { report: 'all' } }],
};
/** The browser tells of every answer that refuses. */
const REFUSED = { expected: /403/ };

const allow = (origins: string[]) => world.client.call('updateEmbedAllowedOrigins', { body: { origins } });
const refused = async () => (await world.client.call('getEmbedRefusedOrigins', {})).items;

async function sessionFor(fields: object = {}): Promise<string> {
  const body = { deploymentId: 1, externalId: 'viewer', embedTenantName: 'skyline-travel', ...fields };
  return (await world.client.call('generateSession', { body })).sessionId;
}
const open = (path: string, host = stranger, options: EmbeddedPageOptions = {}): Promise<EmbeddedPage> =>
  openEmbedded(world.browser, host, world.oriel.url + path, options);

/** What the host page hears and the frame shows. */
async function lookAt({ frame, nextEvent, page }: EmbeddedPage) {
  const { origin, surface, payload, type } = await nextEvent('origin-refused');
  const alert = frame.getByRole('alert');
  await alert.locator('p').waitFor();
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length);
  const lang = await frame.locator('html').getAttribute('lang');
  return { origin, surface, payload, type, heard, lang, text: await alert.innerText() };
}

test('a page that is not allowed is told so, and what to do, on every surface', async () => {
  const [dashboard, app, chat] = [`/embed/dashboard/${publicId}`, '/embed/d/1/app/workspace', '/embed/chat'];
  for (const [surface, path] of [
    ['dashboard', dashboard],
    ['dashboard', `${dashboard}?session=${await sessionFor()}`],
    ['app', `${app}?session=${await sessionFor({ creatorMode: true })}`],
    ['chat', `${chat}?sessionId=${await sessionFor()}`],
    ['chat', chat],
  ] as const) {
    const embedded = await open(path);
    const seen = await lookAt(embedded);
    assert.deepEqual(
      { ...seen, text: undefined, lang: undefined },
      {
        origin: world.oriel.url,
        surface,
        payload: { origin: stranger.origin, ...coded('origin_not_allowed') },
        type: 'svc:event:origin-refused',
        heard: 1,
        text: undefined,
        lang: undefined,
      },
      path,
    );
    assert.ok(seen.text.includes(stranger.origin) && /administrator/.test(seen.text), seen.text);
    assert.ok(!seen.text.includes(world.host.origin), 'what is allowed is nobody else’s business');
    await embedded.close(REFUSED);
  }
  const [noted] = await refused();
  // One for each session, and one without.
  assert.deepEqual([noted?.origin, noted?.refusals], [stranger.origin, 4]);
});

test('where no origin is allowed, a page is told so in private mode, and shows a surface with a session', async () => {
  await allow([]);
  const told = await open(`/embed/dashboard/${publicId}`);
  assert.deepEqual((await lookAt(told)).payload, {
    origin: stranger.origin,
    ...coded('origin_not_allowed'),
  });
  await told.close(REFUSED);
  const shown = await open(`/embed/dashboard/${publicId}?session=${await sessionFor()}`);
  await shown.nextEvent('dashboard-loaded');
  assert.deepEqual(await shown.events('origin-refused'), []);
  await shown.close();
});

test('the page speaks the language of the address, then of the session, then of the browser', async () => {
  const browser = { browser: { locale: 'vi-VN' } };
  const session = await sessionFor({ settings: { locale: 'ja-JP' } });
  for (const [path, lang, text] of [
    [
      `/embed/dashboard/${publicId}?session=${session}&locale=de-AT`,
      'de-DE',
      /Diese Ansicht darf hier nicht/,
    ],
    [`/embed/dashboard/${publicId}?session=${session}&locale=xx`, 'ja-JP', /このビュー/],
    [`/embed/dashboard/${publicId}`, 'vi-VN', /Không thể/],
  ] as const) {
    const embedded = await open(path, stranger, browser);
    const seen = await lookAt(embedded);
    assert.equal(seen.lang, lang);
    assert.match(seen.text, text);
    await embedded.close(REFUSED);
  }
});

test('the page has the colours that the address asks for, else those of the browser', async () => {
  for (const [parameter, browserScheme, dark] of [
    ['&colorScheme=dark', 'light', true],
    ['&colorScheme=light', 'dark', false],
    ['&colorScheme=auto', 'dark', true],
    ['&colorScheme=pink', 'light', false],
    ['', 'dark', true],
  ] as const) {
    const path = `/embed/dashboard/${publicId}?session=${await sessionFor()}${parameter}`;
    const embedded = await open(path, stranger, { browser: { colorScheme: browserScheme } });
    await embedded.nextEvent('origin-refused');
    await embedded.frame.getByRole('alert').locator('p').waitFor();
    const background = await embedded.frame
      .locator('html')
      .evaluate((html) => getComputedStyle(html).backgroundColor);
    assert.equal(background, dark ? 'rgb(20, 22, 26)' : 'rgb(246, 247, 249)', parameter);
    await embedded.close(REFUSED);
  }
});

test('a page that keeps its address to itself is refused by the browser, and hears nothing', async () => {
  const { page, events, frame } = await open(
    `/embed/dashboard/${publicId}?session=${await sessionFor()}`,
    stranger,
    {
      prepare: (prepared) =>
        void prepared.route(`${stranger.origin}/**`, async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            headers: { ...response.headers(), 'referrer-policy': 'no-referrer' },
          });
        }),
    },
  );
  await page.waitForFunction(() => window.frames.length === 1);
  await page.waitForLoadState('networkidle');
  assert.equal(await frame.locator('#root').count(), 0);
  assert.deepEqual(await events('ready'), []);
  assert.deepEqual(await events('origin-refused'), []);
  await page.context().close();
});

test('an allowed page with a frame that another page has led to the surface shows it', async () => {
  const { page, nextEvent, events } = await openEmbedded(
    world.browser,
    world.host,
    `${stranger.origin}/blank`,
    {},
  );
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  assert.ok(frame);
  await frame.waitForURL(`${stranger.origin}/blank`);
  const address = `${world.oriel.url}/embed/dashboard/${publicId}?session=${await sessionFor()}`;
  await frame.evaluate((url) => void window.location.assign(url), address);
  await nextEvent('dashboard-loaded');
  assert.deepEqual(await events('origin-refused'), []);
  await page.context().close();
});

test('an allowed page within one that is not shows nothing, whatever the referrer says', async () => {
  const address = `${world.oriel.url}/embed/dashboard/${publicId}?session=${await sessionFor()}`;
  const { page, events } = await openEmbedded(world.browser, stranger, world.host.around(address), {});
  await page.waitForLoadState('networkidle');
  const roots = await Promise.all(page.frames().map((frame) => frame.locator('#root').count()));
  assert.deepEqual(new Set(roots), new Set([0]));
  assert.deepEqual(await events('ready'), []);
  await page.context().close();
});
