import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flightsBoard, startAiWorld, type AiWorld } from '../support/ai-world.ts';
import type { OpenOptions } from '../support/embed.ts';
import type { EmbeddedPage } from '../support/embedded-page.ts';
import { startForeignHost, type ForeignHost } from '../support/hosts/foreign-host.ts';
import { OWN_PAGES, PARSED, strangeParts, watchScripts } from '../support/hostile/hostile-text-watch.ts';
import { hostileTexts } from '../support/hostile/hostile-texts.ts';
import type { Flight } from '../support/small-data.ts';

/**
 * What models, viewers, rows and names say on embedded surfaces: none of it runs, loads, leaves its place or reaches a
 * token.
 */
let world: AiWorld;
let foreign: ForeignHost;
let texts: readonly string[];
before(async () => {
  foreign = await startForeignHost();
  texts = hostileTexts(foreign.origin);
  world = await startAiWorld(strangeAddresses(foreign).map(toFlight));
});
after(async () => {
  await world.close();
  await foreign.close();
});

/** Addresses that are none for a link or a picture of data. */
const strangeAddresses = ({ origin, host }: ForeignHost) => [
  'javascript:window.ran()',
  'JaVaScRiPt:window.ran()',
  ' \u000ejavascript:window.ran()',
  'java\tscript:window.ran()',
  'vbscript:window.ran()',
  'data:text/html,<script>window.ran()</script>',
  'data:image/svg+xml,<svg onload="window.ran()"/>',
  `blob:${origin}/1`,
  `https://bank.example@${host}/`,
  `//${host}/without-scheme.gif`,
  `"><img src=x onerror="window.ran()">`,
  `${origin}/unlisted.gif" onerror="window.ran()`,
];
const toFlight = (destination: string, index: number): Flight => [
  `2001-01-0${(index % 9) + 1} 08:00`,
  0,
  300,
  'SFO',
  destination,
];

/** Opens a surface, and answers with a function that checks what it has done since. */
async function openWatched(open: (options: OpenOptions) => Promise<EmbeddedPage>) {
  let watched: Awaited<ReturnType<typeof watchScripts>> | undefined;
  const embed = await open({
    browser: { ignoreHTTPSErrors: true },
    async prepare(page) {
      watched = await watchScripts(page);
    },
  });
  return {
    ...embed,
    async checkAndClose(expected = PARSED) {
      const surface = embed.page.frames().find((frame) => frame.url().startsWith(world.oriel.url));
      assert.ok(surface);
      await surface.evaluate(() => {
        for (const element of document.querySelectorAll('#root *'))
          for (const type of ['mouseover', 'pointermove', 'focus'])
            element.dispatchEvent(new Event(type, { bubbles: true }));
      });
      assert.deepEqual(await strangeParts(surface), []);
      assert.deepEqual(foreign.requests, []);
      assert.deepEqual(
        watched?.opened.filter((url) => !OWN_PAGES.test(url) && !url.includes('/embed/chat')),
        [],
        'nothing is opened or left',
      );
      await embed.close({ expected });
    },
  };
}

/** What a page says of a template that it does not draw. */
const REFUSED = /TemplateProblem/;

const BATCH = 14;
const batches = () =>
  Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, index) =>
    texts.slice(index * BATCH, (index + 1) * BATCH).join('\n\n'),
  );

test('an answer of the chat is a text, whatever a model writes', async () => {
  const chat = await openWatched((options) => world.openChat(options));
  const answers = batches();
  for (const [index, text] of answers.entries()) {
    world.model.steps.push({ text: `${text}\n\nEnd of ${index}.` });
    const question = chat.frame.getByRole('textbox', { name: 'Your question' });
    await question.fill(`Question ${index}`);
    await question.press('Enter');
    const completed = await chat.nextEvent('ai-query', (index + 1) * 2);
    assert.equal((completed.payload as { status?: string }).status, 'completed');
  }
  await chat.frame.locator('[data-part=answer]');
  await chat.frame
    .locator('[data-part=answer]')
    .nth(answers.length - 1)
    .waitFor();
  assert.ok((await chat.frame.locator('[data-part=text] *').count()) > 20);
  await chat.checkAndClose();
});

test('the text of an AI widget is a text, whatever a model writes', async () => {
  const contents = batches();
  const { publicId } = await world.publish(
    flightsBoard({
      widgets: contents.map((_, index) => ({
        id: `words-${index}`,
        type: 'AI',
        config: { title: `Words ${index}`, prompt: `Say ${index}.` },
      })),
    }),
  );
  world.model.steps.push(...contents.map((text) => ({ text })));
  const board = await openWatched((options) =>
    world.openLoaded(publicId, { ...options, session: { externalId: 'summarised' } }),
  );
  await board.frame
    .getByRole('button', { name: 'Write anew' })
    .nth(contents.length - 1)
    .waitFor();
  assert.ok((await board.frame.locator('[data-part=text] *').count()) > 20);
  await board.checkAndClose();
});

test('a comment is its letters, whatever a viewer writes', async () => {
  await world.client.call('updateAppConfig', { body: { embedding: { enableDashboardComments: true } } });
  const { publicId } = await world.publish(flightsBoard());
  const session = { externalId: 'ada', userProfile: { displayName: '<img src=x onerror=window.ran()>' } };
  const board = await openWatched((options) => world.openLoaded(publicId, { ...options, session }));
  await board.frame.getByRole('button', { name: /^Comments on this dashboard/ }).click();
  const field = board.frame.getByRole('textbox', { name: 'New comment' });
  const written = texts.filter((text) => text.length < 2_000 && text === text.trim()).slice(0, 60);
  const body = written.join('\n');
  await field.fill(body);
  await board.frame.getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = board.frame.getByRole('article').first();
  await comment.getByText('isindex', { exact: false }).waitFor();
  const said = await comment
    .locator('p')
    .first()
    .evaluate((element) => element.textContent);
  assert.equal(said, body);
  assert.equal(await comment.locator('script, img, iframe, form, svg, style, link, [onclick]').count(), 0);
  await board.checkAndClose();
});

test('names, titles and labels are their letters', async () => {
  const name = '<img src=x onerror=window.ran()>"\'{{constructor}}';
  const { publicId } = await world.publish({
    title: `${name} board`,
    reports: {
      own: {
        name: `${name} report`,
        query: { measures: ['network.count'] },
        kind: 'kpi',
        spec: { blocks: [{ type: 'number', field: 'network.count', label: `${name} label` }] },
      },
    },
    widgets: [
      { id: 'city', type: 'FILTER', config: { member: 'network.origin_city', label: `${name} filter` } },
      { id: 'own', type: 'CHART', config: { report: 'own', title: `${name} widget` } },
    ],
  });
  const board = await openWatched((options) => world.openLoaded(publicId, options));
  await board.frame.getByText(`${name} widget`).first().waitFor();
  await board.frame.getByText(`${name} filter`).first().waitFor();
  assert.equal(await board.frame.locator('#root img').count(), 0);
  await board.checkAndClose();
});

test('cells of rows are neither links nor pictures of strange addresses', async () => {
  const query = {
    measures: ['network.count'],
    dimensions: ['network.destination', 'network.origin_city'],
  };
  const column = (type: 'link' | 'image') => [{ field: 'network.destination', display: { type } }];
  const { publicId } = await world.publish({
    reports: {
      links: { name: 'Links', query, kind: 'table', spec: { columns: column('link') } },
      pictures: { name: 'Pictures', query, kind: 'table', spec: { columns: column('image') } },
    },
    widgets: [
      { id: 'links', type: 'CHART', config: { report: 'links' } },
      { id: 'pictures', type: 'CHART', config: { report: 'pictures' } },
    ],
  });
  const board = await openWatched((options) => world.openLoaded(publicId, options));
  await board.frame.getByText('vbscript:window.ran()').first().waitFor();
  const rows = board.frame.locator('tbody');
  assert.equal(await rows.locator('img').count(), 0);
  for (const link of await rows.locator('a').all()) {
    const [href, rel] = [await link.getAttribute('href'), await link.getAttribute('rel')];
    // To a host that the viewer reads in the cell, and on a page that learns nothing of this one.
    assert.match(String(href), /^https:\/\/(?!.*@)|^\/\//);
    assert.match(String(rel), /noopener noreferrer/);
  }
  await board.checkAndClose();
});

test('the HTML of a figure that was stored before it was checked runs nothing', async () => {
  const templates = texts.slice(0, 60);
  const { publicId, reportSnapshots } = await world.publish({
    reports: Object.fromEntries(
      templates.map((_, index) => [
        `figure${index}`,
        {
          name: `figure${index}`,
          query: { measures: ['network.count'] },
          kind: 'kpi' as const,
          spec: { blocks: [{ type: 'html', content: '<p>harmless</p>' }] },
        },
      ]),
    ),
    widgets: templates.map((_, index) => ({
      id: `figure${index}`,
      type: 'CHART',
      position: { x: (index % 4) * 3, y: Math.floor(index / 4) * 3, w: 3, h: 3 },
      config: { report: `figure${index}` },
    })),
  });
  const hostile = reportSnapshots.map((snapshot) => ({
    ...snapshot,
    spec: { blocks: [{ type: 'html', content: templates[Number(snapshot.name?.slice('figure'.length))] }] },
  }));
  await withInstalledDatabase(world.oriel.dataDir, (db) =>
    db
      .updateTable('dashboardVersions')
      .set({ reportSnapshots: JSON.stringify(hostile) })
      .where('dashboardId', 'in', db.selectFrom('dashboards').select('id').where('publicId', '=', publicId))
      .execute(),
  );
  const board = await openWatched((options) => world.openLoaded(publicId, options));
  // Those that try are not drawn; what is left of the others stands in a frame of its own.
  const drawn = await board.frame.locator('iframe').count();
  assert.ok(drawn > 0 && drawn < 20, String(drawn));
  const runs = await Promise.all(
    board.page
      .frames()
      .map((frame) => frame.evaluate(() => (window as unknown as { runs?: number }).runs ?? 0)),
  );
  assert.deepEqual(
    runs.filter((count) => count > 0),
    [],
  );
  await board.checkAndClose(REFUSED);
});
