import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole } from './support/console.ts';
import { startInstallation, type Installation } from './support/installation.ts';

/**
 * Pages of other origins in the browser of an administrator who is signed in: what a page can do to the console and to
 * the API with the cookie that the browser adds. A sibling is of the same site (another port of the same host), so that
 * its requests bring the cookie along; a stranger is of another.
 */
let installation: Installation;
let page: Page;
let server: Server;
/** What came to the other origins. */
const received: string[] = [];
const origins: Record<string, string> = {};

before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ page } = await openConsole(installation.browser, installation.oriel, '/'));
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><title>A page of another origin</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  origins['a sibling'] = `http://localhost:${port}`;
  origins['a stranger'] = `http://127.0.0.1:${port}`;
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await installation.close();
});

/** Opens a page of another origin in the same browser, beside the console. */
async function openOther(who: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${origins[who]}/`);
  return other;
}

/** What an attacker would change: it must be the same afterwards. */
async function stateOf(): Promise<unknown> {
  const { client } = installation;
  const [deployments, keys, imageHosts, allowedOrigins] = await Promise.all([
    client.call('getDeployments', { query: {} }),
    client.call('getApiKeys', {}),
    client.call('getImageHosts', {}),
    client.call('getEmbedAllowedOrigins', {}),
  ]);
  const names = keys.items.map(({ id, name }) => ({ id, name }));
  return { deployments: deployments.items, names, imageHosts, allowedOrigins };
}

async function isSignedIn(): Promise<boolean> {
  return page.evaluate(async () => (await fetch('/api/v1/users/me')).ok);
}

const writes = [
  ['POST', '/api/v1/api-keys', '{"name":"stolen"}'],
  ['POST', '/build/api/v1/deployments', '{"name":"Foreign"}'],
  ['PUT', '/api/v1/app-config/image-hosts', '{"hosts":["evil.example"]}'],
  ['PUT', '/api/v1/embed/allowed-origins', '{"origins":["https://evil.example"]}'],
  ['POST', '/api/v1/sign-out', ''],
] as const;

for (const who of ['a sibling', 'a stranger']) {
  test(`requests of ${who} change nothing, in whatever form`, async () => {
    const before = await stateOf();
    const other = await openOther(who);
    const answered = await other.evaluate(
      async ({ base, requests }) => {
        const readable: string[] = [];
        for (const [method, path, body] of requests)
          for (const mode of ['cors', 'no-cors'] as const)
            for (const type of ['application/json', 'text/plain']) {
              const headers = new Headers(type === '' ? [] : [['content-type', type]]);
              const init = { method, mode, headers, body: body || null, credentials: 'include' } as const;
              const answer = await fetch(base + path, init).catch(() => undefined);
              if (answer && answer.type !== 'opaque')
                readable.push(`${mode} ${method} ${path} ${answer.status}`);
            }
        navigator.sendBeacon(`${base}/api/v1/api-keys`, '{"name":"beacon"}');
        return readable;
      },
      { base: installation.oriel.url, requests: writes },
    );
    assert.deepEqual(answered, []);
    await other.close();
    assert.deepEqual(await stateOf(), before);
    assert.ok(await isSignedIn());
  });

  test(`forms of ${who} change nothing`, async () => {
    const before = await stateOf();
    for (const [, path, body] of writes.filter(([method]) => method === 'POST'))
      for (const encoding of ['text/plain', 'multipart/form-data']) {
        const other = await openOther(who);
        await other.evaluate(
          ({ action, enctype, text }) => {
            const form = Object.assign(document.createElement('form'), { method: 'POST', action, enctype });
            // As text/plain the field is JSON: {"name":"stolen","=":""}.
            const field = document.createElement('input');
            Object.assign(field, { name: text.replace(/\}$/, ',"'), value: '":""}' });
            form.append(field);
            document.body.append(form);
            form.submit();
          },
          { action: installation.oriel.url + path, enctype: encoding, text: body },
        );
        await other.waitForURL(`${installation.oriel.url}${path}`);
        assert.match(
          (await other.textContent('body')) ?? '',
          /csrf_refused|unsupported_media_type|unauthenticated/,
        );
        await other.close();
      }
    assert.deepEqual(await stateOf(), before);
    assert.ok(await isSignedIn());
  });

  test(`${who} reads nothing: by fetch, script, picture, sheet, stream or socket`, async () => {
    const other = await openOther(who);
    const seen = await other.evaluate(async (base) => {
      const found: string[] = [];
      const paths = ['/api/v1/users/me', '/api/v1/api-keys', '/metrics', '/'];
      for (const path of paths) {
        const answer = await fetch(base + path, { credentials: 'include' }).catch(() => undefined);
        if (answer) found.push(`fetch ${path}`);
        for (const [tag, attribute] of [
          ['script', 'src'],
          ['img', 'src'],
          ['link', 'href'],
          ['video', 'src'],
        ] as const) {
          const element = document.createElement(tag);
          if (tag === 'link') element.setAttribute('rel', 'stylesheet');
          const loaded = new Promise<boolean>((resolve) => {
            element.addEventListener('load', () => resolve(true));
            element.addEventListener('loadeddata', () => resolve(true));
            element.addEventListener('error', () => resolve(false));
          });
          element.setAttribute(attribute, base + path);
          document.body.append(element);
          if (await loaded) found.push(`${tag} ${path}`);
        }
      }
      const opened = (target: EventTarget) =>
        new Promise<boolean>((resolve) => {
          target.addEventListener('open', () => resolve(true));
          target.addEventListener('error', () => resolve(false));
        });
      if (await opened(new WebSocket(`${base.replace('http', 'ws')}/api/v1/users/me`))) found.push('socket');
      const stream = new EventSource(`${base}/api/v1/users/me`, { withCredentials: true });
      if (await opened(stream)) found.push('stream');
      stream.close();
      return found;
    }, installation.oriel.url);
    assert.deepEqual(seen, []);
    await other.close();
  });

  test(`${who} neither frames the console nor keeps a hold of it in a window`, async () => {
    const other = await openOther(who);
    await other.evaluate((base) => {
      const frame = document.createElement('iframe');
      frame.src = `${base}/`;
      document.body.append(frame);
    }, installation.oriel.url);
    const frame = await other.waitForSelector('iframe');
    const framed = await frame.contentFrame();
    await framed?.waitForLoadState().catch(() => {});
    assert.doesNotMatch((await framed?.content().catch(() => '')) ?? '', /Oriel/);
    const popupOpens = other.context().waitForEvent('page');
    await other.evaluate((base) => {
      const held = window.open(`${base}/`, 'console');
      Object.assign(window, { held });
    }, installation.oriel.url);
    const popup = await popupOpens;
    await popup.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
    const hold = await other.evaluate(() => {
      const { held } = window as unknown as { held: Window };
      return { isClosed: held.closed, frames: held.length };
    });
    assert.deepEqual(hold, { isClosed: true, frames: 0 });
    assert.equal(await popup.evaluate(() => window.opener), null);
    await popup.close();
    await other.close();
  });
}

test('nothing of the console goes to another origin', () => {
  assert.ok(
    received.every((request) => /^GET \/(favicon\.ico)?$/.test(request)),
    received.join(),
  );
});
