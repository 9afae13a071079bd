import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openEmbedded, type EmbeddedPage, type EmbeddedPageOptions } from '../support/embedded-page.ts';
import { publishBoard } from '../support/board.ts';
import { startHostPage, type HostPage } from '../support/hosts/host-page.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { FLIGHTS } from '../support/small-data.ts';

/**
 * The life of a session in the application and in the chat: its end is told, and another one goes on without a reload.
 */
let installation: Installation;
let host: HostPage;
before(async () => {
  installation = await startInstallation({ flights: FLIGHTS });
  host = await startHostPage();
});
after(async () => {
  await host.close();
  await installation.close();
});

/** What a host page uses of the SDK that the server hands out. */
interface Sdk {
  connectEmbed(
    frame: HTMLIFrameElement,
    options: {
      origin: string;
      loaded: boolean;
      autoRenewSession(): Promise<string>;
      onProblem(problem: string): void;
    },
  ): { refresh(): void };
}

type Kind = 'app' | 'chat';
const KINDS = ['app', 'chat'] as const;
const APP = '/embed/d/1/app';
const HOUR_MS = 60 * 60 * 1000;
/** The browser tells of every answer that refuses. */
const REFUSED = { expected: /40[13]/ };

/** What the session of the application has besides. */
const creator = {
  creatorMode: true,
  userAttributeDefinitions: [{ name: 'states', type: 'string_array' as const }],
  userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
};

async function newSession(kind: Kind, fields: Record<string, unknown> = {}): Promise<string> {
  const body = {
    deploymentId: 1,
    externalId: 'dana',
    embedTenantName: 'skyline-travel',
    ...(kind === 'app' && creator),
    ...fields,
  };
  return (await installation.client.call('generateSession', { body })).sessionId;
}

interface Opened extends EmbeddedPage {
  sessionId: string;
}

async function open(
  kind: Kind,
  {
    path = '',
    parameters = '',
    ...options
  }: EmbeddedPageOptions & { path?: string; parameters?: string } = {},
): Promise<Opened> {
  const sessionId = await newSession(kind);
  const place = kind === 'app' ? `${APP}${path}?session=` : '/embed/chat?sessionId=';
  const address = `${installation.oriel.url}${place}${sessionId}${parameters}`;
  const embedded = await openEmbedded(installation.browser, host, address, options);
  await embedded.nextEvent('view');
  return { ...embedded, sessionId };
}

/** The id of a workbook of the demo that its embed tenants see. */
async function sharedWorkbook(): Promise<number> {
  const { items } = await installation.client.call('getWorkbooks', {
    params: { deploymentId: 1 },
    query: {},
  });
  return items.find(({ name }) => name === 'Punctuality')?.id ?? 0;
}

const revoke = (sessionId: string) => installation.client.call('revokeEmbedSession', { body: { sessionId } });
const accentOf = ({ frame }: EmbeddedPage) =>
  frame.locator('html').evaluate((html) => html.style.getPropertyValue('--host-accent'));
const isLang = ({ frame }: EmbeddedPage, lang: string) =>
  frame.locator(`html[lang=${lang}]`).waitFor({ state: 'attached' });

for (const kind of KINDS) {
  test(`${kind}: the host is warned before the end, told of it, and sends another session`, async () => {
    const embedded = await open(kind, { prepare: (page) => void page.clock.install() });
    const { page, nextEvent, events, send, close } = embedded;
    await page.clock.fastForward(23 * HOUR_MS - 4 * 60 * 1000);
    const { payload, surface } = await nextEvent('session-expiring');
    const seconds = Number(payload?.['expiresInSeconds']);
    assert.ok(seconds > 120 && seconds <= 240, String(seconds));
    assert.equal(surface, kind);
    await page.clock.fastForward(5 * 60 * 1000);
    await nextEvent('session-expired');
    const sessionId = await newSession(kind);
    // Listened for before it is caused: what a refresh asks beside it depends on what the surface shows.
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith('/embed/session/token') && answer.ok(),
    );
    await send('set-session', { sessionId });
    await answered;
    await send('refresh');
    assert.equal((await events('ready')).length, 1);
    assert.deepEqual(await events('error'), []);
    await close();
  });

  test(`${kind}: another session brings its own language and theme, and what the host has set stays`, async () => {
    const embedded = await open(kind);
    const { send, events, close } = embedded;
    const one = { settings: { locale: 'ja-JP' }, embedTheme: { primaryColor: '#aa0011' } };
    await send('set-session', { sessionId: await newSession(kind, one) });
    await isLang(embedded, 'ja-JP');
    assert.equal(await accentOf(embedded), '#aa0011');
    // Without a theme, that of the session before does not stay.
    await send('set-session', { sessionId: await newSession(kind, { settings: { locale: 'es' } }) });
    await isLang(embedded, 'es-ES');
    assert.equal(await accentOf(embedded), '');
    await send('set-locale', { locale: 'de' });
    await send('set-theme', { primaryColor: '#0011aa' });
    await isLang(embedded, 'de-DE');
    const answered = embedded.page.waitForResponse('**/embed/session/token');
    await send('set-session', { sessionId: await newSession(kind, one) });
    await answered;
    await send('set-color-scheme', { scheme: 'dark' });
    await embedded.frame.locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
    await isLang(embedded, 'de-DE');
    assert.equal(await accentOf(embedded), '#0011aa');
    assert.deepEqual(await events('error'), []);
    await close();
  });

  test(`${kind}: a frame that is loaded again goes on with its session, as often as it likes`, async () => {
    const embedded = await open(kind, { parameters: '&locale=ja' });
    const { frame, nextEvent, events, send, close } = embedded;
    if (kind === 'app') {
      // The host did not load this page: the application has led to it.
      await send('navigate', { path: `${APP}/dashboards/${await sharedWorkbook()}` });
      await nextEvent('view', 2);
    }
    const views = (await events('view')).length;
    const path = (await events('view')).at(-1)?.payload?.['path'];
    for (const time of [2, 3]) {
      await frame.locator('html').evaluate(() => location.reload());
      await nextEvent('ready', time);
      const view = await nextEvent('view', views + time - 1);
      assert.equal(view.payload?.['path'], path);
    }
    await isLang(embedded, 'ja-JP');
    const left = await frame.locator('html').evaluate(() => JSON.stringify([location.href, history.state]));
    assert.doesNotMatch(left, /eyJ/, 'a page that is shown has its token in memory alone');
    assert.deepEqual(await events('error'), []);
    await close();
  });
}

/** What the viewer reads above a surface with a session that is over. */
const notice = ({ frame }: EmbeddedPage) =>
  frame.getByRole('alert').filter({ hasText: 'This view has expired. Reload the page that you came from.' });

test('app and chat: who asks for something after the end reads why nothing comes, until the host sends another session', async () => {
  for (const kind of KINDS) {
    const embedded = await open(kind, { prepare: (page) => void page.clock.install() });
    const { page, frame, nextEvent, send, close } = embedded;
    await page.clock.fastForward(23 * HOUR_MS);
    await nextEvent('session-expired');
    // What is shown goes on to be read.
    assert.equal(await notice(embedded).count(), 0);
    await send('refresh');
    if (kind === 'chat') {
      await frame.getByRole('textbox').fill('How many flights are there?');
      await frame.getByRole('textbox').press('Enter');
    }
    while ((await notice(embedded).count()) === 0) await page.clock.runFor(500);
    await send('set-locale', { locale: 'de' });
    await frame.getByRole('alert').filter({ hasText: 'abgelaufen' }).waitFor();
    const heights = await frame.locator('html').evaluate((html) => [html.scrollHeight, innerHeight] as const);
    if (kind === 'chat') assert.equal(heights[0], heights[1], 'the notice pushes the field out of the frame');
    await send('set-session', { sessionId: await newSession(kind) });
    await frame.getByRole('alert').waitFor({ state: 'detached' });
    await close();
  }
});

test('app: what the viewer does while the session is over waits for the next one', async () => {
  const { frame, sessionId, nextEvent, events, send, close } = await open('app');
  await frame.locator('html').evaluate((html) => html.setAttribute('data-mark', 'first'));
  await frame.getByRole('button', { name: 'New folder' }).click();
  await frame.getByRole('textbox', { name: 'Name' }).fill('Plans of dana');
  await revoke(sessionId);
  await frame.getByRole('button', { name: 'Create' }).click();
  await nextEvent('session-expired');
  await send('set-session', { sessionId: await newSession('app') });
  await frame.getByRole('listitem').filter({ hasText: 'Plans of dana' }).waitFor();
  assert.equal(await frame.locator('html[data-mark=first]').count(), 1);
  assert.equal((await events('ready')).length, 1);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('app: an editor that is opened after the end of the session, and what is chosen in it, wait for the next one', async () => {
  const { page, frame, sessionId, nextEvent, events, send, close } = await open('app');
  await frame.getByRole('button', { name: 'New workbook' }).click();
  await frame.getByRole('textbox', { name: 'Name' }).fill('Notes of dana');
  await page.keyboard.press('Enter');
  const member = (name: string) => frame.locator(`[data-member="network.${name}"]`).first();
  const newReport = frame.getByLabel('New report');
  await newReport.waitFor();
  await revoke(sessionId);
  await newReport.click();
  await nextEvent('session-expired');
  const told = frame.getByRole('alert').filter({ hasText: 'This view has expired.' });
  await told.waitFor();
  const second = await newSession('app');
  await send('set-session', { sessionId: second });
  await member('origin').click();
  await member('late_flights').click();
  assert.equal(await told.count(), 0);
  await frame.getByRole('button', { name: 'Table' }).click();
  await frame.locator('tbody td').first().waitFor();
  // What is chosen after the end waits as well.
  await revoke(second);
  await member('destination').click();
  await nextEvent('session-expired', 2);
  await told.waitFor();
  await send('set-session', { sessionId: await newSession('app') });
  await frame.getByRole('columnheader', { name: 'Destination' }).waitFor();
  assert.equal(await told.count(), 0);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('chat: a question that meets the end of the session is answered with the next one', async () => {
  const { frame, sessionId, nextEvent, events, send, close } = await open('chat');
  await frame.getByRole('textbox').fill('How many flights are there?');
  await revoke(sessionId);
  await frame.getByRole('textbox').press('Enter');
  await nextEvent('session-expired');
  await send('set-session', { sessionId: await newSession('chat') });
  const ended = await nextEvent('ai-query', 2);
  assert.equal(ended.payload?.['status'], 'completed');
  assert.equal((await events('ready')).length, 1);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('app: theme, zone and refresh reach the rooms of the console', async () => {
  const embedded = await open('app', { path: `/dashboards/${await sharedWorkbook()}` });
  const { page, frame, send, events, close } = embedded;
  await frame.getByText('Airports at a glance').waitFor();
  const inTokyo = page.waitForRequest((request) => request.postData()?.includes('Asia/Tokyo') === true);
  await send('set-timezone', { timezone: 'Asia/Tokyo' });
  await inTokyo;
  const again = page.waitForRequest((request) => request.postData()?.includes('Asia/Tokyo') === true);
  await send('refresh');
  await again;
  await send('set-theme', { primaryColor: '#123456', font: 'Georgia' });
  await frame.locator('html').evaluate(
    (html) =>
      new Promise<void>((resolve) => {
        const look = () =>
          html.style.getPropertyValue('--host-accent') === '#123456'
            ? resolve()
            : requestAnimationFrame(look);
        look();
      }),
  );
  assert.deepEqual(await events('error'), []);
  await close();
});

test('a connection that renews sessions asks the host once for each end, and again after a failure', async () => {
  const { page, sessionId, nextEvent, events, close } = await open('app');
  const given: string[] = [];
  let failures = 1;
  await page.exposeFunction('newSession', async () => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('the back end is away');
    }
    given.push(await newSession('app'));
    return given.at(-1);
  });
  await page.evaluate(async (origin) => {
    const sdk = (await import(`${origin}/embed/sdk.js`)) as Sdk;
    const frame = document.querySelector('iframe');
    if (!frame) return;
    const own = window as unknown as { newSession(): Promise<string>; problems: string[]; refresh(): void };
    own.problems = [];
    const connection = sdk.connectEmbed(frame, {
      origin,
      loaded: true,
      autoRenewSession: () => own.newSession(),
      onProblem: (problem) => own.problems.push(problem),
    });
    own.refresh = () => connection.refresh();
  }, installation.oriel.url);
  for (const ends of [1, 2]) {
    await revoke(given.at(-1) ?? sessionId);
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/api/v1/') && answer.status() === 200,
    );
    await page.evaluate(() => (window as unknown as { refresh(): void }).refresh());
    await nextEvent('session-expired', ends);
    await nextEvent('action-result', ends);
    await answered;
    assert.equal(given.length, ends);
  }
  const problems = await page.evaluate(() => (window as unknown as { problems: string[] }).problems);
  assert.deepEqual(problems, ['The session was not renewed: the back end is away']);
  assert.equal((await events('ready')).length, 1);
  await close(REFUSED);
});

// The dashboard is another one from here on.
test('app: a drill after the end of the session says so in its dialog, and its rows come with the next one', async () => {
  const workbookId = await sharedWorkbook();
  const query = { measures: ['network.count'], dimensions: ['network.origin'] };
  await publishBoard(
    installation.client,
    { deploymentId: 1, workbookId },
    {
      title: 'Origins',
      reports: { origins: { name: 'Origins', query, kind: 'table' } },
      widgets: [{ id: 'origins', type: 'CHART', config: { report: 'origins' } }],
    },
  );
  const { frame, sessionId, nextEvent, events, send, close } = await open('app', {
    path: `/dashboards/${workbookId}`,
  });
  const number = frame.locator('tbody').getByRole('button').first();
  await number.waitFor();
  await revoke(sessionId);
  await number.click();
  const told = frame.getByRole('alert').filter({ hasText: 'This view has expired.' });
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await nextEvent('session-expired');
  await dialog.getByRole('alert').filter({ hasText: 'This view has expired.' }).waitFor();
  // Where the dialog goes, the page says it.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await told.waitFor();
  await number.click();
  await dialog.getByRole('alert').filter({ hasText: 'This view has expired.' }).waitFor();
  assert.equal(await told.count(), 1);
  await send('set-session', { sessionId: await newSession('app') });
  await dialog.getByRole('columnheader', { name: 'Departure' }).waitFor();
  assert.equal(await told.count(), 0);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});
