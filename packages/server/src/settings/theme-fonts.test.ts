import type { AppConfigResponse, AppTheme, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { toBlockList } from '@oriel/engine/address-list';
import { createTestApp, type TestApp } from '../test/index.ts';
import { fontBytes, startFontHost, type FontHost } from '../test/hosts/font-host.ts';
import { MAX_FONT_BYTES } from './theme-fonts.ts';

const CONFIG = '/api/v1/app-config';
const HOSTILE = 'Sans";} body { display: none } </style><script>alert(1)</script>';
const sheet = `
  @import url(https://elsewhere.example/more.css);
  body { background: url(https://elsewhere.example/spy) }
  @font-face { font-family: 'Sans'; src: url(/latin.woff2) format('woff2'); font-weight: 100 900; font-style: normal; unicode-range: U+0000-00FF, U+4?? }
  @font-face { font-family: Sans; src: local(Sans), url("greek.woff2?a=\\\\"); font-weight: 1 2 x; unicode-range: everything }
  @font-face { font-family: Sans; src: url(http://plain.example/a.woff2) }
  @font-face { font-family: Other; src: url(/other.woff2) }`;

let world: TestApp;
let host: FontHost;
before(async () => {
  host = await startFontHost({
    '/inter.woff2': { body: fontBytes.woff2 },
    '/inter.woff': { body: fontBytes.woff },
    '/inter.ttf': { body: fontBytes.ttf },
    '/inter.otf': { body: fontBytes.otf },
    '/latin.woff2': { body: fontBytes.woff2 },
    '/page': { body: '<!doctype html><p>Not found' },
    '/empty': { body: '' },
    '/moved': { status: 302, location: 'http://127.0.0.1/secret' },
    '/huge.woff2': { body: Buffer.alloc(MAX_FONT_BYTES + 1, 'wOF2') },
    '/fonts.css': { body: sheet },
    '/broken.css': { body: '@font-face { font-family: Sans; src: url(/latin.woff2' },
    '/none.css': { body: 'p { color: red }' },
    '/page.css': { body: `@font-face { font-family: Sans; src: url(/page) }` },
    '/hostile.css': {
      body: `@font-face { font-family: ${JSON.stringify(HOSTILE)}; src: url(/latin.woff2) }`,
    },
  });
  world = await createTestApp({ outboundNetworks: toBlockList(['127.0.0.0/8']) });
});
beforeEach(async () => {
  await put({ appTheme: null });
  host.takeAsked();
});
after(async () => {
  await world.close();
  await host.close();
});

const side = {
  accentColor: 'red',
  backgroundColor: 'white',
  contrast: 50,
  foregroundColor: 'black',
  logoUrl: '',
};
const themeWith = (font: object): AppTheme => ({
  logoUrl: '',
  palette: {},
  light: side,
  dark: side,
  typography: {
    fonts: [{ id: 'a', family: 'Sans', format: 'woff2', url: host.at('/inter.woff2'), ...font }],
    body: { fontRef: 'a', fontWeight: 400 },
    heading: { fontRef: 'a', fontWeight: 700 },
  },
});
const put = (body: object) => world.call({ method: 'PUT', path: CONFIG, body });
const set = (font: object) => put({ appTheme: themeWith(font) });

async function refusalOf(font: object): Promise<string> {
  const answer = await set(font);
  assert.equal(answer.statusCode, 400, answer.body);
  const [issue] = (answer.json() as Problem).issues ?? [];
  assert.equal(issue?.path, 'appTheme.typography.fonts[0].url');
  return issue.message;
}

const get = (url: string, accept = 'text/html') =>
  world.app.inject({ method: 'GET', url, headers: { accept } });

test('a font is fetched when it is set, and again only when it is another', async () => {
  for (const format of ['woff2', 'woff', 'ttf', 'otf'] as const) {
    const url = host.at(`/inter.${format}`);
    assert.equal((await set({ format, url })).statusCode, 200, format);
    assert.deepEqual(host.takeAsked(), [`/inter.${format}`]);
    assert.equal((await set({ format, url, family: 'Renamed' })).statusCode, 200);
    assert.deepEqual(host.takeAsked(), []);
  }
});

test('what is no font of its format, is elsewhere or too large is refused with the reason', async () => {
  const at = (path: string) => ({ url: host.at(path) });
  assert.match(await refusalOf(at('/page')), /leads to no font of woff2/);
  assert.match(await refusalOf(at('/empty')), /leads to no font/);
  assert.match(await refusalOf({ ...at('/inter.woff2'), format: 'ttf' }), /leads to no font of ttf/);
  assert.match(await refusalOf(at('/away')), /status 404/);
  assert.match(await refusalOf(at('/moved')), /leads on to another address/);
  assert.match(await refusalOf(at('/huge.woff2')), /cannot be looked at/);
  assert.equal((await put({})).json<AppConfigResponse>().appTheme, null);
});

test('private hosts are not reached for a font unless the operator allows them', async () => {
  const strict = await createTestApp();
  try {
    for (const url of [
      'https://127.0.0.1/a.woff2',
      'https://169.254.169.254/a.woff2',
      'https://[::1]/a.woff2',
    ]) {
      const body = { appTheme: themeWith({ url }) };
      const answer = await strict.call({ method: 'PUT', path: CONFIG, body });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /ORIEL_OUTBOUND_PRIVATE_NETWORKS/);
    }
  } finally {
    await strict.close();
  }
});

test('of a stylesheet pages are given the font faces of the family, and nothing else', async () => {
  const answer = await set({ format: 'css', url: host.at('/fonts.css') });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(host.takeAsked(), ['/fonts.css', '/latin.woff2']);
  assert.equal('fontFaces' in answer.json<object>(), false);
  const { body, headers } = await get('/embed/fonts.css', 'text/css');
  assert.match(String(headers['content-type']), /^text\/css/);
  assert.deepEqual(body.trim().split('\n'), [
    `@font-face{font-family:"Sans";src:url("${host.at('/latin.woff2')}");font-display:swap;font-weight:100 900;font-style:normal;unicode-range:U+0000-00FF, U+4??}`,
    `@font-face{font-family:"Sans";src:url("${host.at('/greek.woff2?a=')}\\5c ");font-display:swap}`,
  ]);
  const policy = String((await get('/embed/chat')).headers['content-security-policy']);
  assert.match(policy, new RegExp(`font-src 'self' ${new URL(host.at('/')).origin};`));
  assert.doesNotMatch(policy, /elsewhere|plain/);
});

test('a stylesheet without the family, without a font or that is none is refused', async () => {
  const at = (path: string) => ({ format: 'css', url: host.at(path) });
  assert.match(
    await refusalOf({ ...at('/fonts.css'), family: 'Mono' }),
    /without the family Mono; it has Sans, Other/,
  );
  assert.match(await refusalOf(at('/none.css')), /it has none/);
  assert.match(await refusalOf(at('/broken.css')), /no stylesheet/);
  assert.match(await refusalOf(at('/page.css')), /leads to no font/);
  assert.match(await refusalOf(at('/inter.woff2')), /no stylesheet|it has none/);
});

test('a hostile name of a family stays a name', async () => {
  assert.equal((await set({ format: 'css', url: host.at('/hostile.css'), family: HOSTILE })).statusCode, 200);
  const { body } = await get('/embed/fonts.css', 'text/css');
  assert.doesNotMatch(body, /<|"}| body \{ display: none \} "/);
  assert.match(body, /^@font-face\{font-family:"Sans\\22 ;\} body/);
});

test('a theme without stylesheets, or none, leaves nothing in the sheet', async () => {
  await set({ format: 'css', url: host.at('/fonts.css') });
  await put({ chartPalettes: [] });
  assert.notEqual((await get('/embed/fonts.css', 'text/css')).body, '');
  await set({});
  assert.equal((await get('/embed/fonts.css', 'text/css')).body, '');
  await set({ format: 'css', url: host.at('/fonts.css') });
  await put({ appTheme: null });
  assert.equal((await get('/embed/fonts.css', 'text/css')).body, '');
});
