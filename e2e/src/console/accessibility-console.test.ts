import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seriousFindings, LOOKS } from '../support/browsers/accessibility.ts';
import { openPage } from '../support/browsers/browser.ts';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** What axe-core finds on the pages of the console. */
let installation: Installation;
before(async () => {
  installation = await startInstallation();
  await fetch(`${installation.oriel.url}/embed/chat`, {
    headers: { 'sec-fetch-dest': 'iframe', referer: 'https://partner.example.org/' },
  });
});
after(() => installation.close());

/** The pages of a session, with what is there once they are complete. */
const pages = [
  ['/workspace', 'list', 'Contents'],
  ['/chat', 'textbox', 'Your question'],
  ['/trash', 'heading', 'Trash'],
  ['/settings/notifications', 'button', 'New notification'],
  ['/settings/deployment', 'textbox', 'Name'],
  ['/settings/people', 'button', 'Actions for Admin'],
  ['/settings/groups', 'button', 'Actions for analysts'],
  ['/settings/roles', 'button', 'New role'],
  ['/settings/attributes', 'button', 'New attribute'],
  ['/settings/authentication', 'button', 'New provider'],
  ['/settings/appearance', 'button', 'Save'],
  // With a list of origins that were refused.
  ['/settings/account', 'button', 'Allow https://partner.example.org'],
  ['/settings/ai', 'heading', 'Usage'],
  ['/settings/oauth-integrations', 'button', 'New integration'],
  ['/settings/workload-tokens', 'button', 'New configuration'],
  ['/settings/oauth-clients', 'button', 'New client'],
  ['/settings/api-keys', 'button', 'New key'],
  ['/settings/applications', 'heading', 'No applications'],
  ['/settings/security', 'button', 'Change password'],
  ['/connections', 'heading', 'Connected accounts'],
] as const;

/** Pages without a session. */
const strangerPages = [
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/invitation',
  '/unsubscribe',
  '/embed/sign-in',
] as const;

for (const [look, options] of LOOKS) {
  test(`the pages of the console have nothing serious, ${look}`, async () => {
    const { oriel, browser, client } = installation;
    const found: string[] = [];
    const { page } = await openConsole(browser, oriel, '/workspace', options);
    for (const [path, role, name] of pages) {
      await page.goto(oriel.url + path);
      await page.getByRole('main').getByRole(role, { name }).first().waitFor();
      found.push(...(await seriousFindings(page, path)));
    }
    const { items } = await client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
    const workbook = items[0];
    assert.ok(workbook);
    await page.goto(`${oriel.url}/workbook/${workbook.id}`);
    await page.getByRole('heading', { name: workbook.name }).first().waitFor();
    found.push(...(await seriousFindings(page, 'a workbook')));
    await page.goto(`${oriel.url}/dashboards/${workbook.id}`);
    await page.locator('[data-widget-id] canvas').first().waitFor();
    found.push(...(await seriousFindings(page, 'a dashboard')));
    await page.goto(`${oriel.url}/chat`);
    await page
      .getByRole('textbox', { name: 'Your question' })
      .fill('How many flights are there by origin and week?');
    await page.keyboard.press('Enter');
    // Long tables scroll within their card, and cover nothing.
    await page.locator('[data-part=query] summary').click();
    found.push(...(await seriousFindings(page, 'an answer with a table')));
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Share/ });
    await dialog.getByRole('combobox').waitFor();
    found.push(...(await seriousFindings(page, 'sharing a chat')));
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Everybody' }).click();
    await dialog.getByRole('button', { name: /^Remove Everybody/ }).waitFor();
    found.push(...(await seriousFindings(page, 'sharing a chat with everybody')));
    await page.context().close();
    assert.deepEqual(found, []);
  });

  test(`the pages before a sign-in have nothing serious, ${look}`, async () => {
    const { oriel, browser } = installation;
    const found: string[] = [];
    const { page } = await openPage(browser, options);
    for (const path of strangerPages) {
      await page.goto(oriel.url + path);
      await page.getByRole('heading').first().waitFor();
      found.push(...(await seriousFindings(page, path)));
    }
    await page.context().close();
    assert.deepEqual(found, []);
  });
}
