import type { Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { publishApp, REPORT } from '../support/app-board.ts';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** Authors write dashboards that are apps in the console: files, their contents, and how the app looks. */
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
const page = (words: string) => `<!doctype html><title>App</title><p>${words}</p>`;

async function makeApp(): Promise<number> {
  const { id } = await client.call('createWorkbook', {
    params,
    body: { name: `App ${crypto.randomUUID()}` },
  });
  await publishApp(client, { ...params, workbookId: id }, { files: { 'index.html': page('First') } });
  return id;
}
const open = (id: number) => openConsole(browser, oriel, `/workbook/${id}`);
const workbookOf = (id: number) => client.call('getWorkbook', { params: { ...params, workbookId: id } });
/** The text of the field, of the lines that are drawn: all of a short one. */
const codeOf = async (console: Page | FrameLocator, label: string) =>
  (await console.getByLabel(label).locator('.cm-line').allTextContents()).join('\n');
const drawn = (console: Page) => console.frameLocator('[data-part=app] > iframe');
const fileButton = (console: Page, name: string) =>
  console.getByRole('region', { name: 'Files' }).getByRole('button', { name, exact: false }).first();

test('what is typed is previewed, saved as a draft by the keyboard, and published', async () => {
  const id = await makeApp();
  const { page: console, problems } = await open(id);
  await drawn(console).getByText('First').waitFor();
  const field = console.getByLabel('Content of index.html');
  await field.fill(page('Second'));
  await drawn(console).getByText('Second').waitFor();
  await console.getByText('Unsaved changes').waitFor();
  assert.equal(
    (await workbookOf(id)).dashboardDraft?.app?.files?.['index.html'] ?? page('First'),
    page('First'),
  );
  await field.press('Control+s');
  await console.getByText('Draft saved').waitFor();
  assert.equal((await workbookOf(id)).dashboardDraft?.app?.files?.['index.html'], page('Second'));
  assert.equal((await workbookOf(id)).publishedDashboard?.config.app?.files?.['index.html'], page('First'));
  await console.getByRole('button', { name: 'Publish' }).click();
  await console.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await console.getByText('Published', { exact: true }).waitFor();
  assert.equal((await workbookOf(id)).publishedDashboard?.config.app?.files?.['index.html'], page('Second'));
  assert.deepEqual(problems, []);
  await console.context().close();
});

test('files are added, renamed, deleted and brought back, uploaded, and one is the start page', async () => {
  const id = await makeApp();
  const { page: console } = await open(id);
  const dialog = console.getByRole('dialog');
  await console.getByRole('button', { name: 'New file' }).click();
  await dialog.getByLabel('Name').fill('../out.js');
  await dialog.getByText('A relative path').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Create' }).isDisabled());
  await dialog.getByLabel('Name').fill('index.html');
  await dialog.getByText('is there already').waitFor();
  await dialog.getByLabel('Name').fill('lib/a.js');
  await dialog.getByLabel('Name').press('Enter');
  await console.getByLabel('Content of lib/a.js').fill('export const a = 1;');
  await fileButton(console, 'lib/a.js').press('F2');
  await dialog.getByLabel('Name').fill('lib/b.js');
  await dialog.getByLabel('Name').press('Enter');
  assert.equal(await codeOf(console, 'Content of lib/b.js'), 'export const a = 1;');
  await fileButton(console, 'index.html').press('Delete');
  await console.getByText('The start page index.html is none of the files.').waitFor();
  assert.ok(await console.getByRole('button', { name: 'Publish' }).isDisabled());
  await console.getByRole('button', { name: 'Undo' }).click();
  await console.getByText('is none of the files').waitFor({ state: 'detached' });
  await console.locator('input[type=file]').setInputFiles([
    { name: 'start.html', mimeType: 'text/html', buffer: Buffer.from(page('Uploaded')) },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0xff, 0x00]) },
    { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1024 * 1024 + 1, 'x') },
  ]);
  await console.getByText('photo.png is no text').waitFor();
  await console.getByText('big.txt has 1,025 kB, more than 1,024 kB').waitFor();
  await console.getByRole('button', { name: 'Options of start.html' }).click();
  await console.getByRole('menuitem', { name: 'Make it the start page' }).click();
  await drawn(console).getByText('Uploaded').waitFor();
  await console.getByRole('button', { name: 'Save draft' }).click();
  await console.getByText('Draft saved').waitFor();
  const app = (await workbookOf(id)).dashboardDraft?.app;
  assert.equal(app?.entry, 'start.html');
  assert.deepEqual(Object.keys(app?.files ?? {}).toSorted(), ['index.html', 'lib/b.js', 'start.html']);
  await console.context().close();
});

test('changes are there again after another room, and another editor’s are not overwritten', async () => {
  const id = await makeApp();
  const { page: console } = await open(id);
  await console.getByLabel('Content of index.html').fill(page('Mine'));
  await console.getByRole('tab', { name: REPORT }).click();
  await console.getByRole('tab', { name: 'Dashboard' }).click();
  assert.equal(await codeOf(console, 'Content of index.html'), page('Mine'));
  const theirs = { kind: 'APP' as const, app: { files: { 'index.html': page('Theirs') } } };
  await client.call('updateWorkbookDashboard', {
    params: { ...params, workbookId: id },
    body: { dashboardDraft: theirs },
  });
  await console.getByRole('button', { name: 'Save draft' }).click();
  await console.getByText('Another editor saved first').waitFor();
  await console.getByRole('button', { name: 'Load what is there now' }).click();
  await drawn(console).getByText('Theirs').waitFor();
  await console.getByRole('button', { name: 'Show my files instead' }).click();
  assert.equal(await codeOf(console, 'Content of index.html'), page('Mine'));
  await console.getByRole('button', { name: 'Save draft' }).click();
  await console.getByText('Draft saved').waitFor();
  assert.equal((await workbookOf(id)).dashboardDraft?.app?.files?.['index.html'], page('Mine'));
  await console.context().close();
});

test('an app that fails says why to its author', async () => {
  const id = await makeApp();
  const { page: console } = await open(id);
  await console
    .getByLabel('Content of index.html')
    .fill(page(`<script>throw new Error('broken at the start')</script>`));
  await console.getByText('broken at the start').waitFor();
  await console.context().close();
});

test('a workbook without a dashboard begins with an app that draws its first report', async () => {
  const { id } = await client.call('createWorkbook', { params, body: { name: 'New app' } });
  const query = { measures: ['network.count'], dimensions: ['network.origin_city'] };
  const body = { name: REPORT, workbookId: id, jsonQuery: JSON.stringify(query) };
  await client.call('createReport', { params, body });
  const { page: console } = await open(id);
  await console.getByRole('button', { name: 'Write an app' }).click();
  await drawn(console).getByRole('row').nth(3).waitFor();
  await console.getByRole('button', { name: 'Save draft' }).click();
  await console.getByText('Draft saved').waitFor();
  assert.equal((await workbookOf(id)).dashboardDraft?.kind, 'APP');
  await console.context().close();
});

test('each file keeps what can be undone, Tab indents, and Escape lets it leave the field', async () => {
  const id = await makeApp();
  const { page: console, problems } = await open(id);
  await console.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console -- errors of the console are what the page's problems are made of
      globalThis.console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    ),
  );
  await console.getByRole('button', { name: 'New file' }).click();
  await console.getByRole('dialog').getByLabel('Name').fill('a.js');
  await console.getByRole('dialog').getByLabel('Name').press('Enter');
  const script = console.getByLabel('Content of a.js');
  await script.fill('const a = 1;');
  await script.press('Home');
  await script.press('Tab');
  assert.equal(await codeOf(console, 'Content of a.js'), '  const a = 1;');
  assert.notEqual(await script.locator('span', { hasText: 'const' }).getAttribute('class'), null);
  await fileButton(console, 'index.html').click();
  await console.getByLabel('Content of index.html').fill('x');
  await fileButton(console, 'a.js').press('F2');
  await console.getByRole('dialog').getByLabel('Name').fill('b.js');
  await console.getByRole('dialog').getByLabel('Name').press('Enter');
  await fileButton(console, 'b.js').click();
  const renamed = console.getByLabel('Content of b.js');
  await renamed.press('ControlOrMeta+z');
  assert.equal(await codeOf(console, 'Content of b.js'), 'const a = 1;');
  await fileButton(console, 'index.html').click();
  await console.getByLabel('Content of index.html').press('ControlOrMeta+z');
  assert.equal(await codeOf(console, 'Content of index.html'), page('First'));

  const html = console.getByLabel('Content of index.html');
  await html.press('Escape');
  await html.press('Tab');
  assert.equal(await html.evaluate((element) => element === document.activeElement), false);
  await html.press('ControlOrMeta+f');
  const find = console.getByRole('textbox', { name: 'Find' });
  await find.pressSequentially('First');
  await console.locator('.cm-searchMatch').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await console.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousFindings(console, colorScheme), []);
  }
  await find.press('Escape');
  await find.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await console.context().close();
});

test('the editor that cannot be loaded is tried again, and a megabyte can be edited', async () => {
  const { id } = await client.call('createWorkbook', {
    params,
    body: { name: `App ${crypto.randomUUID()}` },
  });
  const line = `<p>${'x'.repeat(90)}</p>`;
  const large = [page('Large'), ...Array.from({ length: 10_400 }, () => line)].join('\r\n');
  await publishApp(client, { ...params, workbookId: id }, { files: { 'index.html': large } });
  const { page: console } = await openConsole(browser, oriel, '/workspace');
  await console.route(/code-editor-.*\.js/, (route) => route.abort());
  await console.goto(`${oriel.url}/workbook/${id}`);
  await console.getByText('The code editor could not be loaded').waitFor();
  await console.unroute(/code-editor-.*\.js/);
  await console.getByRole('button', { name: 'Try again' }).click();
  const field = console.getByLabel('Content of index.html');
  await field.press('ControlOrMeta+Home');
  await console.keyboard.type('<!-- typed -->');
  await field.press('ControlOrMeta+s');
  await console.getByText('Draft saved').waitFor();
  const saved = (await workbookOf(id)).dashboardDraft?.app?.files?.['index.html'];
  assert.ok(saved === `<!-- typed -->${large}`, 'all of it, with the line ends that it has');
  await console.context().close();
});
