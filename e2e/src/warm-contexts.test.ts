import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './support/browsers/browser.ts';
import { leaveWorld, openWorld } from './support/world.ts';

/** Contexts that are given from one test to the next: what the one before has left must not be seen. */
let browser: Browser;
const scriptRequests: string[] = [];
const server = createServer(({ url = '' }, response) => {
  if (!url.endsWith('.js'))
    return void response.setHeader('content-type', 'text/html').end('<script src="/kept.js"></script>');
  scriptRequests.push(url);
  response
    .setHeader('content-type', 'text/javascript')
    .setHeader('cache-control', 'max-age=3600, immutable')
    .end('');
});
let origin: string;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ browser } = await openWorld());
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await leaveWorld();
});

/** Options that no other test has. */
const OPTIONS = { viewport: { width: 731, height: 407 } };

const stored = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    name: window.name,
    back: history.length,
  }));

async function store(page: Page): Promise<void> {
  await page.goto(`${origin}/another`);
  await page.goto(origin);
  await page.evaluate(async () => {
    document.cookie = 'user=ada';
    localStorage.setItem('draft', 'of Ada');
    sessionStorage.setItem('draft', 'of Ada');
    window.name = 'ada';
    await new Promise((resolve) => (indexedDB.open('ada').onsuccess = resolve));
  });
}

test('a context that served a test before looks new, and has what was loaded', async () => {
  const first = await openPage(browser, OPTIONS);
  await store(first.page);
  const asked = scriptRequests.length;
  assert.equal((await stored(first.page)).local['draft'], 'of Ada');
  await first.page.context().close();

  const second = await openPage(browser, OPTIONS);
  assert.equal(second.page.context(), first.page.context());
  assert.equal(second.page.context().pages().length, 1);
  await second.page.goto(origin);
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(`${origin}/another`);
  assert.deepEqual({ ...(await stored(second.page)), back: 0 }, { ...(await stored(fresh)), back: 0 });
  assert.equal(scriptRequests.length, asked + 1, 'the fresh one asks, the warm one does not');
  await fresh.context().close();
  await second.page.context().close();
});

test('a context in which something was changed for good serves no other test', async () => {
  const first = await openPage(browser, OPTIONS);
  await first.page.context().route('**/*', (route) => route.fulfill({ body: 'Not what was asked for' }));
  await first.page.context().close();
  const second = await openPage(browser, OPTIONS);
  assert.notEqual(second.page.context(), first.page.context());
  await second.page.goto(origin);
  assert.equal(await second.page.locator('body').innerText(), '');
  await second.page.context().close();
});

test('others do not share it while it is used', async () => {
  const [first, second] = [await openPage(browser, OPTIONS), await openPage(browser, OPTIONS)];
  assert.notEqual(first.page.context(), second.page.context());
  await first.page.context().close();
  await second.page.context().close();
});
