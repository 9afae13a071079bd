import { errors, operations, refusalsOf, serverBrands } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../test/index.ts';
import { buildOpenApi } from '../http/openapi/openapi.ts';
import { readReference, slugOf } from './reference-document.ts';
import { pageNames, writePage } from './reference-pages.ts';

const document = readReference(buildOpenApi({ version: '1.2.3' }), serverBrands.svc);
const files = { style: '/style', script: '/script' };
/** Every page by its path. */
const pages = new Map(pageNames(document).map((name) => [name, writePage(name, document, files)]));

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'GET', url: `/docs/api${path}`, headers });

test('every operation stands on the page of its group, with its parameters, refusals and an example', () => {
  for (const [id, operation] of Object.entries(operations)) {
    const page = pages.get(slugOf(operation.tag)) ?? '';
    const start = page.indexOf(`<section class="operation" id="${id}"`);
    assert.notEqual(start, -1, id);
    const section = page.slice(start, page.indexOf('</section>', start));
    for (const name of [
      ...Object.keys(operation.params.properties),
      ...Object.keys(operation.query.properties),
    ])
      assert.ok(section.includes(`<code class="key">${name}</code>`), `${id} ${name}`);
    for (const code of refusalsOf(operation))
      assert.ok(section.includes(`<code>${code}</code>`), `${id} ${code}`);
    assert.match(section, /<span class="word">curl<\/span>/, id);
  }
});

test('every link leads somewhere', () => {
  const ids = new Map(
    [...pages].map(([name, page]) => [
      name,
      new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  for (const [name, page] of pages)
    for (const [, address = ''] of page.matchAll(/ href="([^"]+)"/g)) {
      if (!address.startsWith('/docs/api') && !address.startsWith('#')) continue;
      const [path = '', hash] = address.split('#');
      const target = path === '' ? name : path.replace(/^\/docs\/api\/?/, '');
      assert.ok(pages.has(target), `${name}: ${address}`);
      if (hash !== undefined) assert.ok(ids.get(target)?.has(hash), `${name}: ${address}`);
    }
});

test('no page has a script or a style of its own, and none is larger than a megabyte', () => {
  for (const [name, page] of pages) {
    assert.doesNotMatch(page, /<style|<script>| style=| on\w+=|javascript:/, name);
    assert.ok(page.length < 1024 * 1024, `${name}: ${page.length}`);
  }
});

test('what the contract says is text, whatever it says', () => {
  const hostile = '<img src=x onerror=alert(1)> `</code><b>` "\'&';
  const operation = document.tags[0]?.operations[0];
  assert.ok(operation);
  const changed = {
    ...document,
    tags: [
      {
        name: hostile,
        slug: 'hostile',
        operations: [{ ...operation, summary: hostile, description: hostile, path: `/${hostile}` }],
      },
    ],
  };
  const page = writePage('hostile', changed, files);
  assert.doesNotMatch(page, /<img|<b>`|<\/code><b>/);
  assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'));
});

test('the pages are served to anybody, under a policy without eval and inline code', async () => {
  for (const path of ['', '/folders', '/schemas', '/schemas/Folder', '/']) {
    const answer = await ask(path);
    assert.equal(answer.statusCode, 200, path);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.match(policy, /frame-ancestors 'none'/);
  }
});

test('a page is sent compressed to clients that take it', async () => {
  const [plain, packed] = [await ask('/reports'), await ask('/reports', { 'accept-encoding': 'gzip, br' })];
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
  assert.ok(packed.rawPayload.length < plain.rawPayload.length / 5);
});

test('the style and the script have addresses that change with them', async () => {
  const page = (await ask('')).body;
  for (const [, address = ''] of page.matchAll(/"(\/docs\/api\/assets\/[^"]+)"/g)) {
    const answer = await testApp.app.inject({ method: 'GET', url: address });
    assert.equal(answer.statusCode, 200, address);
    assert.match(String(answer.headers['cache-control']), /immutable/);
  }
});

test('the search knows every operation by its address', async () => {
  const entries = (await ask('/search.json')).json() as { address: string; detail: string }[];
  for (const [id, { path }] of Object.entries(operations))
    assert.ok(
      entries.some(({ address, detail }) => address.endsWith(`#${id}`) && detail === path),
      id,
    );
});

test('a page that is not there is not found', async () => {
  for (const path of ['/nothing', '/schemas/Nothing', '/schemas/constructor', '/__proto__', '/assets/x.js'])
    assert.equal((await ask(path)).json().code, 'not_found', path);
});

test('a brand has pages in its own names', () => {
  const brand = serverBrands.cube;
  const branded = readReference(buildOpenApi({ version: '1.2.3', brand }), brand);
  for (const name of pageNames(branded)) {
    const [found] = /svcNetworkConnect|svcApiToken/.exec(writePage(name, branded, files)) ?? [];
    assert.equal(found, undefined, name);
  }
});

test('each refusal is told with its message', () => {
  const page = pages.get('folders') ?? '';
  assert.ok(page.includes(`Folders nest at most {max} levels deep`));
  assert.equal(errors.folder_too_deep.status, 400);
});
