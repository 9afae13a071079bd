import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** An installation without the demo, from its first sign-in on. The tests build on each other. */
let installation: Installation;
let oriel: Oriel;
let browser: Browser;
before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ oriel, browser } = installation);
});
after(() => installation.close());

const nameField = (page: Page) => page.getByLabel('Name');
const submit = (page: Page) => page.getByRole('button', { name: 'Create the deployment' });

/** Gives the only user another role, which no operation does. */
const becomes = (role: 'Viewer' | 'Developer' | 'Admin') =>
  withInstalledDatabase(oriel.dataDir, (db) => db.updateTable('users').set({ role }).execute());

test('who may not create deployments is told whom to ask', async () => {
  await becomes('Viewer');
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.getByRole('heading', { name: 'No deployment is open to you' }).waitFor();
  assert.equal(await submit(page).count(), 0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'New deployment' }).count(), 0);
  await page.context().close();
  await becomes('Admin');
});

test('an administrator creates the first deployment and stands in its empty workspace, with a next step', async () => {
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  await page.getByRole('heading', { name: 'No deployment yet' }).waitFor();
  await submit(page).click();
  await page.getByText('A name is needed').waitFor();
  await nameField(page).fill('x'.repeat(256));
  await submit(page).click();
  await page.getByText('At most 255 characters').waitFor();
  await nameField(page).fill('  Sales ');
  await submit(page).click();
  await page.getByRole('heading', { name: 'The workspace is empty' }).waitFor();
  await page.getByText('Sales', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open the API reference' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'New folder' }).last().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Quarterly');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('list', { name: 'Contents' }).getByText('Quarterly').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a name that is taken is refused below the field, another one opens a second workspace', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'New deployment' }).click();
  await nameField(page).fill('Sales');
  await submit(page).click();
  await page.getByText('There is a deployment of this name').waitFor();
  await nameField(page).fill('Support');
  await submit(page).click();
  await page.getByRole('heading', { name: 'The workspace is empty' }).waitFor();
  const picker = page.getByRole('combobox', { name: 'Deployment' });
  assert.equal(await picker.inputValue(), 'Support');
  await picker.click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await page.getByRole('list', { name: 'Contents' }).getByText('Quarterly').waitFor();
  await page.context().close();
});

/** The id of a deployment by its name. */
async function idOf(name: string): Promise<number> {
  const { items } = await installation.client.call('getDeployments', { query: {} });
  return items.find((deployment) => deployment.name === name)?.id ?? 0;
}

test('an address opens in the deployment that has what it names, whichever was chosen; one that none has is told', async () => {
  const params = { deploymentId: await idOf('Sales') };
  const { client } = installation;
  const other = await idOf('Support');
  const report = await client.call('createReport', { params, body: { name: 'Sold', jsonQuery: '{}' } });
  const workbook = await client.call('createWorkbook', { params, body: { name: 'Boards' } });
  const { page } = await openConsole(browser, oriel, `/workspace?deployment=${other}`);
  const picker = page.getByRole('combobox', { name: 'Deployment' });
  for (const [address, name] of [
    [`/reports/${report.id}`, 'Sold'],
    [`/workbook/${workbook.id}`, 'Boards'],
    [`/dashboards/${workbook.id}`, 'Boards'],
  ] as const) {
    await page.goto(`${oriel.url}/workspace?deployment=${other}`);
    await page.getByRole('heading', { name: 'The workspace is empty' }).waitFor();
    assert.equal(await picker.inputValue(), 'Support');
    await page.goto(oriel.url + address);
    await page.getByRole('heading', { name }).waitFor();
    assert.equal(await picker.inputValue(), 'Sales');
    assert.equal(new URL(page.url()).pathname, address);
  }
  await page.goto(`${oriel.url}/reports/999999`);
  await page.getByRole('heading', { name: 'This report is not there' }).waitFor();
  await page.context().close();
});

test('a developer, who is no administrator, creates a deployment and works in it; a viewer makes no folders', async () => {
  await becomes('Developer');
  const developer = await openConsole(browser, oriel, '/workspace');
  await developer.page.getByRole('button', { name: /^Account of/ }).click();
  await developer.page.getByRole('menuitem', { name: 'New deployment' }).click();
  await nameField(developer.page).fill('Made by a developer');
  await submit(developer.page).click();
  await developer.page.getByRole('heading', { name: 'The workspace is empty' }).waitFor();
  await developer.page.getByRole('main').getByRole('button', { name: 'New folder' }).last().click();
  await developer.page.getByRole('dialog').getByLabel('Name').fill('Developed');
  await developer.page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await developer.page.getByRole('list', { name: 'Contents' }).getByText('Developed').waitFor();
  assert.deepEqual(developer.problems, []);
  await developer.page.context().close();
  await becomes('Viewer');
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.getByRole('combobox', { name: 'Deployment' }).waitFor();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'New folder' }).count(), 0);
  await page.goto(`${oriel.url}/workspace?deployment=${await idOf('Support')}`);
  await page.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor();
  assert.equal(
    await page
      .getByRole('main')
      .getByText(/model|API/)
      .count(),
    0,
  );
  await page.context().close();
  await becomes('Admin');
});
