import type { Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import {
  adminPassword,
  contents,
  drag,
  fillSignIn,
  openConsole,
  row,
  treeFolder,
} from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** The workspace of the console, by mouse and by keyboard, with a good connection and a bad one. */
let installation: Installation;
let oriel: Oriel;
let client: Client;
let browser: Browser;
before(async () => {
  installation = await startInstallation();
  ({ oriel, client, browser } = installation);
});
after(() => installation.close());

const params = { deploymentId: 1 };

async function buildFolder(name: string, parentId: number | null = null): Promise<number> {
  return (await client.call('createFolder', { params, body: { name, parentId } })).id;
}

/** A folder at the root that holds so many reports, named Report 1 and so on. */
async function buildFolderOfReports(name: string, count: number): Promise<number> {
  const folderId = await buildFolder(name);
  for (let number = 1; number <= count; number += 1)
    await client.call('createReport', { params, body: { name: `Report ${number}`, folderId } });
  return folderId;
}

async function namesIn(folderId: number): Promise<string[]> {
  const { items } = await client.call('workspaceObjects', { params, query: { folderId, first: 1000 } });
  return items.map(({ name }) => name).sort();
}

const openFolder = (folderId: number, options = {}) =>
  openConsole(browser, oriel, `/workspace/folders/${folderId}`, options);

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();

test('a report dragged onto a folder of the tree moves there, and undo brings it back', async () => {
  const [from, to] = [await buildFolderOfReports('Drag from', 2), await buildFolder('Drag to')];
  const { page, problems } = await openFolder(from);
  await treeFolder(page, 'Drag to').waitFor();
  await drag(page, row(page, 'Report 1'), treeFolder(page, 'Drag to'));
  await page.getByText('1 moved').waitFor();
  assert.deepEqual(await namesIn(to), ['Report 1']);
  await undo(page);
  await row(page, 'Report 1').waitFor();
  assert.deepEqual(await namesIn(from), ['Report 1', 'Report 2']);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a deleted report is offered back, and comes back', async () => {
  const folderId = await buildFolderOfReports('Delete from', 2);
  const { page, problems } = await openFolder(folderId);
  await contents(page).getByRole('checkbox', { name: 'Select Report 1' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Report 1 was deleted.').waitFor();
  assert.deepEqual(await namesIn(folderId), ['Report 2']);
  await undo(page);
  await row(page, 'Report 1').waitFor();
  assert.deepEqual(await namesIn(folderId), ['Report 1', 'Report 2']);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('what was deleted elsewhere meanwhile is said to be gone, also on a phone', async () => {
  const folderId = await buildFolder('Delete twice');
  const names = ['one', 'two', 'three', 'four'].map(
    (name) => `A report with a name of several lines, number ${name}`,
  );
  for (const name of names) await client.call('createReport', { params, body: { name, folderId } });
  const { page, problems } = await openFolder(folderId, { viewport: { width: 390, height: 600 } });
  for (const name of names)
    await contents(page)
      .getByRole('checkbox', { name: `Select ${name}` })
      .click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 4 items?' });
  await dialog.getByText('This can be undone for a day.').waitFor();
  const { items } = await client.call('workspaceObjects', { params, query: { folderId } });
  for (const { id: reportId } of items.slice(1))
    await client.call('deleteReport', { params: { ...params, reportId } });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByRole('alert');
  await notice.getByText('1 deleted, 3 not').waitFor();
  for (const { name } of items.slice(1))
    await notice.getByText(`${name}: It is not there any more.`).waitFor();
  const [whole, last] = [await notice.boundingBox(), await notice.getByRole('button').last().boundingBox()];
  assert.ok(whole && last && last.y + last.height <= whole.y + whole.height, 'no button is cut off');
  assert.deepEqual(await namesIn(folderId), []);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('what is selected is deleted by a key, with what is refused told, and undone as a whole', async () => {
  const around = await buildFolderOfReports('Delete many', 2);
  const inner = await buildFolder('Box', around);
  await client.call('createReport', { params, body: { name: 'In the box', folderId: inner } });
  await buildFolder('Deep', await buildFolder('Tower', around));
  await client.call('createWorkbook', { params, body: { name: 'Board', folderId: around } });
  const names = await namesIn(around);
  const { page, problems } = await openFolder(around);
  await row(page, 'Report 1').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete Report 1?' }).getByRole('button', { name: 'Keep' }).click();
  await row(page, 'Report 1').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByText('5 selected').waitFor();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 5 items?' });
  await dialog.getByText('2 folders, 1 workbook, and 2 reports').waitFor();
  await dialog.getByText('1 item in the folders moves to the root of the workspace.').waitFor();
  await dialog.getByText('Folders with sub-folders stay: Tower.').waitFor();
  await dialog.getByText('The reports and dashboards of workbooks go with them.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('4 deleted, 1 not').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /Tower: .*sub-folder/);
  assert.deepEqual(await namesIn(around), ['Tower']);
  await undo(page);
  await row(page, 'Box').waitFor();
  assert.deepEqual(await namesIn(around), names);
  assert.deepEqual(await namesIn(inner), ['In the box']);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a deletion of 120 shows how far it is, and when the connection breaks the rest and the undo can be tried again', async () => {
  const folder = await buildFolderOfReports('Delete 120', 120);
  const { page } = await openFolder(folder);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('120 items').waitFor();
  await page.getByLabel('Select everything that is loaded').click();
  let requests = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/bulk-delete', async (route) => {
    requests += 1;
    if (requests === 2) await held;
    return requests === 2 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByText('120 reports').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleting: 100 of 120').waitFor();
  goOn();
  await page.getByText('100 deleted, 20 not').waitFor();
  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await page.getByText('120 deleted').waitFor();
  assert.deepEqual(await namesIn(folder), []);
  await page.route('**/workspace/undo/*', (route) => route.abort(), { times: 1 });
  await undo(page);
  await page.getByText('0 restored, 120 not').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('100 items loaded').waitFor();
  assert.equal((await namesIn(folder)).length, 120);
  await page.context().close();
});

test('a report dragged onto a folder of the list moves into it', async () => {
  const around = await buildFolderOfReports('List', 2);
  await buildFolder('First of two', around);
  const second = await buildFolder('Second of two', around);
  const { page } = await openFolder(around);
  await drag(page, row(page, 'Report 2'), row(page, 'Second of two'));
  await page.getByText('1 moved').waitFor();
  assert.deepEqual(await namesIn(second), ['Report 2']);
  await page.context().close();
});

test('what is let go where it was stays, and its link is not followed', async () => {
  const folder = await buildFolderOfReports('Stays', 1);
  const { page } = await openFolder(folder);
  await drag(page, row(page, 'Report 1'), row(page, 'Report 1'));
  await row(page, 'Report 1').waitFor();
  assert.equal(new URL(page.url()).pathname, `/workspace/folders/${folder}`);
  await page.context().close();
});

test('after a move by menu, everything selected is dragged along with one of it', async () => {
  const [from, to] = [await buildFolderOfReports('Menu from', 4), await buildFolder('Menu to')];
  const { page } = await openFolder(from);
  await page.getByLabel('Select Report 4').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Menu to' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 moved').waitFor();
  await page.getByRole('alert').or(page.getByRole('status')).getByRole('button', { name: 'Close' }).click();
  // The notice goes, and the list moves up: positions are measured after that.
  await page.getByText('1 moved').waitFor({ state: 'detached' });
  await row(page, 'Report 4').waitFor({ state: 'detached' });
  await page.getByLabel('Select Report 1').click();
  await page.getByLabel('Select Report 2').click();
  await page.getByText('2 selected').waitFor();
  await drag(page, row(page, 'Report 2'), treeFolder(page, 'Menu to'));
  await page.getByText('2 moved').waitFor();
  assert.deepEqual(await namesIn(to), ['Report 1', 'Report 2', 'Report 4']);
  assert.deepEqual(await namesIn(from), ['Report 3']);
  await page.context().close();
});

test('what is refused is named with the reason, and the rest moves', async () => {
  const root = await buildFolderOfReports('Refusals', 1);
  const inner = await buildFolder('Inner', root);
  const { page } = await openFolder(root);
  await page.getByLabel('Select everything that is loaded').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Refusals' }).press('ArrowRight');
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Inner' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 moved, 1 not').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /Inner: .*itself/);
  assert.deepEqual(await namesIn(inner), ['Report 1']);
  await page.context().close();
});

test('where to move can be searched for by name', async () => {
  const from = await buildFolderOfReports('Search from', 1);
  const to = await buildFolder('Deep down', await buildFolder('Somewhere', await buildFolder('Far away')));
  const { page } = await openFolder(from);
  await page.getByLabel('Select Report 1').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByLabel('Search for a folder').fill('deep d');
  await page.getByRole('radio', { name: 'Deep down' }).check();
  await page.getByText('Workspace / Far away / Somewhere').waitFor();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 moved').waitFor();
  assert.deepEqual(await namesIn(to), ['Report 1']);
  await page.context().close();
});

test('when the connection breaks within a move of 120, the first hundred are kept, and the rest and the undo can be tried again', async () => {
  const [from, to] = [await buildFolderOfReports('Many', 120), await buildFolder('Many to')];
  const { page } = await openFolder(from);
  await page.getByText('100 items loaded').waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('120 items').waitFor();
  await page.getByLabel('Select everything that is loaded').click();
  let requests = 0;
  await page.route('**/bulk-move', (route) => {
    requests += 1;
    // The second of the move, and the first of the undo, which follows the retry.
    return requests === 2 || requests === 4 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Many to' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('100 moved, 20 not').waitFor();
  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await page.getByText('120 moved').waitFor();
  assert.equal((await namesIn(to)).length, 120);
  await undo(page);
  await page.getByText('0 moved back, 120 not').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('100 items loaded').waitFor();
  assert.equal((await namesIn(from)).length, 120);
  await page.context().close();
});

test('the tree is walked by keyboard, and a level of more than a thousand folders is there to its end', async () => {
  const archive = await buildFolder('Archive');
  const names = Array.from({ length: 1010 }, (_, index) => `Case ${1000 + index}`);
  for (const name of names) await buildFolder(name, archive);
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  const press = async (key: string) => page.keyboard.press(key);
  const focused = (name: string) => page.locator('[role=treeitem]:focus', { hasText: name }).waitFor();
  await treeFolder(page, 'Archive').focus();
  await press('Home');
  await focused('Workspace');
  await press('a');
  await focused('Archive');
  assert.equal(await treeFolder(page, 'Archive').getAttribute('aria-expanded'), 'false');
  await press('ArrowRight');
  await treeFolder(page, 'Case 1000').waitFor();
  assert.equal(await treeFolder(page, 'Archive').getAttribute('aria-expanded'), 'true');
  await press('ArrowRight');
  await focused('Case 1000');
  await page.locator('[role=treeitem][aria-setsize="1010"]').first().waitFor();
  await press('End');
  await press('ArrowLeft');
  await press('Home');
  await focused('Workspace');
  await treeFolder(page, 'Archive').focus();
  await press('ArrowRight');
  await press('ArrowDown');
  await focused('Case 1001');
  // Keys within one frame: each starts where the one before it has led.
  await page.evaluate(() => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await focused('Case 1002');
  await press('ArrowUp');
  await press('ArrowUp');
  await press('Enter');
  await page.getByRole('heading', { name: 'Case 1000', exact: true }).waitFor();
  // Once it is known to have no folders, the key leads to the one above; before, it closes the folder.
  await page
    .locator('[role=treeitem][aria-selected=true]:not([aria-expanded])', { hasText: 'Case 1000' })
    .waitFor();
  await press('ArrowLeft');
  await focused('Archive');
  await press('ArrowLeft');
  await treeFolder(page, 'Case 1000').waitFor({ state: 'detached' });
  assert.equal(await page.locator('[role=tree] [tabindex="0"]').count(), 1);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a level of the tree that cannot be loaded says so and is tried again', async () => {
  await buildFolder('Below', await buildFolder('Around'));
  const { page } = await openConsole(browser, oriel, '/workspace');
  await treeFolder(page, 'Around').waitFor();
  await page.route('**/workspace?*types=FOLDER*folderId=*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"status": 500}' }),
  );
  await treeFolder(page, 'Around').press('ArrowRight');
  await page.getByRole('tree').getByText('Not loaded.').waitFor();
  await page.unroute('**/workspace?*types=FOLDER*folderId=*');
  await page.getByRole('tree').getByRole('button', { name: 'Try again' }).click();
  await treeFolder(page, 'Below').waitFor();
  await page.context().close();
});

test('the navigation has icons alone for who likes it so, with their names at hand, and stays so', async () => {
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const links = await navigation.getByRole('link').allInnerTexts();
  const width = async () => Math.round((await navigation.boundingBox())?.width ?? 0);
  const wide = await width();
  await navigation.getByRole('button', { name: 'Show icons only' }).focus();
  await page.keyboard.press('Enter');
  const widen = navigation.getByRole('button', { name: 'Show icons and names' });
  await widen.waitFor();
  await page.waitForFunction(
    (most) => (document.querySelector('nav')?.getBoundingClientRect().width ?? Infinity) < most,
    wide / 3,
  );
  assert.ok(await widen.evaluate((button) => button === document.activeElement), 'the focus stays');
  for (const name of links) await navigation.getByRole('link', { name: name.trim(), exact: true }).waitFor();
  await navigation.getByRole('link', { name: 'Trash' }).focus();
  await page.getByRole('tooltip', { name: 'Trash' }).waitFor();
  assert.deepEqual(await seriousFindings(page, 'the navigation of icons'), []);
  await page.reload();
  await widen.waitFor();
  // On a phone it is behind a button, and there is room for names.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Navigation' }).click();
  await navigation.getByText('Trash', { exact: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await widen.click();
  await navigation.getByText('Trash', { exact: true }).waitFor();
  await page.waitForFunction(
    (full) => document.querySelector('nav')?.getBoundingClientRect().width === full,
    wide,
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('on a phone the tree is behind a button', async () => {
  const folder = await buildFolderOfReports('Pocket', 1);
  const viewport = { width: 390, height: 844 };
  const { page } = await openConsole(browser, oriel, '/workspace', { viewport });
  await page.getByRole('button', { name: 'Folders' }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Pocket' }).click();
  await row(page, 'Report 1').waitFor();
  assert.equal(new URL(page.url()).pathname, `/workspace/folders/${folder}`);
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  assert.equal(await page.evaluate(overflow), 0);
  await page.context().close();
});

test('a session that has ended leads to the sign-in and from there back, with the search', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace?search=punctuality&sort=updated_at');
  await row(page, 'Punctuality').or(contents(page)).first().waitFor();
  const address = page.url();
  await page.context().clearCookies();
  await page.reload();
  await page.waitForURL(/\/sign-in/);
  await fillSignIn(page, adminPassword(oriel));
  await contents(page).waitFor();
  assert.equal(page.url(), address);

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Too late');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/sign-in/);
  await fillSignIn(page, adminPassword(oriel));
  await contents(page).waitFor();
  assert.equal(page.url(), address);
  await page.context().close();
});

test('the console says when it cannot be opened, and opens when it is tried again', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  for (const path of ['**/api/v1/users/me', '**/api/v1/deployments?*']) {
    await page.route(path, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message": "Out of order"}' }),
    );
    await page.reload();
    await page.getByText('Something went wrong on the server').waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await contents(page).waitFor();
  }
  await page.context().close();
});

test('a question mark lists the shortcuts, a slash goes to the search, and a search without a hit can be cleared', async () => {
  const { page } = await openConsole(browser, oriel, '/workspace');
  await contents(page).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('nothing has this name');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await contents(page).waitFor();
  assert.equal(await page.getByLabel('Search all folders').inputValue(), '');
  await page.context().close();
});

test('a search finds the reports of workbooks too, with their places, and tabs are steps of the history', async () => {
  const folderId = await buildFolder('Search place');
  const workbook = await client.call('createWorkbook', { params, body: { name: 'Searched', folderId } });
  const name = 'A needle in a workbook';
  const report = await client.call('createReport', { params, body: { name, workbookId: workbook.id } });
  const { page, problems } = await openConsole(browser, oriel, '/workspace');
  const search = page.getByRole('textbox', { name: 'Search all folders' });
  await search.fill('needle');
  const hits = page.getByRole('region', { name: 'Reports in workbooks' });
  await hits.getByText('Search place / Searched').waitFor();
  assert.equal(await page.getByText('Nothing found').count(), 0);
  assert.deepEqual(await seriousFindings(page, 'what a search has found'), []);
  await hits.getByRole('link', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
  assert.equal(new URL(page.url()).search, `?tab=${report.id}`);
  await page.getByRole('tab', { name: 'Dashboard' }).click();
  await page.getByRole('tab', { name: 'Dashboard', selected: true }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name, selected: true }).waitFor();
  await page.goBack();
  assert.equal(await search.inputValue(), 'needle');
  await hits.getByRole('link', { name }).waitFor();
  await search.fill('no such thing');
  await page.getByText('Nothing found').waitFor();
  assert.deepEqual(problems, []);
  // What could not be searched is told: it may hold something.
  await page.route('**/reports?*', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"status": 400}' }),
  );
  await search.fill('no hit either');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByText('Nothing found').count(), 0);
  await page.context().close();
});

test('the headings of a list order it, and the tree has the order of the list', async () => {
  const parent = await buildFolder('Ordered');
  for (const name of ['b second', 'A first', 'c third']) await buildFolder(name, parent);
  for (const name of ['Older', 'Newer'])
    await client.call('createReport', { params, body: { name, folderId: parent } });
  const { page, problems } = await openFolder(parent);
  const names = () => contents(page).getByRole('listitem').getByRole('link').allInnerTexts();
  await row(page, 'Older').waitFor();
  assert.deepEqual(await names(), ['A first', 'b second', 'c third', 'Newer', 'Older']);
  await treeFolder(page, 'c third').waitFor();
  const tree = await page.getByRole('tree').getByRole('treeitem').allInnerTexts();
  const inTree = tree.map((text) => text.trim()).filter((text) => / (first|second|third)$/.test(text));
  assert.deepEqual(inTree, ['A first', 'b second', 'c third']);
  const header = (name: string) => page.getByRole('button', { name });
  await header('Name').click();
  await page.waitForFunction(() => /direction=DESC/.test(window.location.search));
  await page.waitForFunction(() => /Older[^]*Newer/.test(document.body.innerText));
  await header('Changed').click();
  await page.waitForFunction(() => /Newer[^]*Older/.test(document.body.innerText));
  assert.match(page.url(), /sort=updated_at/);
  assert.deepEqual(
    [await header('Name').getAttribute('aria-pressed'), await header('Changed').getAttribute('aria-pressed')],
    ['false', 'true'],
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});
