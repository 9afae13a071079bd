import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { publishApp } from '../support/app-board.ts';
import { startConnectionListener, type ConnectionListener } from '../support/hosts/connection-listener.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import type { EmbeddedPageOptions } from '../support/embedded-page.ts';

/**
 * Connections between browsers, which no content security policy closes: no app makes one, by whatever frame of its
 * own.
 */
let world: EmbedWorld;
let listener: ConnectionListener;
/** Hears a page that may connect. */
let witness: ConnectionListener;
let free: Page;
let workbookId = 0;
before(async () => {
  world = await startEmbedWorld();
  [listener, witness] = [await startConnectionListener(), await startConnectionListener()];
  free = await world.browser.newPage();
  ({ workbookId } = await world.publish({ widgets: [] }));
});
afterEach(() => listener.forget());
after(async () => {
  await world.close();
  await listener.close();
  await witness.close();
});

/** A script that connects. */
const connecting = ({ iceServers } = listener) => `
  try {
    const connection = new RTCPeerConnection({ iceServers: ${iceServers} });
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
  ...Object.fromEntries(
    Object.entries({
      'its window at hand': 'frame.contentWindow',
      'its document at hand': 'frame.contentDocument.defaultView',
      'its number in the page': 'window[0]',
      'its name in the page': 'window.inner',
    }).map(([name, taken]) => [
      `in an empty frame with ${name}, before anything else can run`,
      () => ({
        'index.html': script(`const frame = document.createElement('iframe');
          frame.name = 'inner';
          document.documentElement.append(frame);
          try {
            const connection = new ${taken}.RTCPeerConnection({ iceServers: ${listener.iceServers} });
            connection.createDataChannel('rows');
            void connection.setLocalDescription();
          } catch {}
          const end = Date.now() + 1500;
          while (Date.now() < end);`),
      }),
    ]),
  ),
  'in a copy of a closed shadow tree': () => ({
    'index.html': script(`const [host, frame] = ['div', 'iframe'].map((name) => document.createElement(name));
      frame.srcdoc = ${asText(inFrame())};
      host.attachShadow({ mode: 'closed', clonable: true }).append(frame);
      document.documentElement.append(host.cloneNode(true));`),
  }),
  'in a copy of a closed shadow tree, as inherited options say': () => ({
    'index.html': script(`const [host, frame] = ['div', 'iframe'].map((name) => document.createElement(name));
      frame.srcdoc = ${asText(inFrame())};
      Object.prototype.clonable = true;
      host.attachShadow(Object.create({ mode: 'open', clonable: true })).append(frame);
      document.documentElement.append(document.importNode(host, true));`),
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

/** A script that makes an element of the page for a hint, by what it is called. */
const hintScripts: Record<string, string> = {
  'by its property': `const link = make(); link.rel = word; document.head.append(link);`,
  'by its property, once it is in the page': `const link = make(); document.head.append(link); link.rel = word;`,
  'by an attribute': `const link = make(); link.setAttribute('REL', 'icon ' + word.toUpperCase()); document.head.append(link);`,
  'by an attribute with a namespace': `const link = make(); link.setAttributeNS(null, 'rel', word); document.head.append(link);`,
  'by a text that changes as it is read': `const link = make();
    let reads = 0;
    const turn = { toString: () => (reads++ === 0 ? 'icon' : word) };
    link.setAttribute('rel', turn); link.rel = turn; document.head.append(link);`,
  'by its list': `const link = make(); document.head.append(link); link.relList.add(word);`,
  'by a list that replaces': `const link = make(); link.rel = 'icon'; document.head.append(link); link.relList.replace('icon', word);`,
  'by a node of an attribute': `const link = make(); document.head.append(link);
    const attribute = document.createAttribute('rel'); attribute.value = word; link.setAttributeNode(attribute);`,
  'by a node of an attribute that lies there': `const link = make(); link.rel = 'icon'; document.head.append(link);
    for (const name of ['value', 'nodeValue', 'textContent']) link.attributes.rel[name] = word;`,
  'by an attribute of another element': `const link = make(), anchor = document.createElement('a');
    anchor.setAttribute('rel', word); document.head.append(link);
    const attribute = anchor.removeAttributeNode(anchor.attributes.rel); link.attributes.setNamedItem(attribute);`,
  'by markup': `document.body.innerHTML = markup;`,
  'by markup around it': `const child = document.createElement('p'); document.body.append(child); child.outerHTML = markup;`,
  'by markup beside it': `document.body.insertAdjacentHTML('beforeend', markup);`,
  'by markup with a list of what it may have': `document.body.setHTML(markup, { sanitizer: { elements: ['link'], attributes: ['rel', 'href'] } });`,
  'by markup of a template': `const template = document.createElement('template'); template.innerHTML = markup;
    document.body.append(template.content.cloneNode(true));`,
  'by markup in a shadow tree': `const host = document.createElement('div'); document.body.append(host);
    host.attachShadow({ mode: 'open' }).innerHTML = markup;`,
  'by markup of a range': `document.body.append(document.createRange().createContextualFragment('<template>' + markup + '</template>').firstChild.content);`,
  'by a parser': `document.body.append(new DOMParser().parseFromString(markup, 'text/html').querySelector('link'));`,
  'by a parser of XML': `document.body.append(new DOMParser().parseFromString(
    '<!DOCTYPE a [<!ENTITY b "<h:l&#105;nk rel=~preconnect~ href=~' + away + '~/>">]><a xmlns:h="http://www.w3.org/1999/xhtml">&b;</a>'.replaceAll('~', "'"), 'text/xml').documentElement.firstChild);`,
  'by markup in a document of XML': `const other = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'h:html');
    other.documentElement.innerHTML = '<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="preconnect" href="' + away + '"/>';
    document.body.append(other.documentElement.firstChild);`,
  'by a file that is read as a document': `const request = new XMLHttpRequest();
    request.open('GET', 'other.xml'); request.responseType = 'document';
    request.onload = () => document.body.append(request.response.documentElement.firstChild);
    request.send();`,
  'by a style sheet for documents': `const [sheet, source] = ['<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><link rel="preconnect" href="' + away + '"/></xsl:template></xsl:stylesheet>', '<a/>']
      .map((text) => new DOMParser().parseFromString(text, 'text/xml'));
    const processor = new XSLTProcessor(); processor.importStylesheet(sheet);
    document.body.append(processor.transformToFragment(source, document));`,
  'by a command of editing': `document.body.contentEditable = 'true'; document.body.append('text'); getSelection().selectAllChildren(document.body);
    document.execCommand('insertHTML', false, markup);`,
  'by rules of speculation': `const rules = document.createElement('script'); rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ urls: [away + '/a'], eagerness: 'immediate' }], prerender: [{ urls: [away + '/b'], eagerness: 'immediate' }] });
    document.head.append(rules);`,
};

/** Pages that have a hint themselves. */
const hintPages: Record<string, (away: string) => string> = {
  'in its page': (away) => `<link rel="preconnect" href="${away}">`,
  'in its page, in other letters': (away) => `<LINK\tHREF=${away}/ REL=PreConnect>`,
  'in its page, by references to letters': (away) => `<link rel="stylesheet pre&#99;onnect" href="${away}">`,
  'in its page, by the second of two': (away) =>
    `<link title='>' rel="preconnect" rel="icon" href="${away}">`,
  'in its page, behind the end of a comment': (away) => `<!--><link rel=preconnect href=${away}>-->`,
  'in its page, where it is a text for some': (away) =>
    `<svg><style><link rel="preconnect" href="${away}"></style></svg><title><link rel="preconnect" href="${away}"></title>`,
};

/** An app that tries all of it, and says how often the page had a hint behind each. */
const hintingApp = (away: string) => ({
  'index.html': `<body>${Object.values(hintPages)
    .map((page) => page(away))
    .join('')}${script(`const away = ${JSON.stringify(away)}, word = 'preconnect';
      const markup = ${asText(`<link rel="preconnect" href="${away}">`)};
      const make = () => Object.assign(document.createElement('link'), { href: away });
      const hints = (root) => [...root.querySelectorAll('*')].reduce((sum, node) =>
        sum + (node.shadowRoot ? hints(node.shadowRoot) : 0) + (node.localName === 'link' && /preconnect/i.test(node.getAttribute('rel')) ? 1 : 0), 0);
      parent.postMessage({ method: 'loaded' }, '*');
      window.kept = { 'in its page': hints(document) };
      const attempt = (name, work) => {
        const before = hints(document);
        try { work(); } catch {}
        window.kept[name] = hints(document) - before;
      };
      ${Object.entries(hintScripts)
        .map(([name, text]) => `attempt(${JSON.stringify(name)}, () => { ${text} });`)
        .join('\n')}
      const replaced = [[RegExp.prototype, 'exec', () => null], [String.prototype, 'toLowerCase', () => 'title'],
        [Array.prototype, Symbol.iterator, function* () {}], [Element.prototype, 'matches', () => false],
        [Element.prototype, 'querySelectorAll', () => []]].map((all) => ({ owner: all[0], name: all[1], value: all[2], was: all[0][all[1]] }));
      replaced.forEach((each) => { each.owner[each.name] = each.value; });
      const link = make(); link.setAttribute('rel', word); document.head.append(link);
      document.body.insertAdjacentHTML('beforeend', markup);
      replaced.forEach((each) => { each.owner[each.name] = each.was; });
      window.late = document.querySelectorAll('link[rel~=preconnect]').length;
      const style = document.createElement('link'); style.rel = 'stylesheet'; document.head.append(style);
      window.styles = document.querySelectorAll('link[rel=stylesheet]').length;`)}`,
  'other.xml': `<a><link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect" href="${away}"/></a>`,
});

/**
 * Takes away the header by which the newest browsers refuse connections: the app's own guard has to hold. A page that
 * the test answers is of no network, so what it loads from this machine needs a permission.
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

/** For what the last script of an app has begun, beside the time that a page which may connect takes meanwhile. */
const BEGUN_MS = 400;
const STUCK_MS = 2_500;

/**
 * Waits until every frame of the app has loaded and is idle, and then as long as a connection takes on this machine at
 * the moment.
 */
async function untilTried(page: Page): Promise<void> {
  const idle = async (frame: Frame) => {
    await frame.waitForLoadState('load', { timeout: STUCK_MS });
    await frame.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  };
  // What does not load is waited for so long, and a frame that is taken away tries nothing any more.
  const settled = (frame: Frame) => Promise.race([idle(frame).catch(() => {}), wait(STUCK_MS)]);
  for (let seen = -1; seen !== page.frames().length;) {
    seen = page.frames().length;
    await Promise.all(page.frames().map(settled));
  }
  await wait(BEGUN_MS);
  witness.forget();
  await free.setContent(script(connecting(witness)));
  while (!witness.heard.has('udp')) await wait(10);
}

for (const [way, files] of Object.entries(ways))
  test(`an app that connects ${way} reaches nobody`, async () => {
    const { publicId } = await publishApp(world.client, { deploymentId: 1, workbookId }, { files: files() });
    const { page, close } = await world.open(publicId, withoutAllowlist);
    await page.waitForEvent('framenavigated', {
      predicate: (frame) => frame.url().includes('/embed/apps/'),
    });
    await untilTried(page);
    await close({ expected: /./ }).catch(() => undefined);
    assert.deepEqual([...listener.heard], []);
  });

test('no link of an app is a hint to connect, by whatever way it gets into the page', async () => {
  const { publicId } = await publishApp(
    world.client,
    { deploymentId: 1, workbookId },
    { files: hintingApp(listener.origin) },
  );
  const { page, close } = await world.open(publicId, withoutAllowlist);
  await page.waitForEvent('framenavigated', {
    predicate: (frame) => frame.url().includes('/embed/apps/'),
  });
  const frame = page.frames().find((each) => each.url().includes('/embed/apps/'));
  assert.ok(frame);
  await frame.waitForFunction(() => Reflect.has(window, 'styles'));
  const { kept, late, styles } = await frame.evaluate(() => ({
    kept: Reflect.get(window, 'kept') as Record<string, number>,
    late: Reflect.get(window, 'late') as number,
    styles: Reflect.get(window, 'styles') as number,
  }));
  const expected = Object.fromEntries(['in its page', ...Object.keys(hintScripts)].map((name) => [name, 0]));
  assert.deepEqual(kept, expected);
  assert.equal(late, 0);
  assert.equal(styles, 1);
  await wait(500);
  assert.deepEqual([...listener.heard], []);
  await close({ expected: /./ }).catch(() => undefined);
});

test('the listener hears a page that is no app', async () => {
  const page = await world.browser.newPage();
  await page.setContent(script(connecting()));
  for (let tries = 0; listener.heard.size === 0 && tries < 100; tries += 1) await wait(100);
  await page.close();
  assert.ok(listener.heard.has('udp'));
});
