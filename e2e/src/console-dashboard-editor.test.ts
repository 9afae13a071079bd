import type { Client } from '@oriel/client';
import type { DashboardConfigDraftInput } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { LOOKS, seriousFindings } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { startAppWorld, type AppWorld } from './support/embed-app.ts';
import { FLIGHTS } from './support/small-data.ts';

/** Authors build dashboards of widgets in the console and in the embedded application. */
let world: AppWorld;
let client: Client;
before(async () => {
  world = await startAppWorld({ flights: FLIGHTS });
  ({ client } = world);
});
after(() => world.close());

const params = { deploymentId: 1 };

/** A workbook with two reports and no dashboard. */
async function makeWorkbook(): Promise<number> {
  const { id } = await client.call('createWorkbook', {
    params,
    body: { name: `Board ${crypto.randomUUID().slice(0, 8)}` },
  });
  for (const [name, member] of [
    ['By city', 'network.origin_city'],
    ['By origin', 'network.origin'],
  ] as const) {
    const jsonQuery = JSON.stringify({ measures: ['network.count'], dimensions: [member] });
    await client.call('createReport', { params, body: { name, workbookId: id, jsonQuery } });
  }
  return id;
}
const open = (id: number, path = '') =>
  openConsole(world.installation.browser, world.installation.oriel, `/workbook/${id}${path}`);
const draftOf = async (id: number) =>
  (await client.call('getWorkbook', { params: { ...params, workbookId: id } })).dashboardDraft;
const widget = (page: Page | FrameLocator, name: string) => page.getByRole('group', { name, exact: true });

test('what another editor has saved is not overwritten, and own changes can be shown again', async () => {
  const id = await makeWorkbook();
  const position = { x: 0, y: 0, w: 6, h: 4 };
  const textOf = (content: string): DashboardConfigDraftInput => ({
    widgets: [{ id: 'words', type: 'TEXT', position, config: { content }, style: { kept: true } }],
    settings: { slug: 'kept', gridOfAnother: [1] },
  });
  const save = (content: string) =>
    client.call('updateWorkbookDashboard', {
      params: { ...params, workbookId: id },
      body: { dashboardDraft: textOf(content) },
    });
  await save('First');
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  await widget(page, 'First').click();
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await field.fill('Mine');
  await save('Theirs');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Another editor saved first').waitFor();
  await page.getByRole('button', { name: 'Load what is there now' }).click();
  await widget(page, 'Theirs').waitFor();
  await page.getByRole('button', { name: 'Show my changes instead' }).click();
  await widget(page, 'Mine').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  const draft = await draftOf(id);
  assert.deepEqual(draft?.widgets?.[0]?.style, { kept: true });
  assert.deepEqual(draft?.settings, { slug: 'kept', gridOfAnother: [1] });
  // The way back leads out of the editor.
  await page.goBack();
  await page.getByRole('button', { name: 'Edit the dashboard' }).waitFor();
  await page.context().close();
});

test('in the embedded application the session says whether there are settings and texts by AI; nothing is left English', async () => {
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const shared = items.find(({ name }) => name === 'Punctuality')?.id ?? 0;
  const copy = await world.open('author', { path: `/dashboards/${shared}` });
  await copy.frame.getByRole('button', { name: 'More' }).click();
  await copy.frame.getByRole('menuitem', { name: 'Duplicate' }).click();
  await copy.frame.getByRole('link', { name: 'Edit' }).click();
  await copy.frame.getByRole('toolbar').waitFor();
  await copy.frame.getByRole('button', { name: 'Settings' }).waitFor();
  await copy.frame.getByRole('button', { name: 'Add', exact: true }).click();
  await copy.frame.getByRole('menuitem', { name: 'Text by AI' }).waitFor();
  const views = await copy.events('view');
  const path = String(views.at(-1)?.payload?.['path']).replace(/^.*\/app/, '');
  await copy.close();

  const without = await world.open('author', {
    path,
    parameters: '&locale=ja&edit=true',
    session: { settings: { showDashboardSettings: false, showAiWidgets: false } },
  });
  await without.frame.getByRole('toolbar', { name: 'ダッシュボードの編集' }).waitFor();
  assert.equal(await without.frame.getByRole('button', { name: '設定' }).count(), 0);
  await without.frame.getByRole('button', { name: '追加', exact: true }).click();
  await without.frame.getByRole('menuitem', { name: 'テキスト' }).waitFor();
  assert.equal(await without.frame.getByRole('menuitem', { name: 'AI の文章' }).count(), 0);
  await without.close();
});

test('axe finds nothing serious in the editor, in light, dark and narrow', async () => {
  const id = await makeWorkbook();
  const { installation } = world;
  for (const [look, options] of LOOKS) {
    const { page } = await openConsole(installation.browser, installation.oriel, `/workbook/${id}`, options);
    await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
    await page.getByRole('toolbar').waitFor();
    await page.getByRole('row').first().waitFor({ state: 'attached' });
    const findings = await seriousFindings(page, look);
    if (look === 'narrow') await page.getByRole('button', { name: 'By city', exact: true }).click();
    else await widget(page, 'By city').click();
    await page.getByLabel('Hide the title').waitFor();
    findings.push(...(await seriousFindings(page, `${look}, inspector`)));
    assert.deepEqual(findings, []);
    await page.context().close();
  }
});
