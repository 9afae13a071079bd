import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { contents, openConsole, row } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** What the console says when something is refused, is not there, or the server does not answer. */
let installation: Installation;
let oriel: Oriel;
let browser: Browser;
before(async () => {
  installation = await startInstallation();
  ({ oriel, browser } = installation);
});
after(() => installation.close());

/** Counts the requests of a page to an address that contains a text. */
function countRequests(page: Page, part: string): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.url().includes(part) ? 1 : 0));
  return () => count;
}

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ status, code: 'forbidden', message: 'Raw words of the server', requestId: 'r-1' }),
});

const banner = (page: Page) => page.getByText('The server does not answer');
const retryButtons = (page: Page) => page.getByRole('button', { name: 'Try again' });

test('what is not there is asked for once, and the way out leads to the workspace', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  for (const [path, part, title] of [
    ['/reports/999999', '/reports/999999', 'This report is not there'],
    ['/dashboards/999999', '/workbooks/999999', 'This dashboard is not there'],
    ['/workspace/folders/999999', 'folderId=999999', 'This folder is not there'],
  ] as const) {
    const requests = countRequests(page, `/api/v1/deployments/1${part.startsWith('/') ? part : ''}`);
    await page.goto(oriel.url + path);
    await page.getByRole('heading', { name: title }).waitFor();
    const asked = requests();
    assert.equal(await retryButtons(page).count(), 0, path);
    await page.getByRole('link', { name: 'Go to the workspace' }).click();
    await contents(page).waitFor();
    if (part.startsWith('/')) assert.equal(asked, 1, path);
  }
  await page.context().close();
});

test('a refusal is asked for once and told in words for people', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.route('**/api/v1/deployments/1/reports/1', (route) => route.fulfill(refusal(403)));
  const requests = countRequests(page, '/deployments/1/reports/1');
  await page.goto(`${oriel.url}/reports/1`);
  await page.getByRole('heading', { name: 'You have no access to this' }).waitFor();
  assert.deepEqual([requests(), await retryButtons(page).count()], [1, 0]);
  assert.equal(await page.getByText('Raw words').count(), 0);
  await page.context().close();
});

test('a server that asks for a pause gets it, and the page opens after that', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  const times: number[] = [];
  await page.route('**/api/v1/deployments/1/reports/1', (route) => {
    times.push(Date.now());
    return times.length === 1 ? route.fulfill(refusal(429, { 'retry-after': '1' })) : route.continue();
  });
  await page.goto(`${oriel.url}/reports/1`);
  await page.getByRole('img', { name: /a chart of/ }).waitFor();
  const [first = 0, second = 0] = times;
  assert.equal(times.length, 2);
  assert.ok(second - first >= 1000, `${second - first} ms`);
  await page.context().close();
});

test('a fault of the server names the request, and another try opens the page', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.route('**/api/v1/deployments/1/reports/1', (route) => route.fulfill(refusal(500)));
  const requests = countRequests(page, '/deployments/1/reports/1');
  await page.goto(`${oriel.url}/reports/1`);
  await page.getByText('Request r-1').waitFor();
  assert.equal(requests(), 3);
  await page.unroute('**/api/v1/deployments/1/reports/1');
  await retryButtons(page).click();
  await page.getByRole('img', { name: /a chart of/ }).waitFor();
  await page.context().close();
});

test('an address that leads nowhere says so within the console', async () => {
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  for (const path of ['/nothing/here', '/reports/first', '/workspace/folders/0', '/dashboards/99999999999']) {
    await page.goto(oriel.url + path);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a field that is refused says so below itself', async () => {
  const { page } = await openConsole(browser, oriel, '/settings/api-keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('x'.repeat(2000));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.locator('input[aria-invalid=true]').waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await page.context().close();
});

test('without a server the page says so once, keeps what it shows, and goes on by itself', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace?search=overview');
  await contents(page)
    .getByRole('link', { name: /Network overview/ })
    .click();
  const chart = page.getByRole('img', { name: /Busiest origins: a chart of/ });
  await chart.waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await banner(page).waitFor();
  assert.equal(await banner(page).count(), 1);
  assert.equal(await page.getByText('Failed to fetch').count(), 0);
  assert.equal(await retryButtons(page).count(), 0, 'no card has given up');
  const answers = page.waitForResponse((response) => response.url().endsWith('/load-batch'));
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  await answers;
  await chart.waitFor();
  await page.context().close();
});

test('a page that was never opened waits for the server, and comes with its styles', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await contents(page).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/settings/api-keys');
  await banner(page).waitFor();
  await page.context().setOffline(false);
  const table = page.getByRole('table');
  await table.waitFor();
  const border = await table.evaluate((element) =>
    getComputedStyle(element.closest('[class*=frame_]') ?? element).getPropertyValue('border-top-width'),
  );
  assert.equal(border, '1px');
  await page.context().close();
});

test('a form that is sent without a server says so at once, and nothing is sent later', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await contents(page).waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sent into nowhere');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('The server cannot be reached').waitFor();
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Sent into nowhere');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, 'Sent into nowhere').waitFor();
  await page.context().close();
});
