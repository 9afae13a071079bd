import { readColor } from '@oriel/dashboard/colors';
import { deriveLook } from '@oriel/dashboard/account-look';
import type { AppTheme } from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { takeFonts } from '../../test/hosts/font-host.ts';

/** The pages of the surfaces: who may frame them, and what they may do. */
let world: TestApp;
before(async () => {
  world = await createTestApp({ checkFonts: takeFonts });
});
after(() => world.close());

const ORIGIN = 'https://app.example.com';
const surfaces = [
  ['/embed/dashboard/abc123', 'session'],
  ['/embed/d/1/app', 'session'],
  ['/embed/d/1/app/workbook/7', 'session'],
  ['/embed/chat', 'sessionId'],
] as const;

const open = async (url: string) => {
  const answer = await world.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  assert.equal(answer.statusCode, 200, url);
  const directives = String(answer.headers['content-security-policy']).split('; ');
  return {
    ...answer,
    sources: (name: string) =>
      directives.find((directive) => directive.startsWith(`${name} `))?.slice(name.length + 1),
  };
};
const allow = async (origins: string[]) => {
  const path = '/api/v1/embed/allowed-origins';
  const answer = await world.call({ method: 'PUT', path, body: { origins } });
  assert.equal(answer.statusCode, 200, answer.body);
};

test('where no origin is allowed, any page frames a surface with a session, and none one without', async () => {
  await allow([]);
  for (const [path, parameter] of surfaces) {
    assert.equal((await open(`${path}?${parameter}=abc`)).sources('frame-ancestors'), '*', path);
    assert.equal((await open(path)).sources('frame-ancestors'), "'none'", path);
  }
});

test('a surface does not take the session of another for its own', async () => {
  await allow([]);
  assert.equal((await open('/embed/chat?session=abc')).sources('frame-ancestors'), "'none'");
  assert.equal((await open('/embed/d/1/app?sessionId=abc')).sources('frame-ancestors'), "'none'");
});

test('allowed origins frame every surface, and no other page does', async () => {
  await allow([ORIGIN]);
  for (const [path, parameter] of surfaces)
    for (const url of [path, `${path}?${parameter}=abc`])
      assert.equal((await open(url)).sources('frame-ancestors'), ORIGIN, url);
  await allow([]);
});

test('a surface runs its own scripts alone, is kept nowhere and tells no other site its address', async () => {
  for (const [path] of surfaces) {
    const { headers, sources } = await open(path);
    assert.equal(sources('script-src'), "'self'", path);
    assert.doesNotMatch(String(sources('style-src')), /unsafe/, path);
    assert.equal(headers['cache-control'], 'no-store', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
  }
});

test('a page with styles of its libraries gets another nonce each time', async () => {
  const nonceOf = ({ body, sources }: Awaited<ReturnType<typeof open>>) => {
    const [, nonce] = /"styleNonce":"([^"]+)"/.exec(body) ?? [];
    assert.ok(nonce !== undefined && sources('style-src')?.includes(`'nonce-${nonce}'`));
    return nonce;
  };
  assert.notEqual(nonceOf(await open('/embed/chat')), nonceOf(await open('/embed/chat')));
});

const configure = async (body: object) => {
  const answer = await world.call({ method: 'PUT', path: '/api/v1/app-config', body });
  assert.equal(answer.statusCode, 200, answer.body);
};
const sessionWith = async (settings: object) => {
  const body = { deploymentId: world.deploymentId, embedTenantName: 'acme', externalId: 'viewer', settings };
  const path = '/api/v1/embed/generate-session';
  return (await world.call({ method: 'POST', path, body })).json<{ sessionId: string }>().sessionId;
};
/** The language of a page, and what it says before its program has come. */
const loadingOf = async (url: string) => {
  const { body } = await open(url);
  return [/<html lang="([^"]*)"/.exec(body)?.[1], /role="status">([^<]*)</.exec(body)?.[1]];
};
const GERMAN = ['de-DE', 'Wird geladen …'];
const ENGLISH = ['en-US', 'Loading …'];

test('a page says that it is loading in the language of its address, else of its session, else of the account', async () => {
  const session = await sessionWith({ locale: 'ja' });
  for (const [path, parameter] of surfaces) {
    const url = `${path}?${parameter}=${session}`;
    assert.deepEqual(await loadingOf(`${url}&locale=de-AT`), GERMAN, path);
    assert.deepEqual(await loadingOf(url), ['ja-JP', '読み込み中 …'], path);
    assert.deepEqual(await loadingOf(path), ENGLISH, path);
  }
  await configure({ embedding: { locale: 'de-DE' } });
  for (const [path, parameter] of surfaces) {
    assert.deepEqual(await loadingOf(`${path}?${parameter}=unknown`), GERMAN, path);
    assert.deepEqual(await loadingOf(`${path}?${parameter}=${session}`), ['ja-JP', '読み込み中 …'], path);
    assert.deepEqual(await loadingOf(`${path}?locale=en-GB`), ENGLISH, path);
  }
  await configure({ embedding: { locale: null } });
});

test('what is no language leaves it in English, and nothing of it stands in the page', async () => {
  for (const hostile of ['"><script>x</script>', 'tlh', '\ud800', '\0', '$&', 'x'.repeat(10_000), 'de-DE"x'])
    for (const path of ['/embed/dashboard/abc123', '/embed/chat']) {
      const query = new URLSearchParams({ locale: hostile });
      assert.deepEqual(await loadingOf(`${path}?${query}`), ENGLISH, hostile.slice(0, 20));
    }
  assert.deepEqual(await loadingOf('/embed/chat?locale=de&locale=ja'), ENGLISH);
});

const side = { accentColor: '#008080', contrast: 50, logoUrl: '' };
const theme: AppTheme = {
  logoUrl: '',
  palette: {},
  light: { ...side, backgroundColor: '#fff4e0', foregroundColor: '#102030' },
  dark: { ...side, backgroundColor: '#101030', foregroundColor: '#f0f0ff' },
};

test('a dashboard and a chat are in the look of the account before their programs have come', async () => {
  const font = {
    id: 'hostile',
    format: 'woff2',
    url: 'https://fonts.example.com/a.woff2',
    family: '</style><script>',
  };
  const used = { fontRef: 'hostile', fontWeight: 400 };
  await configure({ appTheme: { ...theme, typography: { fonts: [font], body: used, heading: used } } });
  for (const path of ['/embed/dashboard/abc123', '/embed/chat']) {
    const { body, sources } = await open(path);
    for (const scheme of ['light', 'dark'] as const) {
      const { page, muted } = deriveLook(theme, scheme);
      assert.ok(readColor(page));
      assert.ok(body.includes(`{--account-page:${page};--account-muted:${muted}}`), `${path} ${scheme}`);
    }
    assert.doesNotMatch(body, /<\/style><script>/);
    const styles = [...body.matchAll(/<style>([^]*?)<\/style>/g)];
    assert.equal(styles.length, 2, path);
    for (const [, style = ''] of styles) {
      const hash = createHash('sha256').update(style).digest('base64');
      assert.ok(sources('style-src')?.includes(`'sha256-${hash}'`), path);
    }
    assert.doesNotMatch(String(sources('style-src')), /unsafe/);
  }
  await configure({ appTheme: null });
  assert.doesNotMatch((await open('/embed/dashboard/abc123')).body, /--account-page:/);
});

test('no style sheet holds back what a page says before its program has come', async () => {
  for (const [path] of surfaces) {
    const { body } = await open(path);
    const [status, sheet] = [body.indexOf('role="status"'), body.indexOf('rel="stylesheet"')];
    assert.ok(status > 0 && sheet > status, path);
  }
});

test('a page has the colour scheme that its address asks for before its program has come, and nothing else of it', async () => {
  for (const [path] of surfaces) {
    const schemeOf = async (asked: string) => {
      const { body } = await open(`${path}?${new URLSearchParams({ colorScheme: asked })}`);
      return /<html [^>]*>/.exec(body)?.[0];
    };
    assert.equal(await schemeOf('dark'), '<html data-scheme="dark" lang="en-US">', path);
    assert.equal(await schemeOf('light'), '<html data-scheme="light" lang="en-US">', path);
    for (const other of ['auto', '', 'DARK', 'dark"><script>', '\0', 'x'.repeat(10_000)])
      assert.equal(await schemeOf(other), '<html lang="en-US">', other.slice(0, 20));
  }
});
