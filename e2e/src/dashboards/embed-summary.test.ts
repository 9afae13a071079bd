import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { flightsBoard, startAiWorld, type AiWorld } from '../support/ai-world.ts';
import { pictureOfDashboard } from '../support/dashboard-picture.ts';

/** The text of an AI widget on an embedded dashboard. */
let world: AiWorld;
let publicId: string;
before(async () => {
  world = await startAiWorld();
  ({ publicId } = await world.publish(board));
});
after(() => world.close());

const board = flightsBoard({
  widgets: [
    { id: 'words', type: 'AI', config: { title: 'In words', prompt: 'Say how many flights there are.' } },
  ],
});

const widget = (frame: FrameLocator) => frame.getByRole('region', { name: 'In words', exact: true });

test('a text is written as one watches, kept for the next visit, marked when controls change, and opens in the chat', async () => {
  const pause = Promise.withResolvers<void>();
  world.model.steps.push({ text: ['There are ', '**seven** flights.'], pause: pause.promise });
  const first = await world.openLoaded(publicId);
  await widget(first.frame).getByText('seven', { exact: true }).waitFor();
  assert.equal(await widget(first.frame).getByRole('button', { name: 'Write anew' }).count(), 0);
  pause.resolve();
  await widget(first.frame).getByRole('button', { name: 'Write anew' }).waitFor();
  await first.close();

  const asked = world.model.requests.length;
  const second = await world.openLoaded(publicId);
  const { frame } = second;
  await widget(frame).getByText('seven', { exact: true }).waitFor();
  assert.equal(world.model.requests.length, asked);
  await second.send('set-filter', { filterUrlParameter: 'f_network.origin_city={"value":"Seattle"}' });
  await widget(frame)
    .getByText(/^Written .+, before the filters or the dashboard changed\.$/)
    .waitFor();
  assert.equal(world.model.requests.length, asked);
  world.model.steps.push({ text: 'Two from Seattle.' });
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
  const asked = world.model.requests.length;
  const embed = await world.openLoaded(publicId, {
    session: { externalId: 'reader', settings: { showAiWidgets: false, showDashboardChat: false } },
  });
  await widget(embed.frame).getByText('There is no summary yet.').waitFor();
  assert.equal(await widget(embed.frame).getByRole('button').count(), 0);
  assert.equal(world.model.requests.length, asked);
  await embed.close();
});

test('a model that fails is said, and asked again', async () => {
  world.model.steps.push({ status: 400 });
  const embed = await world.openLoaded(publicId, { session: { externalId: 'unlucky' } });
  await widget(embed.frame).getByRole('alert').getByText('The summary could not be written.').waitFor();
  world.model.steps.push({ text: 'Better now.' });
  await widget(embed.frame).getByRole('button', { name: 'Try again' }).click();
  await widget(embed.frame).getByText('Better now.').waitFor();
  await embed.close();
});

test('a text that the model has broken off says so, and a refusal of the model is none', async () => {
  world.model.steps.push({ text: 'It ends in the mid', endReason: 'length' });
  const cut = await world.openLoaded(publicId, { session: { externalId: 'cut' } });
  await widget(cut.frame).getByText('It ends in the mid').waitFor();
  await widget(cut.frame)
    .getByText(/^The summary is not complete/)
    .waitFor();
  await cut.close();
  world.model.steps.push({ endReason: 'content_filter' });
  const refused = await world.openLoaded(publicId, { session: { externalId: 'refused' } });
  await widget(refused.frame).getByRole('alert').getByText('The summary could not be written.').waitFor();
  await refused.close();
});

const isPng = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));

test('a summary is exported alone, and with its dashboard, without a question to the model', async () => {
  const session = { externalId: 'exporter' };
  world.model.steps.push({ text: 'Seven flights, to take along.' });
  const embed = await world.openLoaded(publicId, { session, parameters: '&allowExport=true' });
  const { frame, page } = embed;
  await widget(frame).getByText('Seven flights, to take along.').waitFor();
  const asked = world.model.requests.length;
  await widget(frame).getByLabel('Options of In words').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    widget(frame).getByRole('button', { name: /PNG/ }).click(),
  ]);
  assert.ok(isPng(await readFile(await download.path())));
  assert.ok(isPng(await pictureOfDashboard(world, publicId)));
  assert.equal(world.model.requests.length, asked);
  await embed.close();
});
