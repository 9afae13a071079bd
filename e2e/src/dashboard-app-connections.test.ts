import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publishApp } from './support/app-board.ts';
import { startConnectionListener, type ConnectionListener } from './support/connection-listener.ts';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';
import type { EmbeddedPageOptions } from './support/embedded-page.ts';

/** Connections between browsers, which no content security policy closes: no app makes one, by whatever frame of its own. */
let world: EmbedWorld;
let listener: ConnectionListener;
let workbookId = 0;
before(async () => {
  world = await startEmbedWorld();
  listener = await startConnectionListener();
  ({ workbookId } = await world.publish({ widgets: [] }));
});
after(async () => {
  await listener.close();
  await world.close();
});

/** A script that connects, and says to the page around it that it has tried. */
const connecting = () => `
  try {
    const connection = new RTCPeerConnection({ iceServers: ${listener.iceServers} });
    connection.createDataChannel('rows');
    connection.createOffer().then((offer) => connection.setLocalDescription(offer));
  } catch {}`;
const inFrame = () => script(connecting());
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const script = (text: string) => `<script>${text}</script>`;
const asText = (html: string) => JSON.stringify(html).replaceAll('</', String.raw`<\/`);

/** What a page does to connect, by what it is called. */
const ways: Record<string, () => Record<string, string>> = {
  'in its own window': () => ({ 'index.html': script(connecting()) }),
  'in a frame that its page has': () => ({
    'index.html': `<iframe srcdoc="${quoted(inFrame())}"></iframe>${'<p>more</p>'.repeat(20_000)}`,
  }),
  'in a frame that a script makes': () => ({
    'index.html': script(`const frame = document.createElement('iframe');
      frame.srcdoc = ${asText(inFrame())};
      document.documentElement.append(frame);
      const end = Date.now() + 1500;
      while (Date.now() < end);`),
  }),
  'in a frame with a script as its address': () => ({
    'index.html': script(`const frame = document.createElement('iframe');
      frame.src = ${asText(`javascript:${connecting()}`)};
      document.documentElement.append(frame);
      const end = Date.now() + 1500;
      while (Date.now() < end);`),
  }),
  'in an empty frame with its window at hand': () => ({
    'index.html': script(`const frame = document.createElement('iframe');
      document.documentElement.append(frame);
      window.RTCPeerConnection = frame.contentWindow.RTCPeerConnection;
      ${connecting()}`),
  }),
  'in a set of frames': () => ({
    'index.html': script(`const set = document.createElement('frameset');
      const frame = document.createElement('frame');
      frame.src = ${asText(`javascript:${connecting()}`)};
      set.append(frame);
      document.documentElement.append(set);`),
  }),
  'in a closed shadow tree': () => ({
    'index.html': script(`const [host, frame] = ['div', 'iframe'].map((name) => document.createElement(name));
      frame.srcdoc = ${asText(inFrame())};
      host.attachShadow({ mode: 'closed' }).append(frame);
      document.documentElement.append(host);`),
  }),
  'after it has replaced what the platform offers': () => ({
    'index.html':
      script(`for (const name of ['remove', 'matches', 'querySelectorAll']) Element.prototype[name] = () => [];
      NodeList.prototype.item = () => null;
      Reflect.apply = Function.prototype.call = Function.prototype.apply = () => undefined;
      Array.prototype[Symbol.iterator] = function* () {};
      for (const [prototype, name] of [[MutationRecord.prototype, 'addedNodes'], [NodeList.prototype, 'length'], [Node.prototype, 'nodeType']])
        Object.defineProperty(prototype, name, { get: () => 0 });
      MutationObserver.prototype.disconnect();
      const frame = document.createElement('iframe');
      frame.srcdoc = ${asText(inFrame())};
      document.documentElement.append(frame);`),
  }),
  'in a picture that is opened as a page': () => ({
    'index.html': script(`location.href = 'picture.svg';`),
    'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[${connecting()}]]></script></svg>`,
  }),
  'in a closed shadow tree that its page has': () => ({
    'index.html': `<div><template shadowrootmode="closed"><iframe srcdoc="${quoted(inFrame())}"></iframe></template></div>`,
  }),
  ...Object.fromEntries(
    ['<!-->', '<!--->', '<!-- --!>', '<!doctype html><!--><!--', '\uFEFF<!-- a --><!-->'].map((start) => [
      `before all others, behind ${JSON.stringify(start)}`,
      () => ({ 'index.html': `${start}${inFrame()}<!-- -->${'<p>more</p>'.repeat(1_000)}` }),
    ]),
  ),
  'in a shadow tree that a script makes of markup': () => ({
    'index.html': script(`const host = document.createElement('div');
      document.documentElement.append(host);
      const tree = '<div><template SHADOWrootMODE="closed">' + ${asText(`<iframe srcdoc="${quoted(inFrame())}"></iframe>`)} + '</template></div>';
      for (const make of [() => host.setHTMLUnsafe(tree), () => document.documentElement.append(Document.parseHTMLUnsafe(tree).body), () => document.write(tree)])
        try { make(); } catch {}`),
  }),
};

/**
 * Takes away the header by which the newest browsers refuse connections: the app's own guard has to hold. A page that the test answers
 * is of no network, so what it loads from this machine needs a permission.
 */
const withoutAllowlist: EmbeddedPageOptions = {
  browser: { permissions: ['local-network-access'] },
  prepare(page) {
    void page.route('**/embed/apps/**', async (route) => {
      const answer = await route.fetch();
      const { 'connection-allowlist': header, ...headers } = answer.headers();
      assert.ok(header, 'the header was there');
      await route.fulfill({ response: answer, headers });
    });
  },
};

for (const [way, files] of Object.entries(ways))
  test(`an app that connects ${way} reaches nobody`, async () => {
    const { publicId } = await publishApp(world.client, { deploymentId: 1, workbookId }, { files: files() });
    const { page, close } = await world.open(publicId, withoutAllowlist);
    await page.waitForEvent('framenavigated', {
      predicate: (frame) => frame.url().includes('/embed/apps/'),
    });
    // The request would be there within milliseconds.
    await wait(2_500);
    await close({ expected: /./ }).catch(() => undefined);
    assert.deepEqual([...listener.heard], []);
  });

test('the listener hears a page that is no app', async () => {
  const page = await world.browser.newPage();
  await page.setContent(script(connecting()));
  for (let tries = 0; listener.heard.size === 0 && tries < 100; tries += 1) await wait(100);
  await page.close();
  assert.ok(listener.heard.has('udp'));
});
