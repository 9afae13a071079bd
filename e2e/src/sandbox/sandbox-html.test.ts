import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { startForeignHost, type ForeignHost } from '../support/hosts/foreign-host.ts';
import { hostileTexts } from '../support/hostile/hostile-texts.ts';
import { FLIGHTS } from '../support/small-data.ts';

/**
 * Templates of HTML reports, and rows that they show, of an author who wants to run a script, load something or get at
 * a token. The server refuses templates that try; here they have been stored before it did.
 */
/** Where a flight goes. */
const HOSTILE_ROW =
  '<img src=x onerror=window.ran()><script>window.ran()</script>" onclick="window.ran() {{json this}}';

let world: EmbedWorld;
let foreign: ForeignHost;
before(async () => {
  foreign = await startForeignHost();
  world = await startEmbedWorld([...FLIGHTS, ['2001-01-02 08:00', 0, 300, 'SFO', HOSTILE_ROW]]);
});
after(async () => {
  await world.close();
  await foreign.close();
});

/** What only a template can try: styles of its own, and expressions that write markup. */
const ofTemplates = (away: string) => [
  `<style>p { background: url(${away}/style.gif) }</style><p>style</p>`,
  `<style>p { background: u\\72l(${away}/escaped.gif) }</style><p>style</p>`,
  `<style>@import '${away}/import.css'; @font-face { font-family: x; src: url(${away}/font) }</style><p>style</p>`,
  `<style>p::after { content: image-set('${away}/set.gif' 1x) }</style><p>style</p>`,
  `<style>p { background: -webkit-cross-fade(url(${away}/fade.gif), url(${away}/fade2.gif), 50%) }</style><p>x</p>`,
  `<style></style><script>window.ran()</script></style>`,
  `<style><</style/><img src=x onerror=window.ran()></style>`,
  `<p style="background: url(${away}/attribute.gif)">style</p>`,
  `<p style='list-style-image: u&#114;l(${away}/entity.gif)'>style</p>`,
  `<p style="{{#each data}}background: url(${away}/rows.gif){{/each}}">style</p>`,
  `{{{json "<img src=x onerror=window.ran()>"}}}`,
  `{{& (concat "<script>" "window.ran()" "</script>")}}`,
  `<{{concat "img src=x onerror=window.ran()"}}>`,
  `<p {{concat "onclick=window.ran()"}}>attribute</p>`,
  `<p title={{concat "x onclick=window.ran()"}}>attribute</p>`,
  `<a href="{{concat "javascript" ":window.ran()"}}">link</a>`,
  `{{lookup (lookup this "constructor") "constructor"}}`,
  `{{#with (get data "__proto__")}}{{constructor}}{{/with}}`,
];

/** Publishes a dashboard of HTML reports with templates that nobody may store. */
async function publishStored(templates: readonly string[]): Promise<string> {
  const keys = templates.map((_, index) => `html${index}`);
  const query = { measures: ['network.count'], dimensions: ['network.origin_city'], limit: 1 };
  const { publicId, reportSnapshots } = await world.publish({
    reports: Object.fromEntries(
      keys.map((key) => [key, { name: key, query, kind: 'html' as const, spec: '<p>harmless</p>' }]),
    ),
    widgets: keys.map((key, index) => ({
      id: key,
      type: 'CHART',
      position: { x: (index % 4) * 3, y: Math.floor(index / 4) * 3, w: 3, h: 3 },
      config: { report: key },
    })),
  });
  const hostile = reportSnapshots.map((snapshot) => ({
    ...snapshot,
    spec: templates[keys.indexOf(snapshot.name ?? '')],
  }));
  await withInstalledDatabase(world.oriel.dataDir, (db) =>
    db
      .updateTable('dashboardVersions')
      .set({ reportSnapshots: JSON.stringify(hostile) })
      .where('dashboardId', 'in', db.selectFrom('dashboards').select('id').where('publicId', '=', publicId))
      .execute(),
  );
  return publicId;
}

/** What of the frames of reports is more than text in plain elements. Runs in the surface, which may look into them. */
function strangeParts(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const found: string[] = [];
    for (const iframe of document.querySelectorAll('iframe')) {
      if (iframe.getAttribute('sandbox') !== 'allow-same-origin')
        found.push(`sandbox of ${iframe.outerHTML}`);
      if (iframe.hasAttribute('src') || iframe.hasAttribute('srcdoc')) found.push(iframe.outerHTML);
      const inner = iframe.contentDocument;
      if (inner?.URL !== 'about:blank') found.push(`address ${inner?.URL}`);
      for (const element of inner?.body.querySelectorAll('*') ?? []) {
        if (
          /^(script|iframe|object|embed|link|meta|base|form|input|button|img|svg|math|a|area|template)$/i.test(
            element.nodeName,
          )
        )
          found.push(element.outerHTML);
        for (const { name, value } of element.attributes)
          if (/^on|^(href|src|srcset|action|formaction|background|ping|is)$/i.test(name))
            found.push(`${name}=${value}`);
        const { backgroundImage, listStyleImage, content } = getComputedStyle(element, '::after');
        if (
          /url|image/.test(
            `${backgroundImage} ${listStyleImage} ${content} ${getComputedStyle(element).backgroundImage}`,
          )
        )
          found.push(`style of ${element.outerHTML}`);
      }
    }
    return found;
  });
}

test('no template that was stored runs, loads, leaves its frame or reaches a token', async () => {
  const templates = [...ofTemplates(foreign.origin), ...hostileTexts(foreign.origin)].slice(0, 120);
  const publicId = await publishStored(templates);
  const opened: string[] = [];
  const requests: string[] = [];
  const { page, nextEvent, events } = await world.open(publicId, {
    browser: { ignoreHTTPSErrors: true, viewport: { width: 1400, height: 900 } },
    async prepare(found) {
      found.context().on('page', (other) => opened.push(other.url()));
      found.on('framenavigated', (frame) => opened.push(frame.url()));
      found.on('request', (request) => requests.push(request.url()));
      await found.addInitScript(() => {
        const record = window as unknown as { runs: number; ran(): void };
        record.runs = 0;
        record.ran = () => void (record.runs += 1);
      });
    },
  });
  await nextEvent('dashboard-loaded');
  const embed = page.frames().find((frame) => frame.url().includes('/embed/dashboard/'));
  assert.ok(embed);
  assert.ok((await events('error')).length > 100, 'templates that try are told to the host page');
  assert.deepEqual(await strangeParts(embed), []);
  for (const frame of page.frames()) {
    const isOwn = /^about:blank$|\/\?embed=|\/embed\/dashboard\//.test(frame.url());
    assert.ok(isOwn, frame.url());
  }
  const runs = await embed.evaluate(() =>
    [window, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)].map(
      (found) => (found as unknown as { runs?: number } | null)?.runs ?? 0,
    ),
  );
  assert.deepEqual(
    runs.filter((count) => count > 0),
    [],
    'no script ran',
  );
  assert.deepEqual(foreign.requests, []);
  const own = [world.oriel.url, world.host.origin];
  assert.deepEqual(
    requests.filter((url) => !own.some((origin) => url.startsWith(origin))),
    [],
  );
  assert.deepEqual(
    opened.filter((url) => !/^about:blank$|\/\?embed=|\/embed\/dashboard\//.test(url)),
    [],
  );
  await page.context().close();
});

test('rows are text in a template, whatever they hold', async () => {
  const { publicId } = await world.publish({
    reports: {
      rows: {
        name: 'Rows',
        query: { measures: ['network.count'], dimensions: ['network.destination'] },
        kind: 'html',
        spec: '<div title="{{json data}}">{{#each data}}<b>{{this.[network.destination]}}</b>{{/each}}</div>',
      },
    },
    widgets: [
      { id: 'rows', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 6 }, config: { report: 'rows' } },
    ],
  });
  const { frame, page, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const report = frame.locator('iframe[title=Rows]').contentFrame();
  await report.getByText(HOSTILE_ROW, { exact: true }).waitFor();
  const embed = page.frames().find((found) => found.url().includes('/embed/dashboard/'));
  assert.deepEqual(embed && (await strangeParts(embed)), []);
  await close();
});
