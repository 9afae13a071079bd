import type { Client } from '@oriel/client';
import type { DashboardConfigDraftInput } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { LOOKS, seriousFindings } from '../support/browsers/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { startAppWorld, type AppWorld } from '../support/embed-app.ts';
import { FLIGHTS } from '../support/small-data.ts';

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

async function add(page: Page | FrameLocator, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

type Spot = readonly [across: number, down: number];

/** Presses on a widget, and lets go at a spot of another one, both in shares of their size. */
async function dragTo(page: Page, from: Locator, to: Locator, [across, down]: Spot): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start && end);
  const [x, y] = [start.x + start.width / 2, start.y + Math.min(60, start.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10, { steps: 4 });
  await page.mouse.move(end.x + end.width * across, end.y + end.height * down, { steps: 8 });
}

/** Presses on a widget, moves the pointer and lets go, so that it lies where another one does. */
async function dragOnto(page: Page, name: string, other: string): Promise<void> {
  const [from, to] = [await widget(page, name).boundingBox(), await widget(page, other).boundingBox()];
  assert.ok(from && to);
  const [x, y] = [from.x + 60, from.y + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y + 4, { steps: 3 });
  await page.mouse.move(x + to.x - from.x, y + to.y - from.y, { steps: 8 });
  await page.mouse.up();
}

test('a dashboard is built from nothing with mouse and keyboard, saved, published, and seen by its viewers', async () => {
  const id = await makeWorkbook();
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
  await widget(page, 'By origin')
    .getByText('SFO')
    .or(widget(page, 'By origin').getByRole('row'))
    .first()
    .waitFor();
  await dragOnto(page, 'By origin', 'By city');
  await page.getByText('Column 1, row 1').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await widget(page, 'By city').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('5 columns wide, 9 rows high').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.getByText('Column 2, row 1').waitFor({ state: 'attached' });
  await page.keyboard.press('Delete');
  await page.getByText('By city deleted').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await widget(page, 'By city').waitFor();

  await add(page, 'Filter');
  await page.getByRole('option', { name: 'City (Origin city)' }).click();
  await widget(page, 'Origin city').waitFor();
  await page.keyboard.press('Escape');
  await add(page, 'Text');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('## Hello\n\nwritten here');
  await page.getByRole('heading', { name: 'Hello' }).first().waitFor();
  await add(page, 'Tabs');
  await add(page, 'Chart');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('origin');
  await dialog.getByRole('button', { name: 'By origin on the dashboard' }).press('Enter');
  await page.locator('[data-chosen]').getByRole('tab', { name: 'By origin' }).waitFor();
  // The focus stays in the dialog, for more of them.
  assert.equal(await dialog.locator(':focus').count(), 1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'By origin' }).last().waitFor();
  const title = page
    .getByRole('complementary', { name: 'Settings of the widget' })
    .getByRole('textbox', { name: 'Title' });
  await title.fill('x'.repeat(256));
  await page.getByText('At most 255 characters').waitFor();
  await title.fill('Inside');

  // What is not saved is there again after the page was loaded again.
  await page.reload();
  await page.getByRole('tab', { name: 'Inside' }).waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('tab', { name: 'Inside' }).press('Control+s');
  await page.getByText('Draft saved').waitFor();
  const draft = await draftOf(id);
  assert.deepEqual(
    draft?.widgets?.map(({ type }) => type),
    ['CHART', 'CHART', 'FILTER', 'TEXT', 'CONTAINER'],
  );
  const { x, w } = draft?.widgets?.[0]?.position ?? {};
  assert.deepEqual([x, w], [1, 5]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();

  const access = { embedTenantName: 'skyline-travel', action: 'read' as const };
  await client.call('updateEmbedAccess', { params: { ...params, workbookId: id }, body: access });
  const viewer = await world.open('reader', { path: `/dashboards/${id}` });
  await viewer.frame.getByRole('heading', { name: 'Hello' }).waitFor();
  await viewer.frame.getByRole('tab', { name: 'Inside' }).waitFor();
  assert.equal(await viewer.frame.getByRole('link', { name: 'Edit' }).count(), 0);
  await viewer.close();
  const reader = await world.open('reader', { path: `/workbook/${id}`, parameters: '&edit=true' });
  await reader.frame.getByRole('heading', { name: 'Hello' }).waitFor();
  assert.equal(await reader.frame.getByRole('toolbar').count(), 0);
  await reader.close();
});

test('widgets are dragged into a container, within it and out of it, and the keyboard does the same', async () => {
  const id = await makeWorkbook();
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
  await add(page, 'Side by side');
  const box = widget(page, 'Container');
  await box.waitFor();
  const [city, origin] = [widget(page, 'By city'), widget(page, 'By origin')];
  const names = () =>
    box.locator('[data-chosen]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  const said = (text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'attached' });

  // What is added has the focus: the arrows bring it to the top.
  while (!(await page.getByText('Column 1, row 1', { exact: true }).count()))
    await page.keyboard.press('ArrowUp');
  await dragTo(page, city, box, [0.5, 0.5]);
  await page.locator('[data-takes=true][data-widget-id]').waitFor();
  await page.mouse.up();
  await box.getByRole('group', { name: 'By city' }).waitFor();
  await said('Now in Container');
  await dragTo(page, origin, box, [0.1, 0.5]);
  await page.mouse.up();
  await box.getByRole('group', { name: 'By origin' }).waitFor();
  assert.deepEqual(await names(), ['By origin', 'By city']);

  await dragTo(page, origin, box, [0.9, 0.5]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await names(), ['By origin', 'By city']);
  await dragTo(page, origin, box, [0.9, 0.5]);
  await page.mouse.up();
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[data-widget-id^=container] [data-chosen]')]
        .map((each) => each.getAttribute('aria-label'))
        .join() === wanted,
    'By city,By origin',
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.deepEqual(await names(), ['By city', 'By origin']);

  await dragTo(page, origin, box, [0.5, 1.1]);
  await page.mouse.up();
  await said('Column 4, row 9');
  assert.deepEqual(await names(), ['By city']);

  // The focus stays with the widget that goes in and out.
  await page.keyboard.press('i');
  await said('Now in Container');
  assert.deepEqual(await names(), ['By city', 'By origin']);
  await page.keyboard.press('i');
  await said('There is no container beside it that takes it');
  await page.keyboard.press('o');
  await said('Column 1, row 9');
  await page.keyboard.press('o');
  await said('It is in no container');
  await page.keyboard.press('Enter');
  await page.locator('input:focus').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

const placesIn = async (id: number) =>
  (await draftOf(id))?.widgets?.map(({ type, position: { x, y, w, h } }) => [type, x, y, w, h].join(' '));

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
}

test('controls that are added have a line at the top, and one of a time begins with a range', async () => {
  const id = await makeWorkbook();
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
  await add(page, 'Filter');
  await page.getByRole('option', { name: 'Departure', exact: true }).click();
  const settings = page.getByRole('complementary', { name: 'Settings of the widget' });
  const condition = settings.getByRole('combobox', { name: 'Condition of Departure' });
  await condition.waitFor();
  assert.equal(await condition.inputValue(), 'between');
  await page.keyboard.press('Escape');
  await add(page, 'Filter');
  await page.getByRole('option', { name: 'City (Origin city)' }).click();
  await widget(page, 'Origin city').waitFor();
  // An open range leaves all rows there.
  await widget(page, 'By origin').getByText('SFO').waitFor();
  await page.locator('[data-widget-id^=filter]').first().click();
  await settings.getByLabel('Periods of Departure').click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await widget(page, 'By origin').getByText('SFO').waitFor({ state: 'detached' });
  await saveDraft(page);
  assert.deepEqual(await placesIn(id), [
    'CHART 0 2 6 9',
    'CHART 6 2 6 9',
    'FILTER 0 0 5 2',
    'FILTER 5 0 3 2',
  ]);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('Escape puts back what is dragged or resized, and what is dragged past another changes places with it', async () => {
  const id = await makeWorkbook();
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
  await saveDraft(page);
  const before = await placesIn(id);
  const [city, origin] = [widget(page, 'By city'), widget(page, 'By origin')];
  /** Where both lie at rest: widgets glide to their places, and begin to some time after it is said. */
  const boxes = async () => {
    const look = async () => [await city.boundingBox(), await origin.boundingBox()];
    let [now, looks] = [await look(), 1];
    while (looks < 4) {
      await page.waitForTimeout(100);
      const next = await look();
      looks = isDeepStrictEqual(next, now) ? looks + 1 : 1;
      now = next;
    }
    return now;
  };
  const start = await boxes();
  const isBack = async () => {
    await page.getByText('Put back where it was').waitFor({ state: 'attached' });
    await page.mouse.move(700, 500, { steps: 3 });
    await page.mouse.up();
    assert.deepEqual(await boxes(), start);
    // What ends no drag does what it did before.
    await city.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('6 columns wide, 10 rows high').waitFor({ state: 'attached' });
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('6 columns wide, 9 rows high').waitFor({ state: 'attached' });
    assert.deepEqual(await boxes(), start);
  };
  await dragTo(page, origin, city, [0.5, 0.4]);
  await page.locator('.react-grid-placeholder').waitFor();
  await page.keyboard.press('Escape');
  await isBack();
  const corner = city.locator('.react-resizable-handle-se');
  await dragTo(page, corner, origin, [0.4, 0.9]);
  await page.keyboard.press('Escape');
  await isBack();

  await dragTo(page, origin, city, [0.45, 0.4]);
  await page.mouse.up();
  await page.getByText('Column 1, row 1', { exact: true }).waitFor({ state: 'attached' });
  await saveDraft(page);
  assert.deepEqual(await placesIn(id), before?.toReversed());

  // Charts that are added one after the other share a line.
  await add(page, 'Chart');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'By city on the dashboard' }).click();
  await dialog.getByRole('button', { name: 'By origin on the dashboard' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await add(page, 'Text');
  await saveDraft(page);
  assert.deepEqual((await placesIn(id))?.slice(2), ['CHART 0 9 6 9', 'CHART 6 9 6 9', 'TEXT 0 18 12 3']);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a filter is added, set up and left by the keyboard alone', async () => {
  const id = await makeWorkbook();
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Start an empty dashboard' }).press('Enter');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Filter', exact: true }).press('Enter');
  await page.locator('input[role=combobox]:focus, input[aria-haspopup=listbox]:focus').waitFor();
  const offered = page.getByRole('option');
  await offered.nth(1).waitFor();
  await page.keyboard.type('Origin city');
  await offered.nth(1).waitFor({ state: 'detached' });
  await offered.filter({ hasText: 'Origin city' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await widget(page, 'Origin city').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-widget-id]:focus').waitFor();
  await page.context().close();
});

test('what the keyboard adds into a container has the focus, not the button of the menu', async () => {
  const id = await makeWorkbook();
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Start an empty dashboard' }).press('Enter');
  for (const [name, type] of [
    ['Tabs', 'container'],
    ['Text', 'text'],
  ] as const) {
    const button = page.getByRole('button', { name: 'Add', exact: true });
    await button.press('Enter');
    const item = page.getByRole('menuitem', { name, exact: true });
    await item.press('Escape');
    await item.waitFor({ state: 'detached' });
    await page.locator('button[aria-haspopup=menu]:focus').waitFor();
    await button.press('Enter');
    await item.press('Enter');
    await page.locator(`[data-widget-id^="${type}-"]:focus`).waitFor();
  }
  await page.context().close();
});

test('a menu that is closed before it has the focus leaves it to its button', async () => {
  const id = await makeWorkbook();
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Start an empty dashboard' }).press('Enter');
  const button = page.getByRole('button', { name: 'Add', exact: true });
  await button.focus();
  await button.evaluate(
    (element: HTMLElement) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const menu = document.querySelector('[role=menu]');
          if (!menu) return;
          observer.disconnect();
          menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
        element.click();
      }),
  );
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
  await page.context().close();
});

test('a widget that is dragged to the lower edge of the window takes the page along', async () => {
  const id = await makeWorkbook();
  const config: DashboardConfigDraftInput = {
    kind: 'CLASSIC',
    widgets: Array.from({ length: 8 }, (_, index) => ({
      id: `text-${index}`,
      type: 'TEXT' as const,
      position: { x: 0, y: index * 8, w: 12, h: 8 },
      config: { content: `Part ${index}` },
    })),
  };
  await client.call('updateWorkbookDashboard', {
    params: { ...params, workbookId: id },
    body: { dashboardDraft: config },
  });
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  const from = await widget(page, 'Part 0').boundingBox();
  assert.ok(from);
  const height = page.viewportSize()?.height ?? 0;
  const [x, y] = [from.x + 200, from.y + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 3 });
  await page.mouse.move(x, height - 4, { steps: 6 });
  await page.waitForFunction(() => window.scrollY > 400);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  const moved = (await draftOf(id))?.widgets?.find(({ id: each }) => each === 'text-0');
  assert.ok((moved?.position.y ?? 0) >= 16, JSON.stringify(moved?.position));
  await page.context().close();
});

test('an author is told of controls that have no dimension, and viewers do not see them', async () => {
  const id = await makeWorkbook();
  const config: DashboardConfigDraftInput = {
    kind: 'CLASSIC',
    widgets: [
      { id: 'text', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 3 }, config: { content: 'Beside it' } },
      { id: 'empty', type: 'FILTER', position: { x: 0, y: 3, w: 4, h: 3 }, config: {} },
      {
        id: 'row',
        type: 'CONTAINER',
        position: { x: 0, y: 6, w: 12, h: 4 },
        config: {
          children: [
            { id: 'grain', type: 'TIME_GRAIN', position: { x: 0, y: 0, w: 4, h: 3 }, config: {} },
            { id: 'in', type: 'TEXT', position: { x: 0, y: 0, w: 4, h: 3 }, config: { content: 'In it' } },
          ],
        },
      },
    ],
  };
  await client.call('updateWorkbookDashboard', {
    params: { ...params, workbookId: id },
    body: { dashboardDraft: config },
  });
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Edit the dashboard' }).click();
  await page.getByText('A control without a dimension').nth(1).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' });
  await dialog.getByRole('note').getByText('controls without a dimension').waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(new URL(`/dashboards/${id}`, page.url()).href);
  await page.getByText('In it').waitFor();
  assert.equal(await page.locator('[data-widget-id=empty], [data-widget-id=grain]').count(), 0);
  await page.context().close();
});

test('a field switcher is set up, and the preview shows it as narrow as on a phone', async () => {
  const id = await makeWorkbook();
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: 'Start a dashboard with its reports' }).click();
  await add(page, 'Field switcher');
  await page.getByRole('combobox', { name: 'Measure or dimension' }).fill('Flights');
  await page.getByRole('option', { name: 'Flights', exact: true }).click();
  await page.getByText('Offer at least one.').waitFor();
  await page.getByRole('combobox', { name: 'May be replaced by' }).click();
  await page.getByRole('option', { name: 'Average delay' }).click();
  await page.getByText('Offer at least one.').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('combobox', { name: 'Flights' }).selectOption({ label: 'Average delay' });
  await page.getByText('Phone', { exact: true }).click();
  await page.waitForFunction(() => document.querySelector('[aria-label=Preview]')?.clientWidth === 388);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  const draft = await draftOf(id);
  assert.deepEqual(draft?.widgets?.find(({ type }) => type === 'FIELD')?.config, {
    member: 'network.count',
    alternatives: ['network.average_delay'],
  });
  assert.deepEqual(problems, []);
  await page.context().close();
});

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
