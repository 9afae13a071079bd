import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { ADMIN_EMAIL, adminPassword } from '../support/console.ts';
import { startAppWorld, type AppWorld } from '../support/embed-app.ts';
import { FLIGHTS } from '../support/small-data.ts';

/** Two administrators share a browser: what one leaves in it, the other never finds. */
let world: AppWorld;
let context: BrowserContext;
let page: Page;
let passwords: Record<string, string>;
const OTHER = 'grace@example.com';
const params = { deploymentId: 1 };
const SECRET = 'Layoffs in spring';

before(async () => {
  world = await startAppWorld({ flights: FLIGHTS });
  const { installation } = world;
  const password = 'correct horse battery staple';
  await installation.client.call('createUser', {
    body: { email: OTHER, username: OTHER, password, isAdmin: true },
  });
  passwords = { [ADMIN_EMAIL]: adminPassword(installation.oriel), [OTHER]: password };
});
after(() => world.close());
beforeEach(async () => {
  await context?.close();
  ({ page } = await openPage(world.installation.browser));
  context = page.context();
});

const signIn = async (on: Page, email: string) => {
  await on.locator('input[name=email]').fill(email);
  await on.locator('input[name=password]').fill(passwords[email] ?? '');
  await on.locator('button[type=submit]').click();
  await on.getByRole('button', { name: `Account of ${email}` }).waitFor({ state: 'attached' });
};
const signInForm = (on: Page) => on.locator('input[name=password]').waitFor();
const address = (path: string) => world.installation.oriel.url + path;

async function makeWorkbook(): Promise<number> {
  return (await world.client.call('createWorkbook', { params, body: { name: 'Plans' } })).id;
}

/** Leaves an unsaved report, an unsaved dashboard, preferences and a mark in the memory of the page. */
async function leaveTraces(workbookId: number): Promise<void> {
  await page.goto(address(`/workbook/${workbookId}`));
  await signIn(page, ADMIN_EMAIL);
  await page.evaluate(() => Object.assign(globalThis, { ofTheUser: true }));
  await page.getByRole('button', { name: 'Start an empty dashboard' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(SECRET);
  await page.getByText('Unsaved changes').waitFor();
  assert.match(JSON.stringify(await kept(page)), new RegExp(SECRET));
}

/** Everything that the browser keeps for the pages of the server. */
const kept = (on: Page) =>
  on.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: 'databases' in indexedDB ? (await indexedDB.databases()).map(({ name }) => name) : [],
    caches: await caches.keys(),
    cookies: document.cookie,
    name: window.name,
    memory: 'ofTheUser' in globalThis,
  }));
const NOTHING = { local: {}, session: {}, databases: [], caches: [], cookies: '', name: '', memory: false };

/** The other one opens what the first was at work on, and all that is there is what was saved. */
async function assertOtherFindsNothing(workbookId: number): Promise<void> {
  await signIn(page, OTHER);
  await page.goto(address(`/workbook/${workbookId}`));
  await page.getByRole('button', { name: 'Start an empty dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Start an empty dashboard' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
  assert.doesNotMatch(await page.content(), new RegExp(SECRET));
  assert.doesNotMatch(JSON.stringify(await kept(page)), new RegExp(SECRET));
}

async function signOut(on: Page): Promise<void> {
  await on.getByRole('button', { name: `Account of ${ADMIN_EMAIL}` }).click();
  await on.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('who signs out with unsaved work is asked, and then nothing of it is left for the next user', async () => {
  const workbookId = await makeWorkbook();
  await leaveTraces(workbookId);
  await signOut(page);
  const asked = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Unsaved changes').waitFor();
  await signOut(page);
  await asked.getByRole('button', { name: 'Sign out' }).click();
  await signInForm(page);
  assert.deepEqual(await kept(page), NOTHING);
  await assertOtherFindsNothing(workbookId);
});

test('the back button brings nothing back', async () => {
  const workbookId = await makeWorkbook();
  await leaveTraces(workbookId);
  await signOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await signInForm(page);
  await page.goBack();
  await signInForm(page);
  assert.doesNotMatch(await page.content(), new RegExp(SECRET));
  assert.deepEqual({ ...(await kept(page)), session: {} }, NOTHING);
});

test('when the session has ended, nothing is left for who signs in next', async () => {
  const workbookId = await makeWorkbook();
  await leaveTraces(workbookId);
  await withInstalledDatabase(world.installation.oriel.dataDir, (db) =>
    db.deleteFrom('consoleSessions').execute(),
  );
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await signInForm(page);
  assert.deepEqual(await kept(page), NOTHING);
  await assertOtherFindsNothing(workbookId);
});

test('a sign-out in another tab ends every tab, and so does another user', async () => {
  const workbookId = await makeWorkbook();
  await leaveTraces(workbookId);
  const tab = await context.newPage();
  await tab.goto(address('/workspace'));
  await signOut(tab);
  await signInForm(tab);
  await signInForm(page);
  assert.deepEqual(await kept(page), NOTHING);
  assert.deepEqual(await kept(tab), NOTHING);

  await signIn(page, ADMIN_EMAIL);
  await page.evaluate(() => Object.assign(globalThis, { ofTheUser: true }));
  await context.clearCookies();
  await tab.goto(address('/sign-in'));
  await signIn(tab, OTHER);
  await page.getByRole('button', { name: `Account of ${OTHER}` }).waitFor({ state: 'attached' });
  assert.equal((await kept(page)).memory, false);
});

test('a tab that waits at the sign-in leads on when a user signs in in another tab', async () => {
  const workbookId = await makeWorkbook();
  await page.goto(address(`/workbook/${workbookId}`));
  await signInForm(page);
  const tab = await context.newPage();
  await tab.goto(address('/sign-in'));
  await signIn(tab, OTHER);
  await page.getByRole('button', { name: `Account of ${OTHER}` }).waitFor({ state: 'attached' });
  assert.equal(new URL(page.url()).pathname, `/workbook/${workbookId}`);
  assert.equal(new URL(tab.url()).pathname, '/workspace');
});

test('a user with a cookie that another took over meanwhile keeps nothing on the page', async () => {
  const workbookId = await makeWorkbook();
  await leaveTraces(workbookId);
  // As a browser that tells other tabs nothing: the cookie alone is another one.
  const request = await context.request.post(address('/api/v1/sign-in'), {
    data: { email: OTHER, password: passwords[OTHER] },
    headers: { origin: world.installation.oriel.url },
  });
  assert.ok(request.ok(), await request.text());
  await page.reload();
  await page.getByRole('button', { name: `Account of ${OTHER}` }).waitFor({ state: 'attached' });
  assert.doesNotMatch(JSON.stringify(await kept(page)), new RegExp(SECRET));
});
