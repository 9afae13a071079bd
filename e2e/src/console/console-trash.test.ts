import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole, row } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** An account with two deleted reports, of which one comes back and one goes for good. */
let installation: Installation;
let browser: Browser;
let page: Page;
let deploymentId: number;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  browser = installation.browser;
  const { client } = installation;
  ({ id: deploymentId } = await client.call('createDeployment', { body: { name: 'Sales' } }));
  const params = { deploymentId };
  const folder = await client.call('createFolder', { params, body: { name: 'Quarterly' } });
  for (const name of ['Revenue', 'Costs']) {
    const { id } = await client.call('createReport', { params, body: { name, folderId: folder.id } });
    await client.call('deleteReport', { params: { deploymentId, reportId: id } });
  }
  ({ page } = await openConsole(browser, installation.oriel, '/workspace'));
});
after(() => installation.close());

test('a deleted item is restored to its folder from the trash', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('row').filter({ hasText: 'Revenue' }).getByText('admin@oriel.localhost').waitFor();
  await page.getByRole('button', { name: 'Restore Revenue' }).click();
  await page.getByRole('button', { name: 'Restore Revenue' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Workspace' }).click();
  await row(page, 'Quarterly').click();
  await row(page, 'Revenue').waitFor();
});

test('an item is deleted for good once that is confirmed, and the trash is empty then', async () => {
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Actions for Costs' }).click();
  await page.getByRole('menuitem', { name: 'Delete for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
  assert.deepEqual((await installation.client.call('getTrash', { params: { deploymentId } })).items, []);
});
