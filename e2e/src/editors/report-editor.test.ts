import { shippedLocales } from '@oriel/embed';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { resizePage } from '../support/browsers/resize.ts';
import { startAppWorld, type AppWorld } from '../support/embed-app.ts';

/** Reports are built in the console and in the embedded application, which are the same rooms. */
let world: AppWorld;
before(async () => {
  world = await startAppWorld();
});
after(() => world.close());

const params = { deploymentId: 1 };
type Room = Page | FrameLocator;

const pane = (room: Room) => room.getByRole('region', { name: 'Members of the data model' });
const member = (room: Room, name: string) => pane(room).locator(`[data-member="network.${name}"]`).first();
const save = (room: Room) => room.getByRole('button', { name: 'Save', exact: true });
const saved = (room: Room) => room.getByText('Saved', { exact: true });

async function makeWorkbook(): Promise<number> {
  return (await world.client.call('createWorkbook', { params, body: { name: 'Built here' } })).id;
}

/** The id of a workbook of the demo that its embed tenants see. */
async function sharedWorkbook(): Promise<number> {
  const { items } = await world.client.call('getWorkbooks', { params, query: {} });
  return items.find(({ name }) => name === 'Punctuality')?.id ?? 0;
}

async function reportsOf(workbookId: number) {
  return (await world.client.call('getReports', { params, query: { workbookId } })).items;
}

test('a report is built from nothing, saved, changed, and not over what another editor has saved', async () => {
  const workbookId = await makeWorkbook();
  const { installation, client } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}`,
  );
  await page.getByRole('button', { name: 'New report' }).first().click();
  await member(page, 'count').click();
  await page.getByText('1 row', { exact: true }).waitFor();
  await member(page, 'origin_state').click();
  await page.getByRole('region', { name: 'Preview of the report' }).locator('canvas').waitFor();
  await page.getByLabel('Order by').first().click();
  await page.getByRole('option', { name: 'Flights' }).click();
  await pane(page).getByRole('button', { name: 'Filter by State (Origin state)' }).click();
  await page.locator('input[aria-label="Value of State (Origin state)"]').click();
  for (const state of ['CA', 'TX']) {
    await page.keyboard.type(state);
    await page.keyboard.press('Enter');
  }
  await page.getByText('2 rows', { exact: true }).waitFor();
  await page.getByLabel('Name of the report').fill('Two states');
  assert.deepEqual(await seriousFindings(page, 'the report editor'), []);
  await save(page).click();
  await saved(page).waitFor();
  const [made] = await reportsOf(workbookId);
  assert.equal(made?.name, 'Two states');
  assert.deepEqual(JSON.parse(made.jsonQuery ?? ''), {
    measures: ['network.count'],
    dimensions: ['network.origin_state'],
    filters: [{ member: 'network.origin_state', operator: 'equals', values: ['CA', 'TX'] }],
    order: [['network.count', 'desc']],
    limit: 5000,
  });
  assert.deepEqual(made.meta, {
    kind: 'vega',
    spec: {
      mark: { type: 'bar' },
      encoding: {
        x: { field: 'network.origin_state', type: 'nominal', sort: null },
        y: { field: 'network.count', type: 'quantitative' },
      },
    },
  });
  // It comes back as it is, changes are taken back by the keyboard, and the query is there as text.
  await page.getByRole('button', { name: 'Done' }).click();
  await page
    .getByRole('img', { name: /a chart of/i })
    .locator('canvas')
    .waitFor();
  await page.goBack();
  await saved(page).waitFor();
  await page.getByRole('button', { name: 'Pie' }).click();
  await page.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Control+z');
  await saved(page).waitFor();
  await page.getByRole('button', { name: 'Show the query as text' }).click();
  await page.getByText('MEASURE(network.count)').waitFor();
  await page.getByText('Generated SQL', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Generated SQL' })
    .getByText(/GROUP BY/i)
    .waitFor();
  await page.getByText('Plan', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Plan' })
    .getByText(/aggregate by/)
    .waitFor();
  await page.getByRole('button', { name: 'Pie' }).click();
  problems.length = 0;
  await client.call('updateReport', { params: { ...params, reportId: made.id }, body: { name: 'Theirs' } });
  await page.keyboard.press('Control+s');
  await page.getByText('Another editor saved first').waitFor();
  await page.getByRole('button', { name: 'Load what is there now' }).click();
  await page.getByRole('button', { name: 'Show my changes instead' }).click();
  assert.equal(await page.getByLabel('Name of the report').inputValue(), 'Two states');
  await save(page).click();
  await saved(page).waitFor();
  const [changed] = await reportsOf(workbookId);
  assert.deepEqual(Object(changed?.meta).spec.mark, { type: 'arc' });
  await page.context().close();
});

test('an editor that is closed with changes keeps them, also when the page is loaded again, and the tab says so', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}`,
  );
  const tabOf = (name: string | RegExp) => page.getByRole('tab', { name });
  await page.getByRole('button', { name: 'New report' }).first().click();
  await member(page, 'count').click();
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await tabOf(/New report.*Unsaved changes/).waitFor();
  await page.reload();
  await tabOf(/New report.*Unsaved changes/).click();
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByLabel('Name of the report').fill('Kept');
  await save(page).click();
  await saved(page).waitFor();
  await tabOf('Kept').waitFor();
  assert.equal(await tabOf(/New report/).count(), 0);
  await page.getByLabel('Name of the report').fill('Kept longer');
  await tabOf(/Kept.*Unsaved changes/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
  await notice.waitFor();
  await page.reload();
  await notice.getByRole('button', { name: 'Edit' }).click();
  assert.equal(await page.getByLabel('Name of the report').inputValue(), 'Kept longer');
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Discard the changes' }).click();
  await saved(page).waitFor();
  await tabOf(/Unsaved changes/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  assert.equal(await notice.count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a table has looks by value, widths and comparisons in other places, by keyboard, and each is undone', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  await member(page, 'departure').click();
  await member(page, 'count').click();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Column Flights' }).click();
  await page.getByRole('menuitem', { name: 'Compare with an earlier period' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const [before, change] = ['Flights (1 month before)', 'Flights (change in %, in 1 month)'];
  await page.getByRole('columnheader', { name: before }).waitFor();
  assert.deepEqual(await headers(), ['Departure', 'Flights', before, change]);

  await page.getByText('Columns', { exact: true }).last().press('Enter');
  const later = page.getByRole('button', { name: `Move ${before} later` });
  await later.press('Enter');
  await page.getByText(`${before}: place 4 of 4`).waitFor({ state: 'attached' });
  assert.deepEqual(await headers(), ['Departure', 'Flights', change, before]);
  assert.equal(await later.evaluate((button) => button === document.activeElement), true);
  await page.getByLabel('Width of Flights in pixels').fill('300');
  const flights = page.getByRole('columnheader', { name: 'Flights', exact: true });
  const widthOf = async () => Math.round((await flights.boundingBox())?.width ?? 0);
  assert.equal(await widthOf(), 300);

  await page.getByText('Conditional formats').press('Enter');
  await page.getByRole('button', { name: 'Add a format' }).press('Enter');
  await page.getByLabel('Column of the format').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Value of Flights', { exact: true }).fill('2');
  /** Waits until rows have so many cells with the ground of the format. */
  const shades = (wanted: 'none' | 'cells' | 'rows') =>
    page.waitForFunction(
      (how) => {
        const isShaded = (cell: Element) =>
          [cell, ...cell.children].some(
            (part) => getComputedStyle(part).backgroundColor === 'rgb(255, 227, 227)',
          );
        const rows = [...document.querySelectorAll('tbody tr')];
        const most = Math.max(...rows.map((row) => [...row.children].filter(isShaded).length));
        return how === 'none' ? most === 0 : how === 'cells' ? most === 1 : most > 1;
      },
      wanted,
      { timeout: 20_000 },
    );
  await shades('cells');
  await page.getByRole('switch', { name: 'Whole row' }).press('Space');
  await shades('rows');
  await page.getByRole('button', { name: 'Undo' }).click();
  await shades('cells');
  await save(page).click();
  await saved(page).waitFor();
  const [stored] = await reportsOf(workbookId);
  assert.deepEqual(Object(stored?.meta).spec, {
    columns: [
      { field: 'network.departure.month' },
      { field: 'network.count', width: 300 },
      { field: 'network.count.percent_1_month' },
      { field: 'network.count.previous_1_month' },
    ],
    conditions: [{ field: 'network.count', operator: 'greater_than', value: 2, backgroundColor: '#ffe3e3' }],
  });
  // The later of two formats wins, and the focus goes along with the one that is moved.
  await page.getByRole('button', { name: 'Add a format' }).press('Enter');
  await page.getByLabel('Value of Flights', { exact: true }).last().fill('1');
  await page.getByLabel('Background').last().fill('#d3f9d8');
  await shades('none');
  await page.getByRole('button', { name: 'Move the format of Flights earlier' }).last().press('Enter');
  await page.getByText('the format of Flights: place 1 of 2').waitFor({ state: 'attached' });
  await shades('cells');
  const first = page.getByRole('button', { name: 'Move the format of Flights earlier' }).first();
  assert.equal(await first.evaluate((button) => button === document.activeElement), true);
  await page.getByRole('button', { name: 'Take out the format of Flights' }).last().click();
  await shades('none');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a map of points is made of fields, and one column for both coordinates is told and not saved', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  const kind = page.getByRole('button', { name: 'Map of points' });
  await member(page, 'count').click();
  assert.equal(await kind.isDisabled(), true);
  for (const name of ['origin_latitude', 'origin_longitude', 'origin_city']) await member(page, name).click();
  await kind.press('Enter');
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await preview.locator('canvas').waitFor();
  assert.equal(await choice(page, 'Latitude').inputValue(), 'Latitude');
  await chooseByKeys(page, 'Longitude', 'Latitude');
  await page.getByText('Latitude and longitude are the same column').waitFor();
  assert.equal(await save(page).isDisabled(), true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Latitude and longitude are the same column').waitFor({ state: 'detached' });
  await page.getByLabel('Size in pixels').fill('12');
  await chooseByKeys(page, 'Size by', 'Flights');
  await chooseByKeys(page, 'Colour by', 'City (Origin city)');
  await page.getByRole('switch', { name: 'Group points that overlap' }).press('Space');
  await preview.locator('canvas').waitFor();
  assert.deepEqual(await seriousFindings(page, 'the fields of a map'), []);
  await save(page).click();
  await saved(page).waitFor();
  const [made] = await reportsOf(workbookId);
  assert.deepEqual(made?.meta, {
    kind: 'map',
    spec: {
      mode: 'points',
      latitude: 'network.origin_latitude',
      longitude: 'network.origin_longitude',
      size: 'network.count',
      color: 'network.origin_city',
      cluster: true,
    },
  });
  await page.reload();
  await saved(page).waitFor();
  assert.equal(await page.getByRole('switch', { name: 'Group points that overlap' }).isChecked(), true);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a map of regions is made of fields, and an address that is none is told and not saved', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  for (const name of ['count', 'origin_state']) await member(page, name).click();
  await page.getByRole('button', { name: 'Map of regions' }).press('Enter');
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await preview.getByText(/rows have no region on the map/).waitFor();
  await chooseByKeys(page, 'Regions', 'From an address');
  await page.getByText('This is no address of regions.').waitFor();
  assert.equal(await save(page).isDisabled(), true);
  await chooseByKeys(page, 'Regions', 'States of the USA');
  await chooseByKeys(page, 'Property that names a region', 'postal');
  await page.getByText('This is no address of regions.').waitFor({ state: 'detached' });
  await preview.getByText(/52 rows have no region/).waitFor({ state: 'detached' });
  await chooseByKeys(page, 'Colours', 'Own colours');
  await page.getByLabel('Colour 2 of 2').fill('#5f3dc4');
  await page.keyboard.press('Tab');
  await preview.locator('canvas').waitFor();
  await save(page).click();
  await saved(page).waitFor();
  const [made] = await reportsOf(workbookId);
  assert.deepEqual(made?.meta, {
    kind: 'map',
    spec: {
      mode: 'regions',
      source: 'us-states',
      property: 'postal',
      dimension: 'network.origin_state',
      measure: 'network.count',
      palette: ['#dbe4ff', '#5f3dc4'],
    },
  });
  await page.reload();
  await saved(page).waitFor();
  assert.equal(await choice(page, 'Regions').inputValue(), 'States of the USA');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an HTML report begins with its columns, names are put in by buttons, and what it may not hold is told', async () => {
  const workbookId = await makeWorkbook();
  const { installation, client } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  for (const name of ['count', 'origin_state']) await member(page, name).click();
  await page.getByRole('button', { name: 'HTML', exact: true }).press('Enter');
  const drawn = page.frameLocator('[data-part=html]');
  await drawn.getByRole('cell', { name: 'CA', exact: true }).waitFor();
  const code = page.getByRole('textbox', { name: /template\.html/ });
  await code.press('Control+a');
  await page.keyboard.insertText('<script>x</script>');
  await page.getByText('The template cannot be saved').waitFor();
  assert.equal(await save(page).isDisabled(), true);
  await code.press('Control+a');
  await page.keyboard.insertText('<p>Rows: </p>');
  await page.getByText('The template cannot be saved').waitFor({ state: 'detached' });
  // The browser has been told of the template that the preview could not draw.
  problems.length = 0;
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Insert {{rowCount}}' }).press('Enter');
  // The focus is where one goes on to write.
  assert.equal(await code.evaluate((field) => field === document.activeElement), true);
  await drawn.getByText(/^Rows: \d+$/).waitFor();
  await page.getByRole('button', { name: 'Insert Flights' }).waitFor();
  assert.deepEqual(await seriousFindings(page, 'the editor of a template'), []);
  await save(page).click();
  await saved(page).waitFor();
  const [made] = await reportsOf(workbookId);
  assert.deepEqual(made?.meta, { kind: 'html', spec: '<p>Rows: {{rowCount}}</p>' });
  assert.deepEqual(problems, []);
  await page.context().close();
  // A template with a crosstab keeps it.
  const spec = { template: '<p>{{columnCount}}</p>', pivot: { columns: ['network.origin_state'] } };
  const { id } = await client.call('createReport', {
    params,
    body: { name: 'Crossed', workbookId, jsonQuery: made?.jsonQuery, meta: { kind: 'html', spec } },
  });
  const other = await openConsole(installation.browser, installation.oriel, `/reports/${id}?edit=true`);
  await saved(other.page).waitFor();
  const field = other.page.getByRole('textbox', { name: /template\.html/ });
  await field.press('Control+a');
  await other.page.keyboard.insertText('<b>{{columnCount}}</b>');
  await save(other.page).click();
  await saved(other.page).waitFor();
  const changed = await client.call('getReport', { params: { ...params, reportId: id } });
  assert.deepEqual(Object(changed.meta).spec, { ...spec, template: '<b>{{columnCount}}</b>' });
  await other.page.context().close();
});

/** The field of a list of options. */
const choice = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input'));

/** Chooses an option of a list by its text, as the keyboard does. */
async function chooseByKeys(page: Page, label: string, option: string): Promise<void> {
  const field = choice(page, label);
  await field.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await wanted.waitFor();
  const isChosen = () => wanted.evaluate((element) => 'comboboxSelected' in element.dataset);
  for (let step = 0; step < 30 && !(await isChosen()); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('a query runs by hand, its columns are moved, compared with earlier periods and calculated', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  const columns = page.getByRole('button', { name: /^Column / });
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await member(page, 'departure').click();
  await member(page, 'count').click();
  await page.getByText('7 rows', { exact: true }).waitFor();
  await preview.locator('canvas').waitFor();
  const automatic = page.getByRole('switch', { name: 'Run automatically' });
  await automatic.press('Space');
  await member(page, 'departure').click();
  await member(page, 'late_flights').click();
  // Nothing is asked, and what is there is drawn as it was.
  await page.getByText('The query has changed since it was run').waitFor();
  await preview.locator('canvas').waitFor();
  assert.equal(await page.getByText('7 rows', { exact: true }).count(), 0);
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 row', { exact: true }).waitFor();
  await automatic.press('Space');
  await member(page, 'departure').click();
  await page.getByText('7 rows', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Column Late flights' }).press('Alt+ArrowLeft');
  await page.getByText('Late flights: place 1 of 2').waitFor();
  assert.deepEqual(await columns.allInnerTexts(), ['Departure', 'Late flights', 'Flights']);
  await columns.last().click();
  await page.getByRole('menuitem', { name: 'Compare with an earlier period' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Flights (1 month before)' }).waitFor();

  await page.getByRole('button', { name: 'Add a calculated field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Late part');
  await dialog.getByRole('textbox', { name: 'Expression' }).fill('late_flights / counts');
  problems.length = 0;
  await dialog.getByRole('button', { name: 'Use the field' }).click();
  await dialog.getByText('Did you mean count?').waitFor();
  assert.deepEqual(await seriousFindings(page, 'the dialog of a calculated field'), []);
  await dialog.getByRole('textbox', { name: 'Expression' }).fill('late_flights / count');
  await dialog.getByRole('button', { name: 'Use the field' }).click();
  await page.getByRole('columnheader', { name: 'Late part' }).waitFor();
  await save(page).click();
  await saved(page).waitFor();
  const [made] = await reportsOf(workbookId);
  assert.deepEqual(JSON.parse(made?.jsonQuery ?? ''), {
    measures: ['network.late_flights', 'network.count', 'network.late_part'],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
    limit: 5000,
    periodComparisons: [
      {
        measure: 'network.count',
        timeDimension: 'network.departure',
        offset: { amount: 1, unit: 'month' },
        outputs: ['previous', 'percent'],
      },
    ],
    calculatedFields: {
      'network.late_part': { title: 'Late part', sql: 'late_flights / count', kind: 'measure' },
    },
  });
  // It opens as it was saved.
  await page.reload();
  await saved(page).waitFor();
  assert.deepEqual(await columns.allInnerTexts(), ['Departure', 'Late flights', 'Flights', 'Late part']);
  await page.getByRole('button', { name: 'Change the calculation of Late part' }).waitFor();
  await page.context().close();
});

test('of a model with thousands of members those that are seen are in the page, and the keyboard reaches all', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page } = await openConsole(installation.browser, installation.oriel, `/workbook/${workbookId}`);
  await page.route('**/cubejs-api/v1/meta', async (route) => {
    const response = await route.fetch();
    const model = (await response.json()) as { cubes: { name: string; dimensions: object[] }[] };
    for (let number = 0; number < 2000; number += 1)
      model.cubes[0]?.dimensions.push({
        name: `network.attribute_${number}`,
        shortTitle: `Attribute ${number}`,
        type: 'string',
      });
    await route.fulfill({ response, json: model });
  });
  await page.getByRole('button', { name: 'New report' }).first().click();
  const members = pane(page).locator('[data-member]');
  await members.first().waitFor();
  assert.ok((await members.count()) < 100);
  await members.first().press('End');
  const focused = page.locator('[data-member]:focus');
  await focused.waitFor();
  const last = await focused.getAttribute('data-member');
  await focused.press('ArrowUp');
  assert.notEqual(await focused.getAttribute('data-member'), last);
  await focused.press('Home');
  await page.locator('[aria-posinset="1"] :focus').waitFor();
  await pane(page).getByRole('searchbox').fill('attribute 1234');
  await member(page, 'attribute_1234').waitFor();
  assert.equal(await members.count(), 1);
  await page.context().close();
});

test('a document that the fields cannot express is kept, and a report that may not be edited has no editor', async () => {
  const workbookId = await makeWorkbook();
  const { installation, client } = world;
  const meta = {
    kind: 'vega',
    spec: {
      mark: { type: 'bar', cornerRadius: 3 },
      encoding: { x: { field: 'network.weekday', type: 'ordinal' }, y: { field: 'network.count' } },
    },
  };
  const filters = [
    {
      or: [
        { member: 'network.origin_state', operator: 'equals', values: ['CA'] },
        { member: 'network.origin_state', operator: 'equals', values: ['TX'] },
      ],
    },
  ];
  const query = { measures: ['network.count'], dimensions: ['network.weekday'], filters, offset: 1 };
  const { id } = await client.call('createReport', {
    params,
    body: { name: 'By hand', workbookId, jsonQuery: JSON.stringify(query), meta },
  });
  const { page } = await openConsole(installation.browser, installation.oriel, `/reports/${id}?edit=true`);
  await page.getByText('This chart has more than the fields can express.').waitFor();
  await page.getByRole('button', { name: 'Remove: First rows left out' }).waitFor();
  await page.getByText('{"or":[').first().waitFor();
  await member(page, 'average_delay').click();
  await save(page).click();
  await saved(page).waitFor();
  const stored = await client.call('getReport', { params: { ...params, reportId: id } });
  assert.deepEqual(stored.meta, meta);
  assert.deepEqual(JSON.parse(stored.jsonQuery ?? ''), {
    ...query,
    measures: ['network.count', 'network.average_delay'],
  });
  await page.context().close();

  const { frame, close } = await world.open('reader', {
    path: `/workbook/${await sharedWorkbook()}`,
    parameters: '&tab=new',
  });
  await frame.getByRole('region', { name: 'Airports at a glance' }).waitFor();
  assert.equal(await frame.getByRole('button', { name: 'New report' }).count(), 0);
  assert.equal(await pane(frame).count(), 0);
  await close();
});

test('the focus goes to a filter that is added by the keyboard, and kinds of charts keep to one line in every language', async () => {
  const { frame, nextEvent, send, close } = await world.open('typist');
  await nextEvent('view');
  await send('navigate', { path: `/embed/d/1/app/dashboards/${await sharedWorkbook()}` });
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('menuitem', { name: 'Duplicate' }).click();
  await frame.getByRole('link', { name: 'Edit' }).click();
  await frame.getByRole('button', { name: 'New report' }).click();
  await member(frame, 'count').click();
  await pane(frame)
    .getByRole('button', { name: /^Filter by .*Origin city/ })
    .press('Enter');
  await frame.locator('input[aria-label^="Condition of"]:focus').waitFor();
  const kinds = frame.locator('[data-mode=choice] [aria-pressed] > span');
  for (const locale of shippedLocales) {
    await send('set-locale', { locale });
    await frame.locator(`html[lang="${locale}"]`).waitFor();
    const broken = await kinds.evaluateAll((spans) =>
      spans
        .filter((span) => {
          const range = document.createRange();
          range.selectNodeContents(span);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        })
        .map((span) => span.textContent),
    );
    assert.deepEqual(broken, [], locale);
  }
  await close();
});

test('in the embedded application the session and the account say what the editor shows', async () => {
  const { client } = world;
  const build = async (externalId: string, settings: object) => {
    const embedded = await world.open(externalId, { session: { settings } });
    const { frame, nextEvent, send } = embedded;
    await nextEvent('view');
    await frame.getByRole('list', { name: 'Contents' }).waitFor();
    await send('navigate', { path: `/embed/d/1/app/dashboards/${await sharedWorkbook()}` });
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByRole('menuitem', { name: 'Duplicate' }).click();
    await frame.getByRole('link', { name: 'Edit' }).click();
    await frame.getByRole('button', { name: 'New report' }).click();
    await member(frame, 'count').click();
    await frame.getByText('1 row', { exact: true }).waitFor();
    return embedded;
  };
  const usual = await build('analyst', {});
  await usual.frame.getByRole('button', { name: 'How members are shown' }).click();
  await usual.frame.getByRole('menuitemcheckbox', { name: 'Show member names' }).click();
  await usual.frame.getByText('network.origin_state').waitFor();
  await usual.frame.getByRole('button', { name: 'Show the query as text' }).click();
  await usual.frame.getByText('MEASURE(network.count)').waitFor();
  assert.equal(await usual.frame.getByText('Generated SQL', { exact: true }).count(), 0);
  await save(usual.frame).click();
  await saved(usual.frame).waitFor();
  await usual.close();

  const creatorMode = { showSemanticSql: false, showGeneratedSql: true };
  await client.call('updateAppConfig', { body: { creatorMode } });
  const fixed = await build('fixed', { showMemberNames: false, showGroupByCube: false });
  assert.equal(await fixed.frame.getByRole('button', { name: 'How members are shown' }).count(), 0);
  assert.equal(await fixed.frame.getByText('network.origin_state').count(), 0);
  await fixed.frame.getByRole('button', { name: 'Show the query as text' }).click();
  await fixed.frame.getByRole('region', { name: 'Generated SQL' }).getByText(/count/i).waitFor();
  assert.equal(await fixed.frame.getByText('MEASURE(network.count)').count(), 0);
  await fixed.close();
});

test('a specification and a template open at the side, where their fields were, with the preview beside them', async () => {
  const { installation } = world;
  const { page } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${await makeWorkbook()}?tab=new`,
    { viewport: { width: 1440, height: 900 } },
  );
  await member(page, 'count').click();
  await member(page, 'origin_state').click();
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await preview.locator('canvas').waitFor();
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const isBeside = async () => {
    const [text, drawn] = [await chart.locator('.cm-content').boundingBox(), await preview.boundingBox()];
    assert.ok(text && drawn);
    assert.ok(text.x >= drawn.x + drawn.width, 'to the right of the preview');
    assert.ok(text.y > 0 && text.y < 600, `in the window, at ${text.y}`);
    assert.ok(drawn.y < 600 && drawn.y + drawn.height > 100, `the preview is there, at ${drawn.y}`);
    assert.ok(drawn.width > 400, `the preview is ${drawn.width} wide`);
  };
  await chart.getByText('Specification').click();
  await chart.getByLabel('Content of specification.json').waitFor();
  await isBeside();
  await chart.getByText('Fields', { exact: true }).click();
  await chart.getByRole('button', { name: 'HTML' }).click();
  await chart.getByLabel('Content of template.html').waitFor();
  await isBeside();
  // Where there is no room at the side, it lies below; the list of members, which stays, covers nothing of it.
  await resizePage(page, { width: 1024, height: 800 });
  await chart.getByText('Specification').scrollIntoViewIfNeeded();
  const [members, below] = [await pane(page).boundingBox(), await chart.boundingBox()];
  assert.ok(members && below && members.x + members.width <= below.x);
  await page.context().close();
});

test('a measure that is lost beside a larger one is told, and gets an axis of its own', async () => {
  const workbookId = await makeWorkbook();
  const { installation } = world;
  const { page, problems } = await openConsole(
    installation.browser,
    installation.oriel,
    `/workbook/${workbookId}?tab=new`,
  );
  await member(page, 'origin_state').click();
  await member(page, 'count').click();
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await page.getByRole('region', { name: 'Preview of the report' }).locator('canvas').waitFor();
  assert.equal(await chart.getByText('Too small to be seen').count(), 0);
  await member(page, 'late_share').click();
  await chart.getByText('Too small to be seen beside the other values: Share of late flights').waitFor();
  assert.deepEqual(await seriousFindings(page, 'the advice'), []);
  await chart.getByRole('button', { name: 'Use a second axis' }).click();
  await chart.getByText('Too small to be seen').waitFor({ state: 'detached' });
  await chart.getByText('Style', { exact: true }).click();
  await chart.getByLabel('Title along the second axis').fill('Late');
  await page.getByLabel('Name of the report').fill('Two axes');
  await save(page).click();
  await saved(page).waitFor();
  const spec = async () => Object((await reportsOf(workbookId))[0]?.meta).spec;
  const { resolve, layer } = await spec();
  assert.deepEqual(resolve, { scale: { y: 'independent' } });
  const axes = layer.map(({ encoding }: { encoding: { y: object } }) => encoding.y);
  assert.deepEqual(axes, [
    { field: 'network.count', type: 'quantitative' },
    { field: 'network.late_share', type: 'quantitative', axis: { grid: false }, title: 'Late' },
  ]);
  // It is read back as it was chosen, and can be taken back by the keyboard.
  await page.reload();
  await chart.getByRole('combobox', { name: 'On a second axis' }).press('Backspace');
  await chart.getByRole('button', { name: 'Use a second axis' }).waitFor();
  await save(page).click();
  await saved(page).waitFor();
  assert.equal((await spec()).resolve, undefined);
  assert.deepEqual(problems, []);
  await page.context().close();
});
