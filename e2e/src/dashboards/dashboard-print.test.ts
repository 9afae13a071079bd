import { differentPixels } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { commitToModel } from '../support/model-author.ts';
import type { Flight } from '../support/small-data.ts';

/** What the server draws of long tables: all rows on sheets of paper, and in pictures how many there are. */
const HOURS = 120;
const flights = Array.from({ length: HOURS }, (_each, index): Flight => {
  const time = new Date(Date.UTC(2001, 0, 1, index)).toISOString().slice(0, 16).replace('T', ' ');
  return [time, index, 300, 'SFO', 'LAX'];
});

let world: EmbedWorld;
let publicId = '';
before(async () => {
  world = await startEmbedWorld(flights);
  ({ publicId } = await world.publish({
    reports: {
      hours: {
        name: 'Hours',
        kind: 'table',
        query: {
          measures: ['network.count'],
          dimensions: ['network.origin_city'],
          timeDimensions: [{ dimension: 'network.departure', granularity: 'hour' }],
        },
      },
    },
    widgets: [
      {
        id: 'city',
        type: 'FILTER',
        config: {
          member: 'network.origin_city',
          operator: 'equals',
          value: ['San Francisco'],
          label: 'From',
        },
      },
      { id: 'from', type: 'FILTER', config: { member: 'network.dest_city', operator: 'equals' } },
      {
        id: 'grain',
        type: 'TIME_GRAIN',
        config: { member: 'network.departure', granularities: ['hour', 'day'], value: 'hour', label: 'Each' },
      },
      {
        id: 'tabs',
        type: 'CONTAINER',
        config: {
          title: 'Details',
          direction: 'tabs',
          children: ['First', 'Second'].map((name) => ({
            id: name,
            type: 'TEXT',
            position: { x: 0, y: 0, w: 12, h: 2 },
            config: { content: `${name} note` },
          })),
        },
      },
      { id: 'hours', type: 'CHART', config: { report: 'hours' } },
    ],
  }));
});
after(() => world.close());

async function exportAs(body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${world.oriel.url}/api/v1/embed/dashboard/${publicId}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.oriel.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** The sizes of the pages of a document, in points. */
async function pagesOf(body: object): Promise<string[]> {
  const answer = await exportAs({ format: 'pdf', ...body });
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.clone().text());
  const document = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return [...document.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  );
}

test('a dashboard, and a chart of it, are printed on as many sheets of A4 as their rows need', async () => {
  for (const body of [{}, { widgetId: 'hours' }]) {
    const sheets = await pagesOf({ ...body, layout: 'print' });
    assert.ok(sheets.length >= 4, `${sheets.length} sheets`);
    assert.deepEqual([...new Set(sheets)], ['596 × 843']);
    assert.equal((await pagesOf(body)).length, 1, 'as it is looked at it has one page');
  }
  const picture = await exportAs({ format: 'png', layout: 'print' });
  assert.equal(picture.status, 400);
  assert.match(await picture.text(), /"path":"layout"/);
});

test('sheets of paper have every row and what the controls say, and pictures say which rows they leave out', async () => {
  const sheets = await openDrawn('sheets');
  await sheets.nextEvent('dashboard-loaded');
  await sheets.frame.locator(`tr[aria-rowindex="${HOURS}"]`).waitFor({ state: 'attached' });
  assert.equal(await sheets.frame.locator('tbody tr[aria-rowindex]').count(), HOURS);
  assert.equal(await sheets.frame.getByRole('note').count(), 0);
  // A header with a button would stand on the first sheet alone.
  assert.equal(await sheets.frame.locator('thead button').count(), 0);
  assert.equal(await sheets.frame.locator('thead th').first().innerText(), 'City');
  const said = sheets.frame.locator('[data-part="printed-controls"] > div');
  await said.nth(1).waitFor();
  const texts = await said.allInnerTexts();
  assert.deepEqual(
    texts.map((text) => text.replaceAll(/\s+/g, ' ')),
    ['From San Francisco', 'Each Hour'],
  );
  assert.equal(await sheets.frame.getByRole('combobox').count(), 0, 'no control is there to be set');
  // Nobody can turn to another tab on paper.
  for (const note of ['First note', 'Second note']) await sheets.frame.getByText(note).waitFor();
  await sheets.close();
  const picture = await openDrawn('picture');
  await picture.nextEvent('dashboard-loaded');
  await picture.frame
    .getByRole('note')
    .filter({ hasText: `of ${HOURS} rows` })
    .waitFor();
  assert.equal(await picture.frame.getByText('Second note').count(), 0);
  await picture.close();
});

test('pictures and documents of a dashboard show the tabs that are open', async () => {
  const opened = await world.open(publicId, { parameters: '&allowExport=true' });
  await opened.nextEvent('dashboard-loaded');
  await opened.frame.getByRole('tab', { name: 'Tab 2' }).click();
  await opened.frame.getByText('Second note').waitFor();
  const [request] = await Promise.all([
    opened.page.waitForRequest(/\/export$/),
    (async () => {
      await opened.frame.locator('[data-part="dashboard-export"] summary').click();
      await opened.frame.getByRole('button', { name: 'Download as PNG' }).click();
    })(),
  ]);
  const { openTabs } = request.postDataJSON() as { openTabs?: unknown };
  assert.deepEqual(openTabs, [{ container: 'tabs', widget: 'Second' }]);
  await opened.nextEvent('download');
  await opened.close();
  const draw = async (tabs: object) => {
    const answer = await exportAs({ format: 'png', ...tabs });
    assert.equal(answer.status, 200, answer.ok ? '' : await answer.clone().text());
    return Buffer.from(await answer.arrayBuffer());
  };
  const first = await draw({});
  const second = await draw({ openTabs });
  const context = await world.browser.newContext();
  assert.notEqual(await differentPixels(context, first, second), 0, 'the other tab is drawn');
  // What the dashboard does not have is ignored, whatever it is.
  for (const widget of ['Third', 'x'.repeat(255), '&tab_tabs=Second', '../..'])
    assert.equal(
      await differentPixels(context, await draw({ openTabs: [{ container: 'tabs', widget }] }), first),
      0,
      widget,
    );
  await context.close();
  const refused = await exportAs({ format: 'png', openTabs: [{ container: 'tabs', widget: 5 }] });
  assert.equal(refused.status, 400);
});

interface DrawnOptions {
  publicId?: string;
  parameters?: string;
  /** More of what the server tells the page. */
  config?: object;
}

/** The surface as the browser of the server has it. */
function openDrawn(
  drawnAs: 'sheets' | 'picture',
  { publicId: id = publicId, parameters = '', config = {} }: DrawnOptions = {},
) {
  const told = JSON.stringify({ ...config, drawnAs }).slice(1, -1);
  return world.open(id, {
    parameters,
    prepare: (page) =>
      void page.route(/\/embed\/dashboard\/[^/]+\?/, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace('{"brand"', () => `{${told},"brand"`);
        await route.fulfill({ response: answer, body });
      }),
  });
}

test('who goes away while a document is drawn gives the place back', { timeout: 300_000 }, async () => {
  /** Asks until there is a place. */
  const take = async (body: object, signal?: AbortSignal): Promise<Response> => {
    for (;;) {
      const answer = await exportAs(body, signal);
      if (answer.status !== 429) return answer;
    }
  };
  // More rounds than the browser draws at a time, each with as many documents as one caller may have.
  for (let round = 0; round < 3; round += 1) {
    const gone = new AbortController();
    // Those of one language would be drawn once for all.
    const drawings = ['de-DE', 'fr-FR', 'ja-JP'].map((locale) =>
      take({ format: 'pdf', layout: 'print', locale }, gone.signal),
    );
    let isDrawn = false;
    for (const drawing of drawings) drawing.then(() => (isDrawn = true)).catch(() => {});
    while ((await exportAs({ format: 'csv', widgetId: 'hours' })).status !== 429)
      assert.ok(!isDrawn, 'a document was drawn before all places were taken');
    gone.abort();
    for (const drawing of drawings) await assert.rejects(drawing, { name: 'AbortError' });
  }
  const answer = await take({ format: 'pdf', layout: 'print', locale: 'it-IT' });
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
});

test('truth values of filters are printed in the words of the language, and in pictures of a chart as well', async () => {
  await commitToModel(world.oriel.dataDir, (model) =>
    model.replace(
      '    dimensions:\n',
      '    dimensions:\n      - { name: is_late, title: Late, type: boolean, sql: "delay > 15" }\n',
    ),
  );
  const filter = { member: 'network.is_late', operator: 'equals', value: ['true'] };
  // In place of the dashboard of the tests above.
  const board = await world.publish({
    reports: { count: { name: 'Count', kind: 'table', query: { measures: ['network.count'] } } },
    widgets: [
      { id: 'late', type: 'FILTER', config: filter },
      { id: 'few', type: 'FILTER', config: { member: 'network.count', operator: 'not_equals', value: [1] } },
      { id: 'count', type: 'CHART', config: { report: 'count' } },
    ],
  });
  const parameters = '&locale=de-DE';
  const toldFilters = [
    filter,
    { member: 'network.origin_city', operator: 'not_equals', value: ['Rom'], label: 'Ort' },
  ];
  const cases = [
    { drawnAs: 'sheets', part: 'printed-controls', says: /Late\s*Ja/ },
    { drawnAs: 'picture', part: 'told-filters', says: 'Late: Ja · Ort: ist nicht Rom' },
  ] as const;
  for (const { drawnAs, part, says } of cases)
    for (let isSaid = false; !isSaid;) {
      const options = { publicId: board.publicId, parameters, config: { toldFilters } };
      const { frame, close } = await openDrawn(drawnAs, options);
      const text = frame.locator(`[data-part="${part}"][data-settled="true"]`);
      // A new model is looked for once a second, so the first tries may come too early.
      await text.or(frame.getByRole('alert')).first().waitFor({ state: 'attached' });
      isSaid = (await text.filter({ hasText: says }).count()) > 0;
      const isEarly = (await frame.getByRole('alert').count()) > 0;
      assert.ok(isSaid || isEarly, 'the filters are told in other words');
      await close();
    }
});
