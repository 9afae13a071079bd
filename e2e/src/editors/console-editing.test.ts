import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole, row } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** What editors do with workbooks and dashboards, beside other editors who use the API. */
let installation: Installation;
let oriel: Oriel;
let browser: Browser;
const params = { deploymentId: 1 };

before(async () => {
  installation = await startInstallation({ args: ['--no-demo'] });
  ({ oriel, browser } = installation);
  await installation.client.call('createDeployment', { body: { name: 'Sales' } });
});
after(() => installation.close());

/** A workbook with a dashboard of two versions. */
async function buildBoard(name: string): Promise<number> {
  const { client } = installation;
  const { id } = await client.call('createWorkbook', { params, body: { name } });
  for (const title of [`${name} one`, `${name} two`]) {
    const position = { x: 0, y: 0, w: 12, h: 3 };
    const widgets = [{ type: 'TEXT' as const, position, config: { content: title } }];
    await client.call('updateWorkbookDashboard', {
      params: { ...params, workbookId: id },
      body: { dashboardDraft: { title, widgets } },
    });
    await client.call('publishDashboard', {
      params: { ...params, workbookId: id },
      body: { workbookId: id },
    });
  }
  return id;
}

const openBoard = async (id: number) => {
  const { page, problems } = await openConsole(browser, oriel, `/dashboards/${id}`);
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  return { page, problems };
};

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a version is restored as the draft, and seen by viewers once it is published', async () => {
  const id = await buildBoard('Board');
  const { page, problems } = await openBoard(id);
  await choose(page, 'Versions');
  const versions = page.getByRole('list', { name: 'Versions' });
  await versions.getByText('Version 2').waitFor();
  await versions.getByText('What viewers see').waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version 1 is the draft now').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Draft not published').waitFor();
  await choose(page, 'Publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published, version 3').waitFor();
  await page.getByRole('heading', { name: 'Board one' }).first().waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('reports that came after a version stay when it is restored, unless they are to be deleted', async () => {
  const { client } = installation;
  const workbookId = await buildBoard('Kept');
  const { id: reportId } = await client.call('createReport', {
    params,
    body: { name: 'Later', workbookId, jsonQuery: '{}' },
  });
  const isThere = async () => {
    const { items } = await client.call('getReports', { params, query: { workbookId } });
    return items.some(({ id }) => id === reportId);
  };
  const { page } = await openBoard(workbookId);
  await choose(page, 'Versions');
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  for (const isDeleting of [false, true]) {
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await dialog.getByText('Added since then: Later').waitFor();
    const box = dialog.getByLabel('Delete the reports that this version does not have');
    assert.equal(await box.isChecked(), false);
    if (isDeleting) await box.check();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await isThere(), !isDeleting);
  }
  await page.context().close();
});

test('a version is not restored over what another editor has saved, until that is loaded', async () => {
  const { client } = installation;
  const workbookId = await buildBoard('Contested');
  const { page } = await openBoard(workbookId);
  const body = { dashboardDraft: { title: 'Theirs', widgets: [] } };
  await client.call('updateWorkbookDashboard', { params: { ...params, workbookId }, body });
  await choose(page, 'Versions');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByText('Another editor saved first').waitFor();
  const { dashboardDraft } = await client.call('getWorkbook', { params: { ...params, workbookId } });
  assert.equal(dashboardDraft?.title, 'Theirs');
  await dialog.getByRole('button', { name: 'Load what is there now' }).click();
  await dialog.getByText('Another editor saved first').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version 1 is the draft now').waitFor();
  await page.context().close();
});

test('the dashboard of a workbook is shown in its tab as viewers see it, and its draft is published there', async () => {
  const { client } = installation;
  const workbookId = await buildBoard('Shown');
  const { page, problems } = await openConsole(browser, oriel, `/workbook/${workbookId}`);
  const panel = page.getByRole('tabpanel', { name: 'Dashboard' });
  await panel.getByText('Shown two').waitFor();
  await panel.getByText('Published, version 2').waitFor();
  const body = { dashboardDraft: { title: 'Shown three', widgets: [] } };
  await client.call('updateWorkbookDashboard', { params: { ...params, workbookId }, body });
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await panel.getByText('Viewers see an earlier version').waitFor();
  assert.ok(await panel.getByText('Shown two').isVisible());
  // On a phone nothing of it is beyond the edge.
  await page.setViewportSize({ width: 400, height: 800 });
  await page.waitForFunction(() => document.documentElement.scrollWidth === window.innerWidth);
  await page.setViewportSize({ width: 1400, height: 900 });
  await panel.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await panel.getByText('Published, version 3').waitFor();
  assert.equal(await panel.getByText('Viewers see an earlier version').count(), 0);
  await panel.getByRole('link', { name: 'Show the dashboard' }).click();
  await page.waitForURL(`**/dashboards/${workbookId}`);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('of a dashboard that no viewer sees the tab says so', async () => {
  const { client } = installation;
  const { id: workbookId } = await client.call('createWorkbook', { params, body: { name: 'Unseen' } });
  const { page } = await openConsole(browser, oriel, `/workbook/${workbookId}`);
  const panel = page.getByRole('tabpanel', { name: 'Dashboard' });
  await panel.getByText('This workbook has no published dashboard yet.').waitFor();
  await panel.getByRole('button', { name: 'Start an empty dashboard' }).waitFor();
  const body = { dashboardDraft: { title: 'Half done', widgets: [] } };
  await client.call('updateWorkbookDashboard', { params: { ...params, workbookId }, body });
  await page.reload();
  await panel.getByText('There is a draft, which viewers do not see until it is published.').waitFor();
  await panel.getByRole('button', { name: 'Edit the dashboard' }).waitFor();
  await page.context().close();
});

test('a dashboard is unpublished and shown to its viewers again', async () => {
  const id = await buildBoard('Hidden');
  const { page } = await openBoard(id);
  await choose(page, 'Unpublish');
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await page.getByText('Draft, version 2').waitFor();
  await page.getByText('Only editors of the workbook see this dashboard.').waitFor();
  await choose(page, 'Show it to viewers again');
  await page.getByRole('dialog').getByRole('button', { name: 'Show it to viewers again' }).click();
  await page.getByText('Published, version 2').waitFor();
  await page.context().close();
});

test('a workbook is duplicated from its dashboard and from the list', async () => {
  const id = await buildBoard('Original');
  const { page, problems } = await openBoard(id);
  await choose(page, 'Duplicate');
  await page.waitForURL((url) => /\/dashboards\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await page.getByText('Published, version 1').waitFor();
  await page.goto(`${oriel.url}/workspace`);
  await row(page, 'Copy of Original').waitFor();
  await page.getByLabel('Select Copy of Original').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await row(page, 'Copy of Copy of Original').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('favourites are marked in the list and on the page, and listed alone', async () => {
  const id = await buildBoard('Marked');
  await buildBoard('Unmarked');
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  await page.getByRole('button', { name: 'Mark Marked as a favourite' }).click();
  await page.getByRole('button', { name: 'Take Marked out of the favourites' }).waitFor();
  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await row(page, 'Unmarked').waitFor({ state: 'detached' });
  await row(page, 'Marked').waitFor();
  await page.goto(`${oriel.url}/dashboards/${id}`);
  await page.getByRole('button', { name: 'Take Marked out of the favourites' }).click();
  await page.getByRole('button', { name: 'Mark Marked as a favourite' }).waitFor();
  await page.goto(`${oriel.url}/workspace?favorites=true`);
  await page.getByText('No favourites yet').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a name that another editor has changed meanwhile is not overwritten unseen', async () => {
  const { client } = installation;
  const workbookId = await buildBoard('First name');
  const { page } = await openConsole(browser, oriel, '/workspace');
  await page.getByLabel('Select First name').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'New name' });
  await field.fill('Ours');
  await client.call('updateWorkbook', { params: { ...params, workbookId }, body: { name: 'Theirs' } });
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('This was changed since you opened it').waitFor();
  await row(page, 'Theirs').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Rename' }).click();
  await row(page, 'Ours').waitFor();
  await page.context().close();
});
