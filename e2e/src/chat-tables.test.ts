import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { flightsBoard, startAiWorld, type AiWorld } from './support/ai-world.ts';
import { openConsole } from './support/console.ts';
import { signedUrl } from './support/embed.ts';
import { openEmbedded } from './support/embedded-page.ts';
import { commitToModel } from './support/model-author.ts';

/** Tables of answers beside those of reports: links, formats and the rows behind a number, wherever a chat is. */
let world: AiWorld;
let publicId: string;

const LINKS =
  'links: [{ name: evil, label: Evil, primary: true, url: "\'javascript:document.title=1//\' || origin" }, ' +
  '{ name: board, label: Overview, dashboard: Network-Overview, params: [{ key: network.origin_state, value: "\'CA\'" }] }, ' +
  '{ name: hidden, label: Hidden, dashboard: hidden }, ' +
  '{ name: map, label: Map, url: "\'https://maps.example/?q=\' || origin" }]';
const query = {
  measures: ['network.count', 'network.late_share'],
  dimensions: ['network.origin'],
  order: { 'network.origin': 'asc' },
};

before(async () => {
  world = await startAiWorld();
  const { client, oriel } = world;
  const params = { deploymentId: 1 };
  await commitToModel(oriel.dataDir, (model) =>
    model.replace('      - name: origin\n', `      - name: origin\n        ${LINKS}\n`),
  );
  const hidden = await client.call('upsertWorkbookBySlug', {
    params: { ...params, slug: 'hidden' },
    body: { name: 'Hidden' },
  });
  await client.call('publishDashboard', {
    params: { ...params, workbookId: hidden.id },
    body: { workbookId: hidden.id, config: { widgets: [] } },
  });
  ({ publicId } = await world.publish(flightsBoard()));
  await waitForModel();
});
after(() => world.close());

/** A new model is looked for once a second. */
async function waitForModel(): Promise<void> {
  const headers = { authorization: `Bearer ${world.oriel.apiKey}` };
  for (;;) {
    const answer = await fetch(`${world.oriel.url}/deployments/1/cubejs-api/v1/meta`, { headers });
    if ((await answer.text()).includes('network.origin___link_board_url')) return;
  }
}

async function ask(place: Page | FrameLocator): Promise<void> {
  world.model.steps.push(
    { toolCalls: [{ name: 'run_query', input: { title: 'By airport', query } }] },
    { text: 'The end.' },
  );
  await place.locator('[data-part=chat] textarea').fill('Which airports?');
  await place.locator('[data-part=chat] textarea').press('Enter');
  await place.getByText('The end.', { exact: true }).waitFor();
}

const tableIn = (place: Page | FrameLocator) => place.locator('[data-part=query]').getByRole('table');

/** Opens the list of links of an airport; answers with what they are called and where they lead. */
async function openLinks(place: Page | FrameLocator): Promise<[string, string | null][]> {
  await tableIn(place).getByRole('button', { name: 'LAX' }).click();
  return place
    .locator('[popover]:popover-open')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
}

/** Opens the rows behind the flights of an airport; answers with the origins of those rows. */
async function drill(place: Page | FrameLocator): Promise<string[]> {
  await tableIn(place).getByRole('row', { name: /LAX/ }).getByRole('button', { name: '2' }).click();
  const dialog = place.getByRole('dialog').last();
  // With the links of its rows, which are asked for beside them.
  await dialog.locator('[data-settled=true] tbody tr').first().waitFor();
  const origins = (await dialog.locator('tbody tr td:first-child').allInnerTexts()).map((text) =>
    text.replace(' ▾', ''),
  );
  await dialog.getByRole('button', { name: /close|schließen/i }).click();
  return origins;
}

test('an answer has the formats, the links and the rows behind a number of reports, and an address of no page is none', async () => {
  const embed = await world.openChat({ parameters: '&locale=de-DE' });
  const { frame } = embed;
  await ask(frame);
  const row = tableIn(frame).getByRole('row', { name: /SFO/ });
  // One of three was late, in the format of the model and in German; the viewer does not see the flight from New York.
  assert.match(await row.innerText(), /33,\d+\s%/);
  assert.equal(await tableIn(frame).getByRole('row', { name: /JFK/ }).count(), 0);
  // Neither what is no address nor a dashboard that the viewer does not see is a link.
  assert.deepEqual(await openLinks(frame), [
    ['Overview', null],
    ['Map', 'https://maps.example/?q=LAX'],
  ]);
  await frame.locator('[popover]:popover-open').getByRole('link', { name: 'Overview' }).click();
  const { payload, surface } = await embed.nextEvent('dashboard-link');
  assert.equal(surface, 'chat');
  assert.equal(
    (payload as { filterUrlParameter?: string }).filterUrlParameter,
    'f_network.origin_state=%7B%22value%22%3A%22CA%22%7D',
  );
  assert.deepEqual([...new Set(await drill(frame))], ['LAX']);
  assert.deepEqual(await embed.events('error'), []);
  await embed.close();
});

test('beside a dashboard its chat has the same, and Escape closes what is open in it first', async () => {
  const embed = await world.openLoaded(publicId);
  const { frame } = embed;
  await frame.getByRole('button', { name: 'Ask about this dashboard' }).click();
  await ask(frame);
  assert.deepEqual(
    (await openLinks(frame)).map(([name]) => name),
    ['Overview', 'Map'],
  );
  await frame.locator('[popover]:popover-open').getByRole('link', { name: 'Overview' }).click();
  assert.equal((await embed.nextEvent('dashboard-link')).surface, 'dashboard');
  assert.deepEqual([...new Set(await drill(frame))], ['LAX']);
  // Escape closes what is open in the panel, and the panel then.
  await openLinks(frame);
  await embed.page.keyboard.press('Escape');
  await frame.locator('[popover]:popover-open').waitFor({ state: 'hidden' });
  await tableIn(frame).getByRole('row', { name: /LAX/ }).getByRole('button', { name: '2' }).click();
  await frame.getByRole('dialog').waitFor();
  await embed.page.keyboard.press('Escape');
  await frame.getByRole('dialog').waitFor({ state: 'detached' });
  await tableIn(frame).waitFor();
  await embed.page.keyboard.press('Escape');
  await tableIn(frame).waitFor({ state: 'hidden' });
  await embed.close();
});

test('in the application and in the console a link opens the page of the dashboard', async () => {
  const path = '/embed/d/1/app/chat?session';
  const session = { creatorMode: true, userAttributeDefinitions: [{ name: 'states', type: 'string_array' }] };
  const embed = await openEmbedded(world.browser, world.host, await signedUrl(world, path, { session }), {});
  await ask(embed.frame);
  assert.deepEqual((await openLinks(embed.frame))[0], ['Overview', null]);
  await embed.frame.locator('[popover]:popover-open').getByRole('link', { name: 'Overview' }).click();
  assert.match(String((await embed.nextEvent('view', 2)).payload?.['path']), /\/dashboards\/\d+$/);
  await embed.close();

  const { page, problems } = await openConsole(world.browser, world.oriel, '/chat');
  await ask(page);
  // An administrator of the account sees the dashboard that the viewers do not.
  assert.deepEqual(
    (await openLinks(page)).map(([name]) => name),
    ['Overview', 'Hidden', 'Map'],
  );
  await page.keyboard.press('Escape');
  assert.deepEqual([...new Set(await drill(page))], ['LAX']);
  assert.deepEqual(problems, []);
  await page.context().close();
});
