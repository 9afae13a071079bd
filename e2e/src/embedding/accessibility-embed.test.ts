import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { LOOKS, seriousFindings } from '../support/browsers/accessibility.ts';
import type { Board } from '../support/board.ts';
import type { EmbeddedPage } from '../support/embedded-page.ts';
import { openEmbedded } from '../support/embedded-page.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { modelSettings } from '../support/model-settings.ts';

/** What axe-core finds in the embedded surfaces. */
let world: EmbedWorld;
let model: ModelServer;
before(async () => {
  model = await startModelServer();
  world = await startEmbedWorld(undefined, modelSettings(model));
});
after(async () => {
  await world.close();
  await model.close();
});

const byCity = { measures: ['network.count'], dimensions: ['network.origin_city'] };
const months = {
  measures: ['network.count', 'network.average_delay'],
  timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
};

/** One of each kind of widget and report. */
const board: Board = {
  reports: {
    table: { name: 'Cities', query: byCity, kind: 'table' },
    bars: {
      name: 'Bars',
      query: byCity,
      kind: 'vega',
      spec: {
        mark: 'bar',
        encoding: {
          y: { field: 'network.origin_city', type: 'nominal' },
          x: { field: 'network.count', type: 'quantitative' },
        },
      },
    },
    figures: {
      name: 'Figures',
      query: months,
      kind: 'kpi',
      spec: {
        blocks: [
          { type: 'number', field: 'network.count', label: 'Flights' },
          { type: 'sparkline', measure: 'network.count', dimension: 'network.departure.month' },
        ],
      },
    },
    words: {
      name: 'Words',
      query: byCity,
      kind: 'html',
      spec: { template: '<p>{{rows.length}} cities</p>' },
    },
  },
  widgets: [
    { id: 'text', type: 'TEXT', config: { content: '# Flights\n\nFrom *Seattle*.' } },
    { id: 'city', type: 'FILTER', config: { member: 'network.origin_city' } },
    { id: 'when', type: 'FILTER', config: { member: 'network.departure' } },
    { id: 'grain', type: 'TIME_GRAIN', config: { member: 'network.departure' } },
    { id: 'table', type: 'CHART', config: { report: 'table' } },
    {
      id: 'tabs',
      type: 'CONTAINER',
      config: {
        direction: 'tabs',
        children: [
          { id: 'bars', type: 'CHART', config: { report: 'bars' } },
          { id: 'words', type: 'CHART', config: { report: 'words' } },
        ],
      },
    },
    { id: 'line', type: 'DIVIDER' },
    { id: 'figures', type: 'CHART', config: { report: 'figures' } },
  ],
};

const APP = '/embed/d/1/app';

/** The frame of the surface itself, below that of the host page. */
function surfaceOf({ page }: EmbeddedPage): Frame {
  const [surface] = page.mainFrame().childFrames();
  assert.ok(surface);
  return surface;
}

for (const [look, browser] of LOOKS) {
  test(`a dashboard, its menus and its drill dialog have nothing serious, ${look}`, async () => {
    const { publicId } = await world.publish(board);
    const embed = await world.open(publicId, { parameters: '&allowExport=true', browser });
    await embed.nextEvent('dashboard-loaded');
    const [surface, { frame }] = [surfaceOf(embed), embed];
    const found = await seriousFindings(surface, 'dashboard');
    for (const picker of await frame.locator('summary').all()) {
      await picker.click();
      // A calendar is loaded when it is opened.
      if (await picker.and(frame.getByLabel(/choose a date/)).count())
        await frame.locator('.rdp-day_button').first().waitFor();
      found.push(...(await seriousFindings(surface, `open ${await picker.innerText()}`)));
      await embed.page.keyboard.press('Escape');
    }
    await frame.locator('[data-part=figure]').click();
    await frame.getByRole('dialog', { name: 'Details of Flights' }).locator('tbody').waitFor();
    found.push(...(await seriousFindings(surface, 'drill dialog')));
    await embed.close();
    assert.deepEqual(found, []);
  });

  test(`the application has nothing serious, ${look}`, async () => {
    const { client, oriel } = world;
    const body = {
      deploymentId: 1,
      externalId: 'viewer',
      embedTenantName: 'skyline-travel',
      creatorMode: true,
    };
    const { sessionId } = await client.call('generateSession', { body });
    const address = `${oriel.url}${APP}?session=${sessionId}`;
    const embed = await openEmbedded(world.browser, world.host, address, { browser });
    await embed.nextEvent('view');
    const [surface, { frame }] = [surfaceOf(embed), embed];
    await frame.getByRole('list', { name: 'Contents' }).waitFor();
    const found = await seriousFindings(surface, 'workspace');
    const { items } = await client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
    const workbook = items.find(({ name }) => name === 'Punctuality');
    assert.ok(workbook);
    for (const [path, ready] of [
      [`${APP}/workbook/${workbook.id}`, frame.getByRole('tablist')],
      [`${APP}/dashboards/${workbook.id}`, frame.locator('[data-widget-id] canvas')],
    ] as const) {
      await embed.send('navigate', { path });
      await ready.first().waitFor();
      found.push(...(await seriousFindings(surface, path)));
    }
    await embed.close();
    assert.deepEqual(found, []);
  });

  test(`the chat has nothing serious, ${look}`, async () => {
    const query = { measures: ['network.count'] };
    model.steps.push(
      { toolCalls: [{ name: 'run_query', input: { title: 'All flights', query } }] },
      { text: ['There are **some** flights.'] },
    );
    const { client, oriel } = world;
    const body = { deploymentId: 1, externalId: 'viewer', embedTenantName: 'skyline-travel' };
    const { sessionId } = await client.call('generateSession', { body });
    const address = `${oriel.url}/embed/chat?sessionId=${sessionId}`;
    const embed = await openEmbedded(world.browser, world.host, address, { browser });
    await embed.nextEvent('view');
    const [surface, { frame }] = [surfaceOf(embed), embed];
    const found = await seriousFindings(surface, 'empty chat');
    await frame.getByRole('textbox').fill('How many?');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('Show the query').click();
    await frame.getByRole('cell').first().waitFor();
    found.push(...(await seriousFindings(surface, 'answer')));
    await embed.close();
    assert.deepEqual(found, []);
  });
}
