import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from './support/browsers/browser.ts';
import { startInstallation, type Installation } from './support/installation.ts';

/** The reference of the API, in a browser that reports what its policy refuses. */
let installation: Installation;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
});
after(() => installation.close());

async function openReference(
  path: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  const { oriel, browser } = installation;
  const { page, problems } = await openPage(browser, options);
  await page.goto(`${oriel.url}/docs/api${path}`);
  return {
    page,
    async close() {
      assert.deepEqual(problems, []);
      await page.context().close();
    },
  };
}

const PHONE = { viewport: { width: 390, height: 844 } };

test('an operation is found from the keyboard', async () => {
  const { page, close } = await openReference('');
  await page.keyboard.press('/');
  await page.keyboard.type('rename folder');
  const option = page.getByRole('option', { name: /Rename or reorder a folder/ });
  await option.waitFor();
  assert.equal(await option.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/api\/folders#updateFolder$/);
  await page.getByRole('heading', { name: 'Rename or reorder a folder' }).waitFor();
  await page.locator('.groups a[aria-current=location]', { hasText: 'Rename' }).waitFor();
  await close();
});

test('an example is copied as it is shown', async () => {
  const { page, close } = await openReference('/folders', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const section = page.locator('#createFolder');
  await section.getByRole('button', { name: 'Copy' }).first().click();
  await section.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^curl "\$ORIEL_URL\/api\/v1\/deployments\/\$DEPLOYMENT_ID\/folders" \\\n/);
  assert.equal(copied, await section.locator('pre').first().textContent());
  await close();
});

test('the first example names the address of the server', async () => {
  const { page, close } = await openReference('');
  await page.getByText(`export ORIEL_URL=${installation.oriel.url}`).waitFor();
  await close();
});

test('the colour scheme is that of the system, or the one that was chosen', async () => {
  const { page, close } = await openReference('', { colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  const button = page.getByRole('button', { name: /^Theme/ });
  await button.click();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  assert.equal(await ground(), light);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  assert.equal(await ground(), dark);
  await close();
});

test('a phone shows every page without scrolling aside, with the groups behind a menu', async () => {
  for (const path of ['', '/workbooks', '/embed', '/schemas', '/schemas/DashboardWidgetInput']) {
    const { page, close } = await openReference(path, PHONE);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, path);
    await close();
  }
  const { page, close } = await openReference('', PHONE);
  const link = page.getByRole('link', { name: 'Env Variables' }).first();
  await page.getByRole('link', { name: 'Menu' }).click();
  await link.click();
  await page.getByRole('heading', { name: 'Env Variables', level: 1 }).waitFor();
  await close();
});

test('without scripts everything can be read, and what needs them is not shown', async () => {
  const { page, close } = await openReference('/folders', { javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'Create a folder' }).waitFor();
  assert.equal(await page.getByRole('searchbox').or(page.getByRole('combobox')).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.waitForURL(/\/docs\/api\/workspace$/);
  await close();
});
