import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'rolldown';
import { launchBrowser, skipWithoutChromium } from './browser.ts';
import { servePages, type PageServer } from './page-server.ts';

/** Is ready at once and answers every refresh with the event `view` of its own address. */
const embedPage = `<!doctype html><title>Embed</title><script type="module">
  import { createEmbedPort, findHostOrigin } from '/src/index.ts';
  const port = createEmbedPort({
    surface: 'dashboard',
    hostOrigin: findHostOrigin(window).origin,
    window,
    parent: window.parent,
    onAction: () => port.emit('view', { path: location.pathname }),
  });
  port.ready({ embedTenant: null, deploymentId: 1, mode: 'signed' });
</script>`;

async function bundleHost(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL('react-host.tsx', import.meta.url)),
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    write: false,
  });
  return output[0].code;
}

describe('the React wrapper', { skip: skipWithoutChromium }, () => {
  let browser: Browser;
  let embed: PageServer;
  let host: PageServer;

  before(async () => {
    browser = await launchBrowser();
    embed = await servePages({ '/first': embedPage, '/second': embedPage });
    const addresses = JSON.stringify([`${embed.origin}/first`, `${embed.origin}/second`]);
    const script = (await bundleHost()).replaceAll('</script', '<\\/script');
    host = await servePages({
      '/': `<!doctype html><div id="root"></div><script>window.embedAddresses = ${addresses}</script><script type="module">${script}</script>`,
    });
  });

  after(async () => {
    await browser?.close();
    for (const server of [embed, host]) await server?.[Symbol.asyncDispose]();
  });

  async function openHost(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(host.origin);
    await page.waitForFunction('heard.length > 0');
    return page;
  }

  test('forwards events and hands out the connection', async () => {
    const page = await openHost();
    await page.evaluate('connections.at(-1).refresh()');
    await page.waitForFunction('heard.length === 2');
    assert.deepEqual(await page.evaluate('heard.map((event) => [event.type, event.payload.path])'), [
      ['ready', undefined],
      ['view', '/first'],
    ]);
    await page.close();
  });

  test('keeps its connection when it renders again', async () => {
    const page = await openHost();
    const before = await page.evaluate('connections.length');
    await page.evaluate('show(0, "Another title")');
    await page.waitForFunction('document.querySelector("#embed").title === "Another title"');
    assert.equal(await page.evaluate('connections.length'), before);
    await page.close();
  });

  test('connects anew when its address changes, and closes the old connection', async () => {
    const page = await openHost();
    await page.evaluate('window.old = connections.at(-1); show(1)');
    await page.waitForFunction('connections.at(-1) !== old && connections.at(-1) !== null');
    await page.evaluate('connections.at(-1).refresh()');
    await page.waitForFunction('heard.some((event) => event.payload.path === "/second")');
    assert.deepEqual(await page.evaluate('heard.map((event) => event.type)'), ['ready', 'ready', 'view']);
    await page.close();
  });

  test('closes its connection when it is taken away', async () => {
    const page = await openHost();
    await page.evaluate('show(undefined)');
    await page.waitForFunction('document.querySelector("#embed") === null');
    assert.equal(await page.evaluate('connections.at(-1)'), null);
    await page.close();
  });
});
