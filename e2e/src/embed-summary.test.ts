import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Board } from './support/board.ts';
import { startEmbedWorld, type EmbedWorld, type OpenOptions } from './support/embed.ts';
import type { EmbeddedPage } from './support/embedded-page.ts';
import { modelSettings } from './support/model-settings.ts';

/** The text of an AI widget on an embedded dashboard. */
let world: EmbedWorld;
let model: ModelServer;
let publicId: string;
before(async () => {
  model = await startModelServer();
  world = await startEmbedWorld(undefined, modelSettings(model));
  ({ publicId } = await world.publish(board));
});
after(async () => {
  await world.close();
  await model.close();
});

const board: Board = {
  reports: {
    count: {
      name: 'Flights',
      query: { measures: ['network.count'] },
      kind: 'kpi',
      spec: { blocks: [{ type: 'number', field: 'network.count' }] },
    },
  },
  widgets: [
    { id: 'words', type: 'AI', config: { title: 'In words', prompt: 'Say how many flights there are.' } },
    {
      id: 'city',
      type: 'FILTER',
      position: { x: 0, y: 6, w: 4, h: 3 },
      config: { member: 'network.origin_city', label: 'City' },
    },
    { id: 'count', type: 'CHART', position: { x: 0, y: 9, w: 12, h: 6 }, config: { report: 'count' } },
  ],
};

async function openDashboard(options: OpenOptions = {}): Promise<EmbeddedPage> {
  const embed = await world.open(publicId, options);
  await embed.nextEvent('dashboard-loaded');
  return embed;
}

const widget = (frame: FrameLocator) => frame.getByRole('region', { name: 'In words', exact: true });

test('a text is written as one watches, kept for the next visit, marked when controls change, and opens in the chat', async () => {
  const pause = Promise.withResolvers<void>();
  model.steps.push({ text: ['There are ', '**seven** flights.'], pause: pause.promise });
  const first = await openDashboard();
  await widget(first.frame).getByText('seven', { exact: true }).waitFor();
  assert.equal(await widget(first.frame).getByRole('button', { name: 'Write anew' }).count(), 0);
  pause.resolve();
  await widget(first.frame).getByRole('button', { name: 'Write anew' }).waitFor();
  await first.close();

  const asked = model.requests.length;
  const second = await openDashboard();
  const { frame } = second;
  await widget(frame).getByText('seven', { exact: true }).waitFor();
  assert.equal(model.requests.length, asked);
  await second.send('set-filter', { filterUrlParameter: 'f_network.origin_city={"value":"Seattle"}' });
  await widget(frame)
    .getByText(/^Written .+, before the filters or the dashboard changed\.$/)
    .waitFor();
  assert.equal(model.requests.length, asked);
  model.steps.push({ text: 'Two from Seattle.' });
  await widget(frame).getByRole('button', { name: 'Write anew' }).click();
  await widget(frame).getByText('Two from Seattle.').waitFor();
  await widget(frame)
    .getByText(/^Written (?!.*before)/)
    .waitFor();

  await widget(frame).getByRole('button', { name: 'Open in chat' }).click();
  const panel = frame.getByRole('complementary', { name: 'Ask about this dashboard' });
  await panel.getByText('Say how many flights there are.').first().waitFor();
  await panel.getByText('Two from Seattle.').first().waitFor();
  await second.close();
});

test('a viewer for whom no texts are written is told that there is none', async () => {
  const asked = model.requests.length;
  const embed = await openDashboard({
    session: { externalId: 'reader', settings: { showAiWidgets: false, showDashboardChat: false } },
  });
  await widget(embed.frame).getByText('There is no summary yet.').waitFor();
  assert.equal(await widget(embed.frame).getByRole('button').count(), 0);
  assert.equal(model.requests.length, asked);
  await embed.close();
});

test('a model that fails is said, and asked again', async () => {
  model.steps.push({ status: 400 });
  const embed = await openDashboard({ session: { externalId: 'unlucky' } });
  await widget(embed.frame).getByRole('alert').getByText('The summary could not be written.').waitFor();
  model.steps.push({ text: 'Better now.' });
  await widget(embed.frame).getByRole('button', { name: 'Try again' }).click();
  await widget(embed.frame).getByText('Better now.').waitFor();
  await embed.close();
});
