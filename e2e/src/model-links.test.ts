import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbedWorld, signedUrl, type EmbedWorld } from './support/embed.ts';
import { openEmbedded, type EmbeddedPage } from './support/embedded-page.ts';
import { commitToModel } from './support/model-author.ts';

/**
 * Links that the model gives a dimension: to pages of others, and to dashboards, in each place where a table is drawn.
 */
let world: EmbedWorld;
const deploymentId = 1;
/** Of the dashboard with the links, and of that which they lead to. */
let from: { publicId: string; workbookId: number };
let to: { publicId: string; workbookId: number };

const LINKS =
  'links: [{ name: board, label: Overview, primary: true, dashboard: Network-Overview, target: self, ' +
  'params: [{ key: network.origin_state, value: "\'CA\'" }, { key: network.departure, value: "nullif(1, 1)" }] }, ' +
  '{ name: hidden, label: Hidden, dashboard: hidden }, { name: gone, label: Gone, dashboard: gone }, ' +
  '{ name: map, label: Map, url: "\'https://maps.example/?q=\' || origin" }]';
/** In creator mode attributes are those of the embed tenant. */
const CREATOR = {
  creatorMode: true,
  userAttributeDefinitions: [{ name: 'states', type: 'string_array' }],
};
const FILTER = 'f_network.origin_state=%7B%22value%22%3A%22CA%22%7D';

before(async () => {
  world = await startEmbedWorld();
  const { client } = world;
  const params = { deploymentId };
  await commitToModel(world.oriel.dataDir, (model) =>
    model.replace('      - name: origin\n', `      - name: origin\n        ${LINKS}\n`),
  );
  await waitForModel();
  const hidden = await client.call('upsertWorkbookBySlug', {
    params: { ...params, slug: 'hidden' },
    body: { name: 'Hidden' },
  });
  await client.call('publishDashboard', {
    params: { ...params, workbookId: hidden.id },
    body: { workbookId: hidden.id, config: { widgets: [] } },
  });
  const query = {
    measures: ['network.count'],
    order: { 'network.origin': 'asc' },
  };
  const report = (spec: object, dimensions = ['network.origin']) => ({
    name: 'Flights',
    kind: 'table' as const,
    query: { ...query, dimensions },
    spec,
  });
  const pivot = { pivot: { columns: ['network.origin'] } };
  from = await world.publish({
    reports: {
      table: report({}),
      pivot: report(pivot, ['network.destination', 'network.origin']),
      rows: report({ pivot: { ...pivot.pivot, measuresAxis: 'rows' } }, [
        'network.destination',
        'network.origin',
      ]),
    },
    widgets: ['table', 'pivot', 'rows'].map((id, index) => ({
      id,
      type: 'CHART',
      position: { x: 4 * index, y: 0, w: 4, h: 8 },
      config: { report: id },
    })),
  });
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const overview = items.find(({ slug }) => slug === 'network-overview');
  to = {
    publicId: overview?.publishedDashboard?.publicId ?? '',
    workbookId: overview?.id ?? 0,
  };
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

const openerIn = ({ frame }: EmbeddedPage) =>
  frame.locator('tbody').getByRole('button', { name: 'LAX' }).first();
const openList = ({ frame }: EmbeddedPage) =>
  frame.locator('[popover]:popover-open').getByRole('link', { name: 'Overview' });

test('a dashboard in a frame tells its host which other dashboard to open, with the filters of the link', async () => {
  const embedded = await world.open(from.publicId);
  const { frame, nextEvent, events, close } = embedded;
  await openerIn(embedded).click();
  const list = frame.getByRole('group', { name: 'Links of LAX' }).first();
  // What is not there, and what the viewer may not see, is no link.
  assert.deepEqual(await list.locator('a, button').allInnerTexts(), ['Overview', 'Map']);
  await list.getByRole('link', { name: 'Overview' }).click();
  await list.waitFor({ state: 'hidden' });
  assert.deepEqual((await nextEvent('dashboard-link')).payload, {
    publicId: to.publicId,
    title: 'Network overview',
    target: 'self',
    filterUrlParameter: FILTER,
  });
  // Above the columns of a pivot: the value itself, or beside what sorts.
  await frame.locator('th[scope=colgroup]').getByRole('button', { name: 'SEA' }).click();
  await openList(embedded).click();
  await nextEvent('dashboard-link', 2);
  const header = frame.locator('th', { has: frame.getByRole('button', { name: 'SEA', exact: true }) }).last();
  await header.getByRole('button', { name: 'SEA: Overview' }).click();
  await openList(embedded).click();
  await nextEvent('dashboard-link', 3);
  assert.deepEqual(await events('error'), []);
  await close();
});

test('the rows behind a number have the same links', async () => {
  const embedded = await world.open(from.publicId);
  const { frame, nextEvent, close } = embedded;
  await frame
    .getByRole('row', { name: /^LAX/ })
    .first()
    .getByRole('button', { name: /^\d+$/ })
    .first()
    .click();
  const dialog = frame.getByRole('dialog');
  await dialog.getByRole('button', { name: 'LAX' }).first().click();
  assert.deepEqual(await dialog.locator('[popover]:popover-open').locator('a, button').allInnerTexts(), [
    'Overview',
    'Map',
  ]);
  await openList(embedded).click();
  assert.equal((await nextEvent('dashboard-link')).payload?.['publicId'], to.publicId);
  await close();
});

test('the application opens the other dashboard in its frame, and the way back leads to the first', async () => {
  const path = `/embed/d/1/app/dashboards/${from.workbookId}?session`;
  const address = await signedUrl(world, path, { session: CREATOR });
  const embedded = await openEmbedded(world.browser, world.host, address, {});
  const { page, frame, nextEvent, close } = embedded;
  await openerIn(embedded).click();
  await openList(embedded).click();
  const { payload } = await nextEvent('view', 2);
  assert.equal(payload?.['path'], `/embed/d/1/app/dashboards/${to.workbookId}`);
  const reset = frame.getByRole('button', { name: 'Reset' }).first();
  await reset.waitFor();
  const searchOf = () => page.frames()[1]?.evaluate(() => window.location.search);
  assert.ok((await searchOf())?.endsWith(`&${FILTER}`), await searchOf());
  // What the viewer changes is in the address as well.
  await reset.click();
  await reset.waitFor({ state: 'hidden' });
  assert.doesNotMatch((await searchOf()) ?? '', /f_/);
  await page.evaluate(() => window.history.back());
  assert.equal(
    (await nextEvent('view', 3)).payload?.['path'],
    `/embed/d/1/app/dashboards/${from.workbookId}`,
  );
  await close();
});

test('a document has the links that lead somewhere from paper', async () => {
  const { client, oriel } = world;
  const body = {
    deploymentId,
    externalId: 'reader',
    embedTenantName: 'skyline-travel',
    userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
  };
  const { sessionId } = await client.call('generateSession', { body });
  const { token } = await client.call('postTokenBySessionId', { body: { sessionId } });
  const answer = await fetch(`${oriel.url}/api/v1/embed/dashboard/${from.publicId}/export`, {
    method: 'POST',
    headers: { authorization: `Embed-Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'pdf', layout: 'print', widgetId: 'table' }),
  });
  assert.equal(answer.status, 200);
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  const links = [...text.matchAll(/\/URI \((.*?)\)/g)].map(([, link]) => link);
  assert.deepEqual(
    links,
    ['LAX', 'SEA', 'SFO'].map((code) => `https://maps.example/?q=${code}`),
  );
});
