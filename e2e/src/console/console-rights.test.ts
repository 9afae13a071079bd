import type { Client } from '@oriel/client';
import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { drag, openConsole, row, treeFolder } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** What a user may not do is not offered: the same user, with other rights in each test. */
let installation: Installation;
let oriel: Oriel;
let browser: Browser;
let folders: { around: number; target: number };
let reports: { first: number; second: number };
let workbookId: number;
const params = { deploymentId: 1 };

before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ oriel, browser } = installation);
  const { client } = installation;
  await client.call('createDeployment', { body: { name: 'Sales' } });
  const around = await buildFolder(client, 'Around');
  folders = { around, target: await buildFolder(client, 'Target', around) };
  reports = { first: await buildReport(client, 'First'), second: await buildReport(client, 'Second') };
  const workbook = await client.call('createWorkbook', { params, body: { name: 'Board', folderId: around } });
  workbookId = workbook.id;
  const body = { workbookId, config: { widgets: [] } };
  await client.call('publishDashboard', { params: { ...params, workbookId }, body });
});
after(() => installation.close());

const buildFolder = async (client: Client, name: string, parentId: number | null = null) =>
  (await client.call('createFolder', { params, body: { name, parentId } })).id;
const buildReport = async (client: Client, name: string) =>
  (await client.call('createReport', { params, body: { name, folderId: folders.around } })).id;

interface Grant {
  resourceType: 'FOLDER' | 'REPORT';
  resourceId: number;
  /** 1 reads, 2 edits, 3 manages. */
  level: 1 | 2 | 3;
}

/** Gives the only user a role and these rights alone; nobody owns anything then. */
const mayOnly = (role: 'Viewer' | 'Explorer' | 'Admin', grants: readonly Grant[] = []) =>
  withInstalledDatabase(oriel.dataDir, async (db) => {
    const { id } = await db.updateTable('users').set({ role }).returning('id').executeTakeFirstOrThrow();
    for (const table of ['folders', 'reports', 'workbooks'] as const)
      await db.updateTable(table).set({ userId: null }).execute();
    await db.deleteFrom('grants').execute();
    for (const grant of grants)
      await db
        .insertInto('grants')
        .values({ ...params, ...grant, subjectType: 'USER', subjectId: id })
        .execute();
  });

const onAround = (level: 1 | 2 | 3): Grant => ({
  resourceType: 'FOLDER',
  resourceId: folders.around,
  level,
});

const openAround = () => openConsole(browser, oriel, `/workspace/folders/${folders.around}`);
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });
const isOffered = async (page: Page, name: string | RegExp) =>
  (await page.getByRole('button', { name, exact: true }).filter({ visible: true }).count()) > 0;

test('to a reader nothing is offered that changes an item, and no drag begins', async () => {
  await mayOnly('Explorer', [onAround(1)]);
  const { page, problems } = await openAround();
  await page.getByLabel('Select First').click();
  await toolbar(page).getByText('Read access only').waitFor();
  assert.deepEqual(
    [
      await isOffered(page, 'Move'),
      await isOffered(page, 'More actions'),
      await isOffered(page, 'New folder'),
      await isOffered(page, 'New workbook'),
    ],
    [false, false, false, false],
  );
  await treeFolder(page, 'Target').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await drag(page, row(page, 'First'), treeFolder(page, 'Target'));
  await row(page, 'First').waitFor();
  assert.ok(!sent.includes('POST'), 'a move was sent');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an editor renames and adds folders and workbooks, and is offered neither to move nor to delete', async () => {
  await mayOnly('Explorer', [onAround(2)]);
  const { page } = await openAround();
  await page.getByLabel('Select First').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  assert.equal(await isOffered(page, 'Delete'), false);
  assert.equal(await isOffered(page, 'Move'), false);
  await page.keyboard.press('Escape');
  await row(page, 'First').press('Delete');
  await page.getByRole('status').filter({ hasText: 'You may not delete what is selected.' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await isOffered(page, 'New folder'), true);
  await page.getByRole('button', { name: 'New workbook' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Quarterly plan');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Quarterly plan', level: 1 }).waitFor();
  assert.match(page.url(), /\/workbook\/\d+$/);
  await page.goBack();
  await row(page, 'Quarterly plan').waitFor();
  await page.context().close();
});

test('what cannot be done with all that is selected says why, to keys as well', async () => {
  await mayOnly('Explorer', [onAround(3)]);
  const { page, problems } = await openAround();
  await page.getByLabel('Select First').click();
  await page.getByLabel('Select Second').click();
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await rename.waitFor();
  assert.equal(await rename.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('ArrowDown');
  const tooltip = page.getByRole('tooltip', { name: 'Select a single item for this.' });
  await tooltip.waitFor();
  await page.keyboard.press('End');
  const share = page.getByRole('menuitem', { name: 'Share' });
  await share.and(page.locator('[aria-describedby]')).waitFor();
  const reason = page.locator(`[id="${await share.getAttribute('aria-describedby')}"]`);
  assert.equal(await reason.innerText(), 'Select a single item for this.');
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await rename.hover();
  await rename.and(page.locator('[aria-describedby]')).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('of what is selected the part that may be deleted is, and the rest is told to stay', async () => {
  const extra = { third: await buildReport(installation.client, 'Third') };
  await mayOnly('Explorer', [
    onAround(2),
    { resourceType: 'REPORT', resourceId: reports.first, level: 3 },
    { resourceType: 'REPORT', resourceId: extra.third, level: 3 },
  ]);
  const { page, problems } = await openAround();
  for (const name of ['First', 'Second', 'Third']) await page.getByLabel(`Select ${name}`).click();
  await page.getByRole('button', { name: 'Delete 2 of 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 items?' });
  await dialog.getByText('2 reports').waitFor();
  await dialog.getByText('1 of what is selected stays: you may not delete it.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 deleted').waitFor();
  await row(page, 'Third').waitFor({ state: 'detached' });
  await row(page, 'Second').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Third').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('of what is selected the part that may be moved is, into a folder that takes it', async () => {
  await mayOnly('Explorer', [
    onAround(1),
    { resourceType: 'REPORT', resourceId: reports.first, level: 3 },
    { resourceType: 'FOLDER', resourceId: folders.target, level: 2 },
  ]);
  const { page } = await openAround();
  await page.getByLabel('Select First').click();
  await page.getByLabel('Select Second').click();
  await page.getByRole('button', { name: 'Move 1 of 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move First to' });
  await dialog.getByRole('treeitem', { name: 'Around' }).click();
  await dialog.getByText('You have read access to this folder only.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Move here' }).isDisabled(), true);
  await dialog.getByRole('treeitem', { name: 'Around' }).press('ArrowRight');
  await dialog.getByRole('treeitem', { name: 'Target' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 moved').waitFor();
  await row(page, 'Second').waitFor();
  await page.context().close();
});

test('embedding is offered to administrators, whom alone it answers', async () => {
  for (const role of ['Viewer', 'Admin'] as const) {
    await mayOnly(role, [onAround(1)]);
    const { page, problems } = await openConsole(browser, oriel, `/dashboards/${workbookId}`);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    assert.equal(await isOffered(page, 'Embed'), role === 'Admin');
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});
