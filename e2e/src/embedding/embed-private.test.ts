import { coded } from '@oriel/embed';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { openBrowser, openPage } from '../support/browsers/browser.ts';
import { ADMIN_EMAIL, adminPassword, fillSignIn } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { openEmbedded, type EmbeddedPage } from '../support/embedded-page.ts';

/** Dashboards without a session: seen by users of the account who are signed in, as themselves. */
let world: EmbedWorld;
/** A browser that gives a frame of another site no cookie at all. */
let strict: Browser;
let publicId: string;
/** Oriel on the site of the host page, and on another one: sites are compared without ports. */
let sameSite: string;
let otherSite: string;
before(async () => {
  world = await startEmbedWorld();
  strict = await openBrowser(['--test-third-party-cookie-phaseout']);
  const address = new URL(world.oriel.url);
  address.hostname = new URL(world.host.origin).hostname;
  sameSite = address.origin;
  address.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  otherSite = address.origin;
  await world.client.call('updateEmbedAllowedOrigins', { body: { origins: [world.host.origin] } });
  ({ publicId } = await world.publish(board));
  await world.client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: false } });
});
after(async () => {
  await strict.close();
  await world.close();
});

const board: Board = {
  reports: {
    all: { name: 'All', query: { measures: ['network.count'] }, kind: 'table' },
  },
  widgets: [{ id: 'all', type: 'CHART', config: { report: 'all' } }],
};
const LOCALES = 'en-US de-DE es-ES es-MX fr-FR it-IT ja-JP nb-NO pt-BR pt-PT sv-SE vi-VN'.split(' ');
/** The browser tells of every answer that refuses. */
const REFUSED = { expected: /40[13]/ };

const open = (browser: Browser, base: string): Promise<EmbeddedPage> =>
  openEmbedded(browser, world.host, `${base}/embed/dashboard/${publicId}`, {});
const signInButton = (frame: FrameLocator) => frame.getByRole('button', { name: 'Sign in' });

/** Presses the button of the frame. @returns the window that it opens */
async function openWindow({ page, frame }: Pick<EmbeddedPage, 'page' | 'frame'>): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), signInButton(frame).click()]);
  return opened;
}

async function signInBy(opened: Page): Promise<void> {
  const closed = opened.waitForEvent('close');
  await fillSignIn(opened, adminPassword(world.oriel));
  await closed;
}

/** Another tab of the same browser, signed in there or not, on the site that the frame is of. */
async function openTab({ page }: Pick<EmbeddedPage, 'page'>, path: string, base = otherSite): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(base + path);
  return tab;
}
const signOut = (tab: Page) =>
  tab.evaluate(async () => (await fetch('/api/v1/sign-out', { method: 'POST' })).status);

test('without any cookie in the frame a user signs in by a window, and goes on after the end of it without a reload', async () => {
  const embedded = await open(strict, otherSite);
  const { frame, events, nextEvent, send } = embedded;
  await frame.getByText('Sign in to see this page.').waitFor();
  assert.deepEqual(await events('ready'), []);
  const waited = performance.now();
  await signInBy(await openWindow(embedded));
  const signInMs = performance.now() - waited;
  const ready = await nextEvent('ready');
  assert.deepEqual([ready.payload?.['mode'], ready.payload?.['embedTenant']], ['private', null]);
  const loaded = await nextEvent('dashboard-loaded');
  // Loading began when the user had signed in.
  const sinceWindowMs = performance.now() - waited;
  assert.ok(
    Number(loaded.payload?.['loadDurationMs']) < sinceWindowMs - signInMs / 2,
    `${signInMs} ms of signing in`,
  );
  await frame.locator('tbody tr').first().waitFor();

  // The frame has no cookie, and keeps its token where nothing else reaches it.
  const html = frame.locator('html');
  const asItself = () => html.evaluate(async () => (await fetch('/api/v1/users/me')).status);
  assert.equal(await asItself(), 401);
  const kept = await html.evaluate(() => {
    try {
      return JSON.stringify([location.href, localStorage, sessionStorage]);
    } catch {
      return location.href; // a SecurityError is how the browser says that a frame of another site has no storage
    }
  });
  assert.doesNotMatch(kept, /eyJ/);

  const tab = await openTab(embedded, '/workspace');
  assert.ok((await signOut(tab)) < 300);
  await send('refresh');
  await nextEvent('session-expired');
  // One sentence says what to do: not the host's page, but the sign-in goes on.
  await frame.getByText('Your sign-in has ended. Sign in again to go on.').waitFor();
  await frame.locator('[data-part=outage]').waitFor({ state: 'attached' });
  assert.equal(await frame.locator('[data-part=outage]').isVisible(), false);
  await frame.locator('[data-part=chart]').last().scrollIntoViewIfNeeded();
  await signInButton(frame).waitFor();
  await signInBy(await openWindow(embedded));
  await frame.locator('[data-part=outage]').waitFor({ state: 'detached' });
  await signInButton(frame).waitFor({ state: 'detached' });
  await frame.locator('[data-part=chart][aria-busy=false]').waitFor();
  assert.equal((await events('ready')).length, 1);
  assert.deepEqual(await events('error'), []);
  await embedded.close(REFUSED);
});

test('the window speaks the language of the frame that opens it, also where it refuses', async () => {
  const embedded = await openEmbedded(
    strict,
    world.host,
    `${otherSite}/embed/dashboard/${publicId}?locale=ja-JP`,
    {},
  );
  const { frame, page, nextEvent } = embedded;
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('button', { name: 'サインイン' }).click(),
  ]);
  await opened.locator('html[lang=ja-JP]').waitFor({ state: 'attached' });
  await opened.getByRole('heading', { name: 'サインイン' }).waitFor();
  await opened.getByLabel('メールアドレス').fill(ADMIN_EMAIL);
  const password = opened.getByLabel('パスワード', { exact: true });
  await password.fill('wrong');
  await password.press('Enter');
  await opened.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
  const closed = opened.waitForEvent('close');
  await password.fill(adminPassword(world.oriel));
  await password.press('Enter');
  await closed;
  await nextEvent('dashboard-loaded');
  await embedded.close(REFUSED);
});

test('before the sign-in a frame and its window have the language and the scheme of the page around them', async () => {
  const embedded = await openEmbedded(
    strict,
    world.host,
    `${otherSite}/embed/dashboard/${publicId}?colorScheme=dark`,
    {},
  );
  const { frame, page, send, events } = embedded;
  const html = frame.locator('html');
  const look = () =>
    html.evaluate((element) => [
      element.dataset['scheme'],
      element.getAttribute('lang'),
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(element).getPropertyValue('--host-accent'),
    ]);
  const signIn = signInButton(frame);
  await signIn.waitFor();
  const [scheme, lang, dark] = await look();
  assert.deepEqual([scheme, lang], ['dark', 'en-US']);
  await send('set-color-scheme', { scheme: 'light' });
  await frame.locator('html[data-scheme=light]').waitFor();
  assert.notEqual((await look())[2], dark);
  // What cannot be used changes nothing, and is told with the rest once the surface is ready.
  await send('set-locale', { locale: 'tlh' });
  await send('set-theme', { primaryColor: '#b5489a' });
  await send('set-color-scheme', { scheme: 'dark' });
  await signIn.focus();
  await send('set-locale', { locale: 'de-AT' });
  const anmelden = frame.getByRole('button', { name: 'Anmelden' });
  await anmelden.waitFor();
  assert.equal(await anmelden.evaluate((element) => document.activeElement === element), true);
  assert.deepEqual(await look(), ['dark', 'de-DE', dark, '#b5489a']);
  await frame.getByText('Melden Sie sich an').waitFor();
  assert.deepEqual(await events('error'), []);

  const [opened] = await Promise.all([page.waitForEvent('popup'), anmelden.click()]);
  await opened.locator('html[lang=de-DE][data-mantine-color-scheme=dark]').waitFor();
  await opened.waitForURL(/\/sign-in\?from=/);
  assert.equal(await opened.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
  const closed = opened.waitForEvent('close');
  await opened.getByLabel('E-Mail-Adresse').fill(ADMIN_EMAIL);
  await opened.getByLabel('Passwort', { exact: true }).fill(adminPassword(world.oriel));
  await opened.getByLabel('Passwort', { exact: true }).press('Enter');
  await closed;
  await embedded.nextEvent('dashboard-loaded');
  assert.deepEqual(await look(), ['dark', 'de-DE', dark, '#b5489a']);
  const { payload } = await embedded.nextEvent('error');
  assert.match(String(payload?.['message']), /tlh/);
  await embedded.close(REFUSED);
});

test('it speaks every language that there is, and English where it is told another', async () => {
  const { page } = await openPage(strict);
  for (const locale of LOCALES) {
    await page.goto(`${otherSite}/embed/sign-in?challenge=${'A'.repeat(43)}&locale=${locale}`);
    await page.waitForURL(/\/sign-in\?from=/);
    await page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' });
    const text = await page.locator('form').innerText();
    assert.equal(/Sign in|Forgot|E-mail$/m.test(text), locale === 'en-US', text);
  }
  await page.goto(`${otherSite}/embed/sign-in?challenge=${'A'.repeat(43)}&locale=../x`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().close();
});

test('who is signed in already is handed on at once', async () => {
  const embedded = await open(strict, otherSite);
  const tab = await openTab(embedded, '/sign-in');
  await fillSignIn(tab, adminPassword(world.oriel));
  await tab.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  const opened = await openWindow(embedded);
  await opened.waitForEvent('close').catch(() => undefined);
  await embedded.nextEvent('dashboard-loaded');
  await embedded.close(REFUSED);
});

test('a window that is closed, or that the browser blocks, leaves the button where it is', async () => {
  const embedded = await open(strict, otherSite);
  const { frame, nextEvent } = embedded;
  await (await openWindow(embedded)).close();
  const html = frame.locator('html');
  await signInButton(frame).waitFor();
  await html.evaluate(() => {
    Object.assign(window, { realOpen: window.open });
    window.open = () => null;
  });
  const blocked = frame.getByText('The browser has blocked the window of the sign-in.');
  // Until the window before is known to be closed, the button waits.
  while (!(await blocked.isVisible())) await signInButton(frame).click();
  await html.evaluate(() => {
    window.open = (window as unknown as { realOpen: typeof window.open }).realOpen;
  });
  await signInBy(await openWindow(embedded));
  await nextEvent('dashboard-loaded');
  await embedded.close(REFUSED);
});

test('while the window is open the frame says so, and its button brings the window to the front', async () => {
  const embedded = await open(strict, otherSite);
  const { frame } = embedded;
  const opened = await openWindow(embedded);
  await opened.locator('input[name=email]').waitFor();
  await frame.getByText('Go on in the window that has opened.').waitFor();
  await opened.evaluate(() => {
    window.focus = () => {
      document.title = 'In front';
    };
  });
  await signInButton(frame).click();
  await opened.waitForFunction(() => document.title === 'In front');
  assert.equal(embedded.page.context().pages().length, 2);
  await opened.close();
  await frame.getByText('Go on in the window that has opened.').waitFor({ state: 'detached' });
  await embedded.close(REFUSED);
});

test('a phone hides the page while its window is open, and the sign-in reaches it all the same', async () => {
  const embedded = await open(strict, otherSite);
  const opened = await openWindow(embedded);
  await opened.locator('input[name=email]').waitFor();
  const seeAgain = () => document.dispatchEvent(new Event('visibilitychange'));
  await embedded.frame.locator('html').evaluate(seeAgain);
  await embedded.page.route('**/embed/sign-in/token', async (route) => {
    await embedded.frame.locator('html').evaluate(seeAgain);
    await route.continue();
  });
  await signInBy(opened);
  await embedded.nextEvent('dashboard-loaded');
  await embedded.close(REFUSED);
});

test('what the window hands over and cannot be exchanged is told, and the next try is taken', async () => {
  const embedded = await open(strict, otherSite);
  const { frame } = embedded;
  await signInButton(frame).waitFor();
  await frame.locator('html').evaluate(() => {
    const { fetch } = window;
    // The first exchange meets a proxy's page of an error.
    window.fetch = (input, init) => {
      if (!String(input).endsWith('/embed/sign-in/token')) return fetch(input, init);
      window.fetch = fetch;
      return Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    };
  });
  await signInBy(await openWindow(embedded));
  await frame.getByText('The sign-in has not reached this page. Try again.').waitFor();
  // The user is signed in there, so the next window closes by itself, maybe before the test hears of it.
  await signInButton(frame).click();
  await embedded.nextEvent('dashboard-loaded');
  await embedded.close(REFUSED);
});

test('the view in a window of its own keeps the controls, the language and the scheme', async () => {
  const address = `${otherSite}/embed/dashboard/${publicId}?timezone=Asia/Tokyo&session=`;
  const embedded = await openEmbedded(strict, world.host, address, {});
  const { frame, send } = embedded;
  await signInButton(frame).waitFor();
  await send('set-color-scheme', { scheme: 'dark' });
  await send('set-locale', { locale: 'ja-JP' });
  const link = frame.getByRole('link', { name: '別のウィンドウで開く' });
  await link.waitFor();
  assert.equal(
    await link.getAttribute('href'),
    `/embed/dashboard/${publicId}?timezone=Asia%2FTokyo&locale=ja-JP&colorScheme=dark`,
  );
  const [own] = await Promise.all([embedded.page.context().waitForEvent('page'), link.click()]);
  await own.locator('html[lang=ja-JP][data-scheme=dark]').waitFor();
  await embedded.close(REFUSED);
});

test('the chat of a user who has signed in by a window answers', async () => {
  const embedded = await openEmbedded(strict, world.host, `${otherSite}/embed/chat`, {});
  const { frame, nextEvent, events } = embedded;
  await signInBy(await openWindow(embedded));
  await nextEvent('ready');
  await frame.getByRole('textbox').fill('Busiest routes');
  await frame.getByRole('textbox').press('Enter');
  const { payload } = await nextEvent('ai-query', 2);
  assert.equal(payload?.['status'], 'completed');
  assert.deepEqual(await events('error'), []);
  await embedded.close(REFUSED);
});

test('a window that another page has opened hands on nothing', async () => {
  const { page, problems } = await openPage(strict);
  await page.goto(`${otherSite}/sign-in`);
  await fillSignIn(page, adminPassword(world.oriel));
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  const codes: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/embed/sign-in/code')) codes.push(request.url());
  });
  const address = `${otherSite}/embed/sign-in?challenge=${'A'.repeat(43)}`;
  // Of another site, of this server but no surface, and of nobody.
  for (const opener of [`${world.host.origin}/blank`, `${otherSite}/embed/sdk.js`, undefined]) {
    const from = await page.context().newPage();
    if (opener !== undefined) await from.goto(opener);
    const [opened] =
      opener === undefined
        ? [(await from.goto(address), from)]
        : await Promise.all([
            from.waitForEvent('popup'),
            from.evaluate((url) => void window.open(url), address),
          ]);
    await opened.getByText('No view has asked for a sign-in').waitFor();
    await from.close();
  }
  assert.deepEqual(codes, []);
  problems.length = 0;
  await page.context().close();
});

test('on the site of the host page the sign-in of the browser is enough, until it ends', async () => {
  const embedded = await open(world.browser, sameSite);
  const { frame, events, nextEvent, send } = embedded;
  await frame.getByText('Sign in to see this page.').waitFor();
  const tab = await openTab(embedded, '/sign-in', sameSite);
  await fillSignIn(tab, adminPassword(world.oriel));
  await tab.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  // The frame looks again by itself where the browser tells it that it is seen once more.
  await Promise.any([frame.getByRole('button', { name: 'Try again' }).click(), nextEvent('ready')]);
  await nextEvent('dashboard-loaded');
  assert.deepEqual(await events('error'), []);
  assert.ok((await signOut(tab)) < 300);
  await send('refresh');
  await nextEvent('session-expired');
  await signInButton(frame).waitFor();
  await embedded.close(REFUSED);
});

test('the application is for sessions alone: without one it says so, and offers no sign-in', async () => {
  const address = `${sameSite}/embed/d/1/app/workspace?locale=de-DE&session=`;
  const embedded = await openEmbedded(world.browser, world.host, address, {});
  const { page, frame, events, nextEvent } = embedded;
  const says = async () => {
    const { payload } = await nextEvent('error');
    const message =
      'Diese Seite braucht eine Sitzung der Website, die sie anzeigt. Öffnen Sie sie von dort aus.';
    const code = coded('session_required');
    assert.deepEqual(payload, { message, name: 'SessionError', context: 'session', fatal: true, ...code });
    assert.equal(await frame.locator('body').innerText(), message);
    assert.equal(await frame.locator('button, a').count(), 0);
    assert.deepEqual(await events('ready'), []);
  };
  await says();
  // A user of the account who is signed in is no tenant of the host either.
  const tab = await openTab(embedded, '/sign-in', sameSite);
  await fillSignIn(tab, adminPassword(world.oriel));
  await tab.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  await page.reload();
  await says();
  await embedded.close(REFUSED);
});

test('no page frames the sign-in, and none a private surface where no origin is allowed', async () => {
  const policyOf = async (path: string) =>
    String(
      (await fetch(otherSite + path, { headers: { accept: 'text/html' } })).headers.get(
        'content-security-policy',
      ),
    );
  assert.match(await policyOf('/embed/sign-in'), /frame-ancestors 'none'/);
  assert.ok(
    (await policyOf(`/embed/dashboard/${publicId}`)).endsWith(`frame-ancestors ${world.host.origin}`) ||
      (await policyOf(`/embed/dashboard/${publicId}`)).includes(`frame-ancestors ${world.host.origin};`),
  );
  await world.client.call('updateEmbedAllowedOrigins', { body: { origins: [] } });
  for (const query of ['', '?session=', '?session'])
    assert.match(await policyOf(`/embed/dashboard/${publicId}${query}`), /frame-ancestors 'none'/, query);
  await world.client.call('updateEmbedAllowedOrigins', { body: { origins: [world.host.origin] } });
});
