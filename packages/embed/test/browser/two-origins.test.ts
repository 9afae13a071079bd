import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { coded } from '../../src/machines/error-advice.ts';
import { launchBrowser, skipWithoutChromium } from './browser.ts';
import { servePages, type PageServer } from './page-server.ts';
import { embedPage, hostPage, strangerPage } from './protocol-pages.ts';

describe('two origins in a browser', { skip: skipWithoutChromium }, () => {
  let browser: Browser;
  let embed: PageServer;
  let host: PageServer;
  let stranger: PageServer;

  before(async () => {
    browser = await launchBrowser();
    embed = await servePages({ '/embed': embedPage });
    host = await servePages({ '/': hostPage });
    stranger = await servePages({ '/': hostPage, '/stranger': strangerPage });
  });

  after(async () => {
    await browser?.close();
    for (const server of [embed, host, stranger]) await server?.[Symbol.asyncDispose]();
  });

  // The pages put their state on window; the tests reach for it by evaluating expressions in the page.

  async function openHost({ at = host.origin, query = '' } = {}): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(at);
    await page.waitForFunction('window.isScripted');
    await page.evaluate(`connect(${JSON.stringify(`${embed.origin}/embed${query}`)})`);
    return page;
  }

  function embedFrame(page: Page) {
    const frame = page.frames()[1];
    assert.ok(frame, 'the host page has no iframe');
    return frame;
  }

  async function openEmbed(page: Page) {
    await page.frameLocator('#embed').locator('title').waitFor({ state: 'attached' });
    await embedFrame(page).waitForFunction('window.port');
    return embedFrame(page);
  }

  /** A message outside the protocol, after which everything that the embed posted before has arrived. */
  async function sendMarker(page: Page): Promise<void> {
    await embedFrame(page).evaluate(`parent.postMessage('marker', '*')`);
    await page.waitForFunction(`wire.includes('marker')`);
  }

  /** The same within the protocol, for an embed that is ready. */
  async function settle(page: Page): Promise<void> {
    await embedFrame(page).evaluate('port.emit("navigate", { path: "/settled" })');
    await page.waitForFunction('heard.some((event) => event.payload.path === "/settled")');
  }

  test('a frame grows and shrinks with its content where the host asks for it, within bounds, and else stays', async () => {
    for (const autoHeight of [true, false]) {
      const page = await browser.newPage();
      await page.goto(host.origin);
      await page.waitForFunction('window.isScripted');
      await page.evaluate(
        `document.querySelector('#embed').style.cssText = 'box-sizing: border-box; border: 3px solid'`,
      );
      await page.evaluate(
        `connect(${JSON.stringify(`${embed.origin}/embed`)}, { autoHeight: ${autoHeight} })`,
      );
      const frame = await openEmbed(page);
      await frame.evaluate('becomeReady()');
      const heights: unknown[] = [];
      for (const height of [812.4, 300, -5, 1e9]) {
        await frame.evaluate(`port.emit('height', { height: ${height} })`);
        await page.waitForFunction(`heard.some(({ payload }) => payload.height === ${height})`);
        heights.push(await page.evaluate(`document.querySelector('#embed').clientHeight`));
      }
      assert.deepEqual(heights, autoHeight ? [813, 300, 300, 50_000] : [150, 150, 150, 150]);
      await page.close();
    }
  });

  test('posts ready first and once, then what happened before it in order', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate(`
    port.emit('view', { path: '/1' });
    port.emit('view', { path: '/2' });
    becomeReady();
    becomeReady();
  `);
    await settle(page);
    assert.deepEqual(await page.evaluate('heard.map((event) => [event.type, event.payload.path])'), [
      ['ready', undefined],
      ['view', '/1'],
      ['view', '/2'],
      ['navigate', '/settled'],
    ]);
    assert.deepEqual(await page.evaluate('connection.ready'), {
      embedTenant: 'skyline',
      deploymentId: 1,
      mode: 'signed',
      surface: 'dashboard',
    });
    await page.close();
  });

  test('applies actions sent before ready, in order', async () => {
    const page = await openHost();
    await page.evaluate(`connection.setColorScheme('dark'); connection.setTimezone('Europe/Berlin');`);
    const frame = await openEmbed(page);
    await page.evaluate(`connection.setFilter({ filters: [{ member: 'flights.carrier', value: 'AA' }] });`);
    await frame.evaluate('becomeReady()');
    await page.evaluate('connection.ready.then(() => connection.refresh())');
    await frame.waitForFunction('applied.length === 4');
    assert.deepEqual(await frame.evaluate('applied'), [
      { type: 'set-color-scheme', payload: { scheme: 'dark' } },
      { type: 'set-timezone', payload: { timezone: 'Europe/Berlin' } },
      {
        type: 'set-filter',
        payload: { filterUrlParameter: 'f_flights.carrier=%7B%22value%22%3A%22AA%22%7D' },
      },
      { type: 'refresh', payload: {} },
    ]);
    await page.close();
  });

  test('puts every event into the envelope, with the surface and the time', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await settle(page);
    assert.deepEqual(
      await page.evaluate('wire.map(({ timestamp, ...rest }) => ({ ...rest, isTimed: timestamp > 1.6e12 }))'),
      [
        {
          source: 'svc-embed',
          direction: 'event',
          type: 'svc:event:ready',
          payload: { embedTenant: 'skyline', deploymentId: 1, mode: 'signed', surface: 'dashboard' },
          surface: 'dashboard',
          isTimed: true,
        },
        {
          source: 'svc-embed',
          direction: 'event',
          type: 'svc:event:navigate',
          payload: { path: '/settled' },
          surface: 'dashboard',
          isTimed: true,
        },
      ],
    );
    await page.close();
  });

  test('answers a malformed, an unknown and a failing action with an error that is not fatal', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await page.evaluate(`
    const post = (name, payload) => document.querySelector('#embed').contentWindow.postMessage(
      { source: 'svc-embed', direction: 'action', type: 'svc:action:' + name, payload, timestamp: Date.now() },
      ${JSON.stringify(embed.origin)},
    );
    post('set-color-scheme', { scheme: 'purple' });
    post('explode', {});
    connection.setLocale('fr-FR');
    connection.refresh();
  `);
    await frame.waitForFunction('applied.length === 1');
    await settle(page);
    const errors: unknown = await page.evaluate(
      `heard.flatMap(({ type, payload }) => type === 'error' ? [payload] : [])`,
    );
    const start = { name: 'EmbedActionError', context: 'action', fatal: false, ...coded('action_refused') };
    assert.deepEqual(errors, [
      { ...start, message: 'payload.scheme must be one of light, dark, auto, not "purple"' },
      {
        ...start,
        message:
          'The action "explode" does not exist; known are set-color-scheme, set-theme, set-locale, set-timezone, ' +
          'set-filter, navigate, refresh, set-session, get-state, set-state',
      },
      { ...start, message: 'The action set-locale failed: there is no French yet' },
    ]);
    await page.close();
  });

  test('answers an action that has an id when it is carried out, or says why not', async () => {
    const page = await openHost();
    await page.evaluate(`
      window.answers = [];
      const note = (name) => [() => answers.push(name + ' done'), (error) => answers.push(name + ': ' + error.name)];
      connection.request({ type: 'set-locale', payload: { locale: 'fr-FR' } }).then(...note('locale'));
      connection.request({ type: 'set-color-scheme', payload: { scheme: 'dark' } }).then(...note('scheme'));
      void connection.getState().then((state) => answers.push('state ' + state));
    `);
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await page.waitForFunction('answers.length === 3');
    assert.deepEqual(await page.evaluate('answers'), [
      'locale: EmbedActionError',
      'scheme done',
      'state f_a.b=',
    ]);
    assert.equal((await page.evaluate<unknown[]>(`heard.filter(({ type }) => type === 'error')`)).length, 1);
    await page.close();
  });

  test('an answer comes after the work, and nobody waits after the end', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate(`window.work = new Promise((resolve) => (window.finish = resolve)); becomeReady()`);
    await page.evaluate(`
      window.answers = [];
      // Without a payload, which has no fields.
      const refresh = { type: 'refresh' };
      const abort = new AbortController();
      connection.request(refresh).then(() => answers.push('done'));
      connection.request(refresh, { signal: abort.signal }).catch((error) => answers.push(error.name));
      abort.abort();
    `);
    await frame.waitForFunction('applied.length === 2');
    assert.deepEqual(await page.evaluate('answers'), ['AbortError']);
    await frame.evaluate('finish()');
    await page.waitForFunction('answers.length === 2');
    await page.evaluate(`
      window.work = undefined;
      connection.getState().catch((error) => answers.push(error.message));
      connection.close();
      connection.request({ type: 'refresh', payload: {} }).catch((error) => answers.push(error.message));
    `);
    await page.waitForFunction('answers.length === 4');
    const closed = 'The embed was disconnected before it answered';
    assert.deepEqual(await page.evaluate('answers'), ['AbortError', 'done', closed, closed]);
    await page.close();
  });

  async function addStranger(page: Page) {
    const [frame] = await Promise.all([
      page.waitForEvent('framenavigated', (navigated) => navigated.url().includes('/stranger')),
      page.evaluate(`
      const iframe = document.createElement('iframe');
      iframe.src = ${JSON.stringify(`${stranger.origin}/stranger`)};
      document.body.append(iframe);
    `),
    ]);
    await frame.waitForFunction('window.attack');
    return frame;
  }

  test('refuses the actions of a foreign frame', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    const foreign = await addStranger(page);
    await foreign.evaluate('attack()');
    await page.evaluate(`connection.setColorScheme('light')`);
    await frame.waitForFunction('applied.length > 0');
    assert.deepEqual(await frame.evaluate('applied'), [
      { type: 'set-color-scheme', payload: { scheme: 'light' } },
    ]);
    assert.deepEqual(await frame.evaluate('problems'), []);
    await page.close();
  });

  test('hears nothing from a foreign frame', async () => {
    const page = await openHost();
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    const foreign = await addStranger(page);
    await foreign.evaluate('attack()');
    await page.waitForFunction('wire.some((message) => message.type === "svc:event:session-expired")');
    await settle(page);
    assert.deepEqual(await page.evaluate('heard.map((event) => event.type)'), ['ready', 'navigate']);
    assert.deepEqual(await foreign.evaluate('heard'), []);
    await page.close();
  });

  test('posts events to the origin of the embedding page only', async () => {
    // The embed is told another host than the page that it is in: with "*" as target that page would hear it.
    const page = await openHost({ at: stranger.origin, query: `?host=${host.origin}` });
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await sendMarker(page);
    assert.deepEqual(await page.evaluate('wire'), ['marker']);
    await page.close();
  });

  test('tells once that the embed speaks another brand, and hears nothing of it', async () => {
    const page = await openHost({ query: '?brand=cube' });
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await frame.evaluate('port.emit("view", { path: "/1" })');
    await sendMarker(page);
    assert.deepEqual(await page.evaluate('problems'), [
      'The embed speaks the brand cube, and this connection another one: pass brands.cube',
    ]);
    assert.deepEqual(await page.evaluate('heard'), []);
    await page.close();
  });

  test('tells that the sandbox of the frame lets nothing run', async () => {
    const page = await openHost({ query: '?first' });
    await page.evaluate(`
    const iframe = document.querySelector('#embed');
    iframe.setAttribute('sandbox', 'allow-scripts');
    iframe.src += '&again';
  `);
    await page.waitForFunction('problems.length > 0');
    assert.match(String(await page.evaluate('problems[0]')), /sandbox lacks allow-same-origin/);
    await page.close();
  });

  test('does not speak to a page of an origin that is not allowed', async () => {
    const page = await openHost({ query: '?allowed=https://app.example.com' });
    const frame = await openEmbed(page);
    await frame.evaluate('becomeReady()');
    await page.evaluate('connection.refresh()');
    await sendMarker(page);
    assert.deepEqual(await page.evaluate('wire'), ['marker']);
    assert.deepEqual(await frame.evaluate('applied'), []);
    assert.match(String(await frame.evaluate('problems[0]')), /is not among the allowed origins/);
    await page.close();
  });
});
