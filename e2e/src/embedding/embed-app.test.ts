import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishApp } from '../support/app-board.ts';
import { startAppWorld, type AppWorld } from '../support/embed-app.ts';

/** The application of an embed tenant: the rooms of the console under the rights of a session in creator mode. */
let world: AppWorld;
before(async () => {
  world = await startAppWorld();
});
after(() => world.close());

const APP = '/embed/d/1/app';

/** The id of a workbook of the demo that its embed tenants see. */
async function sharedWorkbook(): Promise<number> {
  const { items } = await world.client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
  return items.find(({ name }) => name === 'Punctuality')?.id ?? 0;
}

test('ready comes first, then the view of the page; the host leads on, and the browser leads back', async () => {
  const id = await sharedWorkbook();
  const { page, frame, events, nextEvent, send, close } = await world.open('ada');
  const ready = await nextEvent('ready');
  assert.deepEqual(ready.payload, {
    embedTenant: 'skyline-travel',
    deploymentId: 1,
    mode: 'signed',
    surface: 'app',
  });
  const [workspace, dashboard] = [`${APP}/workspace`, `${APP}/dashboards/${id}`];
  const first = await nextEvent('view');
  assert.deepEqual(first.payload, { surface: 'app', path: workspace, title: 'Workspace' });
  await frame.getByRole('list', { name: 'Contents' }).waitFor();
  // Nothing of the account is there.
  assert.equal(await frame.getByRole('link', { name: /People|API/ }).count(), 0);
  await send('navigate', { path: dashboard });
  const second = await nextEvent('view', 2);
  assert.equal(second.payload?.['path'], dashboard);
  assert.deepEqual((await nextEvent('navigate')).payload, { path: dashboard, previousPath: workspace });
  // The frame's own history is part of the page's.
  await page.evaluate(() => window.history.back());
  assert.equal((await nextEvent('view', 3)).payload?.['path'], workspace);
  await frame.getByRole('list', { name: 'Contents' }).waitFor();
  await send('navigate', { path: '/settings/people' });
  const refused = await nextEvent('error');
  assert.equal(refused.payload?.['fatal'], false);
  assert.equal((await events('view')).length, 3);
  await close();
});

test('set-filter is about the dashboard that is open, and refused while none is', async () => {
  const { frame, events, nextEvent, send, close } = await world.open('ada');
  await nextEvent('view');
  const text = encodeURIComponent('{"value":["Oakland"]}');
  const filterUrlParameter = `f_network.origin_city=${text}`;
  await send('set-filter', { filterUrlParameter });
  assert.match(String((await nextEvent('error')).payload?.['message']), /navigate to one first/);
  await send('navigate', { path: `${APP}/dashboards/${await sharedWorkbook()}` });
  await nextEvent('view', 2);
  await frame.locator('[data-part=chart]').first().waitFor();
  await send('set-filter', { filterUrlParameter });
  const state = String((await nextEvent('filter-changed')).payload?.['state']);
  assert.match(state, /^f_network\.origin_city=.*Oakland/);
  await send('get-state', {});
  assert.equal((await nextEvent('state')).payload?.['state'], state);
  await send('set-filter', { filterUrlParameter: `f_orders.status=${text}` });
  assert.match(String((await nextEvent('error', 2)).payload?.['message']), /orders\.status filters nothing/);
  await send('set-state', { state: '' });
  assert.equal((await nextEvent('filter-changed', 2)).payload?.['state'], '');
  assert.equal((await events('error')).length, 2);
  await close();
});

test('a viewer makes a folder, marks it and shares it, and another tenant sees nothing of it', async () => {
  const session = { embedTenantProfile: { displayName: 'Skyline Travel' } };
  const { frame, nextEvent, close } = await world.open('ada', { session });
  await nextEvent('view');
  await frame.getByRole('button', { name: 'New folder' }).click();
  await frame.getByRole('textbox', { name: 'Name' }).fill('Plans of ada');
  await frame.getByRole('button', { name: 'Create' }).click();
  await frame.getByRole('listitem').filter({ hasText: 'Plans of ada' }).waitFor();
  await frame.getByRole('button', { name: 'Mark Plans of ada as a favourite' }).click();
  await frame.getByRole('button', { name: 'Take Plans of ada out of the favourites' }).waitFor();
  await frame.getByRole('checkbox', { name: 'Select Plans of ada' }).click();
  await frame.getByRole('button', { name: 'More actions' }).click();
  await frame.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = frame.getByRole('dialog', { name: 'Share Plans of ada' });
  await dialog.getByRole('combobox', { name: 'Share with' }).click();
  await frame.getByRole('option', { name: 'Skyline Travel · Everyone' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Skyline Travel' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await close();

  const colleague = await world.open('grace');
  await colleague.frame.getByRole('listitem').filter({ hasText: 'Plans of ada' }).waitFor();
  await colleague.close();

  const rival = await world.open('rival', { session: { embedTenantName: 'another-tenant' } });
  await rival.nextEvent('view');
  await rival.frame.getByRole('button', { name: 'New folder' }).first().waitFor();
  await rival.frame.getByRole('searchbox').or(rival.frame.getByRole('textbox')).first().fill('Plans');
  await rival.frame.getByText('Nothing found').waitFor();
  await rival.close();
});

test('a viewer takes back what was deleted, at once or from the trash', async () => {
  const { frame, nextEvent, events, close } = await world.open('ada');
  await nextEvent('view');
  await frame.getByRole('button', { name: 'New folder' }).click();
  await frame.getByRole('textbox', { name: 'Name' }).fill('Scraps');
  await frame.getByRole('button', { name: 'Create' }).click();
  const row = frame.getByRole('listitem').filter({ hasText: 'Scraps' });
  const remove = async () => {
    await frame.getByRole('checkbox', { name: 'Select Scraps' }).click();
    await frame.getByRole('button', { name: 'Delete' }).click();
    await frame.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'hidden' });
  };
  await row.waitFor();
  await remove();
  await frame.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await remove();
  await frame.getByRole('link', { name: 'Trash' }).click();
  await frame.getByRole('button', { name: 'Restore Scraps' }).click();
  await frame.getByText('The trash is empty').waitFor();
  assert.equal((await events('view')).at(-1)?.payload?.['path'], `${APP}/trash`);
  await frame.getByRole('link', { name: 'Workspace' }).click();
  await row.waitFor();
  assert.deepEqual(await events('error'), []);
  await close();
});

test('a viewer deletes several things at once, by a key, and brings them back', async () => {
  const { frame, nextEvent, events, close } = await world.open('ada');
  await nextEvent('view');
  const row = (name: string) => frame.getByRole('listitem').filter({ hasText: name });
  for (const name of ['Heap one', 'Heap two']) {
    await frame.getByRole('button', { name: 'New folder' }).click();
    await frame.getByRole('textbox', { name: 'Name' }).fill(name);
    await frame.getByRole('button', { name: 'Create' }).click();
    await row(name).waitFor();
    await frame.getByRole('checkbox', { name: `Select ${name}` }).click();
  }
  // What the account shares with the viewer is none of what it may delete.
  await frame.getByRole('checkbox', { name: 'Select Network' }).click();
  await frame.getByRole('button', { name: 'Delete 2 of 3' }).waitFor();
  await row('Heap one').getByRole('link').press('Delete');
  const dialog = frame.getByRole('dialog', { name: 'Delete 2 items?' });
  await dialog.getByText('2 folders').waitFor();
  await dialog.getByText('Nothing that you can see lies in the folders.').waitFor();
  await dialog.getByText('1 of what is selected stays: you may not delete it.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await frame.getByText('2 deleted').waitFor();
  await row('Heap two').waitFor({ state: 'detached' });
  await frame.getByRole('button', { name: 'Undo' }).click();
  await row('Heap one').waitFor();
  await row('Heap two').waitFor();
  assert.deepEqual(await events('error'), []);
  await close();
});

test('the host is told once that the server does not answer, and all comes back by itself', async () => {
  const { page, frame, nextEvent, events, send, close } = await world.open('ada');
  await frame.getByRole('list', { name: 'Contents' }).waitFor();
  const gone = /\/(api\/v1|readyz)/;
  await page.route(gone, (route) => route.abort('connectionrefused'));
  await send('refresh');
  const { payload } = await nextEvent('error');
  assert.deepEqual(
    [payload?.['name'], payload?.['context'], payload?.['fatal']],
    ['ConnectionError', 'connection', false],
  );
  const banner = frame.getByRole('alert').filter({ hasText: 'The server does not answer' });
  await banner.waitFor();
  for (const _again of [1, 2]) await page.waitForRequest(/\/readyz/);
  assert.equal((await events('error')).length, 1);
  await page.unroute(gone);
  await banner.waitFor({ state: 'detached' });
  await close({ expected: /Failed to load resource|ERR_CONNECTION_REFUSED/ });
});

test('a deep link opens its page in Japanese and dark, with the name that the session leaves', async () => {
  const id = await sharedWorkbook();
  const { frame, nextEvent, send, close } = await world.open('ada', {
    path: `/workbook/${id}`,
    parameters: '&locale=ja&showDashboardTitle=false',
    session: { settings: { showWorkbookShare: false } },
  });
  const view = await nextEvent('view');
  assert.equal(view.payload?.['path'], `${APP}/workbook/${id}`);
  await frame.getByRole('button', { name: '更新' }).waitFor();
  assert.equal(await frame.getByRole('heading', { level: 1 }).count(), 0);
  assert.equal(await frame.getByRole('button', { name: '共有' }).count(), 0);
  assert.equal(await frame.locator('html').getAttribute('lang'), 'ja-JP');
  await send('set-color-scheme', { scheme: 'dark' });
  await frame.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await send('set-locale', { locale: 'de' });
  await frame.getByRole('button', { name: 'Aktualisieren' }).waitFor();
  await close();
});

test('the host is told what is exported of a chart on a dashboard, and of a report in a workbook', async () => {
  const { frame, nextEvent, close } = await world.open('ada', {
    path: `/dashboards/${await sharedWorkbook()}`,
    parameters: '&allowExport=true',
    session: {
      userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
      userAttributeDefinitions: [{ name: 'states', type: 'string_array' }],
    },
  });
  await frame.getByRole('region', { name: 'Airports at a glance' }).getByRole('group').first().click();
  await frame.getByRole('button', { name: 'Download as CSV' }).first().click();
  const { payload: chart } = await nextEvent('download');
  assert.deepEqual([chart?.['target'], typeof chart?.['widgetId']], ['widget', 'string']);
  // A copy of the workbook is the viewer's own, with its reports.
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('menuitem', { name: 'Duplicate' }).click();
  await frame.getByRole('link', { name: 'Edit' }).click();
  await frame.getByRole('tab').nth(1).click();
  await frame.getByRole('button', { name: 'Export', exact: true }).click();
  await frame.getByRole('menuitem', { name: 'CSV' }).click();
  const { payload: table = {} } = await nextEvent('download', 2);
  const { target, reportId, format, complete, rowCount, totalRowCount } = table;
  assert.deepEqual([target, typeof reportId, format], ['report', 'number', 'csv']);
  assert.deepEqual([complete, rowCount], [true, totalRowCount]);
  await close();
});

test('a viewer duplicates a dashboard that is an app, and rewrites the copy in the frame', async () => {
  const params = { deploymentId: 1 };
  const { client } = world;
  const body = { name: 'Plain app' };
  const { id: workbookId } = await client.call('createWorkbook', { params, body });
  const written = (text: string) => `<!doctype html><title>App</title><p>${text}</p>`;
  const files = { 'index.html': written('Of the host') };
  await publishApp(client, { ...params, workbookId }, { title: 'Plain app', files });
  const access = { embedTenantName: 'skyline-travel', action: 'read' as const };
  await client.call('updateEmbedAccess', { params: { ...params, workbookId }, body: access });
  const { frame, close } = await world.open('ada', { path: `/dashboards/${workbookId}` });
  await frame.frameLocator('[data-part=app] > iframe').getByText('Of the host').waitFor();
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('menuitem', { name: 'Duplicate' }).click();
  await frame.getByRole('link', { name: 'Edit' }).click();
  const field = frame.getByLabel('Content of index.html');
  await field.fill(written('Of the viewer'));
  const preview = frame.getByRole('region', { name: 'Preview' });
  await preview.frameLocator('[data-part=app] > iframe').getByText('Of the viewer').waitFor();
  await field.press('Control+s');
  await frame.getByText('Draft saved').waitFor();
  await frame.getByRole('button', { name: 'Publish' }).click();
  await frame.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await frame.getByText('Published', { exact: true }).waitFor();
  await frame.getByRole('link', { name: 'Show the dashboard' }).click();
  await frame.frameLocator('[data-part=app] > iframe').getByText('Of the viewer').waitFor();
  await close();
});

test('the workspace has its name in every place: of the language, of a folder, or of the account', async () => {
  const titles = async (parameters: string, path?: string) => {
    const { frame, nextEvent, close } = await world.open('ada', {
      parameters,
      ...(path !== undefined && { path }),
    });
    const { payload } = await nextEvent('view');
    const heading = await frame.getByRole('heading', { level: 1 }).innerText();
    const root = await frame.getByRole('treeitem').first().innerText();
    await close();
    return [payload?.['title'], heading, root.trim()];
  };
  const setTitle = (workspaceTitle: string | null) =>
    world.client.call('updateAppConfig', { body: { creatorMode: { workspaceTitle } } });
  assert.deepEqual(await titles('&locale=ja'), ['ワークスペース', 'ワークスペース', 'ワークスペース']);
  const folders = await world.client.call('getFolders', { params: { deploymentId: 1 }, query: {} });
  const network = folders.items.find(({ name }) => name === 'Network')?.id;
  assert.deepEqual(await titles('&locale=ja', `/workspace/folders/${network}`), [
    'Network',
    'Network',
    'ワークスペース',
  ]);
  await setTitle('Flugplan');
  assert.deepEqual(await titles('&locale=ja'), ['Flugplan', 'Flugplan', 'Flugplan']);
  await setTitle(null);
});

test('without creator mode the application is refused', async () => {
  const { nextEvent, close } = await world.open('reader', { session: { creatorMode: false } });
  const error = await nextEvent('error');
  assert.deepEqual([error.payload?.['name'], error.payload?.['fatal']], ['SessionError', true]);
  await close({ expected: /./ });
});
