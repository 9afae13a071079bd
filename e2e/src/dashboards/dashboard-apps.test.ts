import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { exampleFiles, publishApp, REPORT, type AppBoard } from '../support/app-board.ts';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { startForeignHost } from '../support/hosts/foreign-host.ts';
import { hostileApp } from '../support/hostile/hostile-app.ts';
import { CITY, FLIGHTS_FIELD } from '../support/hostile/hostile-charts.ts';
import type { HeardMessage } from '../support/hosts/host-page.ts';

/** Dashboards that are apps of their authors: what they can do, and what becomes of those that fail. */
let world: EmbedWorld;
let workbookId = 0;
before(async () => {
  world = await startEmbedWorld();
  ({ workbookId } = await world.publish({ widgets: [] }));
});
after(() => world.close());

const publish = (board: AppBoard) => publishApp(world.client, { deploymentId: 1, workbookId }, board);
const page = (script: string) =>
  `<!doctype html><title>App</title><p id="said"></p><script type="module">${script}</script>`;
const inside = (frame: FrameLocator) => frame.frameLocator('[data-part=app] > iframe');
const cityControl = { id: 'city', type: 'FILTER', config: { member: CITY, operator: 'equals' } } as const;

test('the app of the guide draws the rows of a report, and follows its own controls and those of the host', async () => {
  const { publicId } = await publish({ files: await exampleFiles(), widgets: [cityControl] });
  const { frame, send, nextEvent, events, close } = await world.open(publicId);
  const loaded = await nextEvent('dashboard-loaded');
  assert.equal(loaded.payload?.['publicId'], publicId);
  const app = inside(frame);
  const bars = app.getByRole('listitem');
  await bars.nth(1).waitFor();
  const first = await bars.first().locator('span').innerText();
  await app.getByLabel('City').selectOption(first);
  await nextEvent('filter-changed');
  await app.locator('li:only-child').waitFor();
  assert.equal(await bars.locator('span').innerText(), first);
  await send('set-filter', { filterUrlParameter: `f_${CITY}=` });
  await bars.nth(1).waitFor();
  assert.deepEqual(await events('error'), []);
  assert.equal((await events('dashboard-loaded')).length, 1);
  await close();
});

test('an app imports d3 by its name, and draws its rows with it', async () => {
  const imports =
    "import { load, loaded } from 'oriel'; import { forceSimulation, max, scaleLinear, select } from 'd3';";
  const script = `${imports}
    const { rows } = await load('${REPORT}');
    const wide = scaleLinear([0, max(rows, (row) => row['${FLIGHTS_FIELD}'])], [0, 300]);
    select('body').append('svg').selectAll('rect').data(rows).join('rect')
      .attr('height', 10).attr('y', (_row, index) => index * 12).attr('width', (row) => wide(row['${FLIGHTS_FIELD}']));
    select('#said').text(typeof forceSimulation);
    loaded();`;
  const { publicId } = await publish({ files: { 'index.html': page(script) } });
  const { frame, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const app = inside(frame);
  const widths = await app
    .locator('rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))));
  assert.deepEqual(widths, [200, 300, 200]);
  assert.equal(await app.locator('#said').innerText(), 'function');
  assert.deepEqual(await events('error'), []);
  await close();
});

test('an app in the console is drawn by the same frame', async () => {
  const { workbookId: id } = await publish({ files: await exampleFiles(), widgets: [cityControl] });
  const { page: console, problems } = await openConsole(world.browser, world.oriel, `/dashboards/${id}`);
  const app = console.frameLocator('[data-part=app] > iframe');
  await app.getByRole('listitem').nth(1).waitFor();
  assert.equal(await console.locator('[data-part=app] > iframe').getAttribute('sandbox'), 'allow-scripts');
  assert.deepEqual(problems, []);
  await console.context().close();
});

const failing: Record<string, { files: Record<string, string>; message: RegExp }> = {
  'throws before it says anything': {
    files: { 'index.html': page("throw new Error('broken from the start')") },
    message: /broken from the start/,
  },
  'refuses before it says anything': {
    files: { 'index.html': page("Promise.reject(new Error('refused from the start'))") },
    message: /refused from the start/,
  },
  'is no JavaScript': { files: { 'index.html': page('const = 1') }, message: /SyntaxError/ },
  'imports a file that is not there': {
    files: {
      'index.html': '<!doctype html><script type="module" src="main.js"></script>',
      'main.js': "import './missing.js'",
    },
    message: /could not be loaded: main\.js/,
  },
  'imports a package that is not shipped': {
    files: { 'index.html': page("import 'left-pad'") },
    message: /left-pad/,
  },
};

for (const [what, { files, message }] of Object.entries(failing))
  test(`an app that ${what} is a fatal error, and words on the page`, async () => {
    const { publicId } = await publish({ files });
    const { frame, nextEvent, events, close } = await world.open(publicId);
    const { payload } = await nextEvent('error');
    assert.deepEqual(
      [payload?.['name'], payload?.['context'], payload?.['fatal']],
      ['AppError', 'app', true],
    );
    assert.match(String(payload?.['message']), message);
    await frame.getByRole('alert').getByText('This dashboard is broken. Its author can fix it.').waitFor();
    assert.equal(await frame.locator('iframe').count(), 0);
    assert.deepEqual(await events('dashboard-loaded'), []);
    await close({ expected: /broken from|refused from|Unexpected token|left-pad|missing\.js|ERR_FAILED/ });
  });

test('a hostile app gets nothing that is not its own, and sends nothing away', async () => {
  const foreign = await startForeignHost();
  const { publicId } = await publish({ files: hostileApp(foreign.origin, world.oriel.url) });
  const opened: string[] = [];
  const {
    page: host,
    frame,
    events,
    nextEvent,
    close,
  } = await world.open(publicId, {
    browser: { ignoreHTTPSErrors: true },
    prepare: (page) => page.context().on('page', (other) => opened.push(other.url())),
  });
  const address = host.url();
  // As another window would: what is not of the frame's own window is not heard.
  await nextEvent('ready');
  await host.evaluate(() =>
    document.querySelector('iframe')?.contentWindow?.postMessage({ id: 'host', method: 'reports' }, '*'),
  );
  await nextEvent('dashboard-loaded');
  await inside(frame).locator('#said', { hasText: 'flood' }).waitFor();
  const said = await inside(frame).locator('#said').innerText();
  const { tries, asked, flood } = JSON.parse(said) as {
    tries: Record<string, string>;
    asked: Record<string, string>;
    flood: string[];
  };
  const gained = Object.entries(tries).filter(([, got]) => got !== 'nothing');
  assert.deepEqual(Object.fromEntries(gained), {});
  assert.ok(Object.keys(tries).length > 35);
  assert.deepEqual(asked, {
    token: 'unknown_method',
    constructor: 'unknown_method',
    proto: 'unknown_method',
    query: 'unknown_method',
    report: 'report_not_found',
    nothing: 'invalid_params',
    member: 'invalid_params',
    filter: 'invalid_params',
    limit: 'invalid_params',
    state: 'invalid_params',
    long: 'too_large',
    map: 'too_large',
  });
  assert.ok(flood.includes('too_many'), 'a flood is refused');
  assert.deepEqual(foreign.requests, []);
  assert.deepEqual(opened, []);
  assert.equal(host.url(), address);
  assert.equal(await frame.locator('html').getAttribute('data-scheme'), 'light');
  const heard = await host.evaluate(() => (window as unknown as { heard: HeardMessage[] }).heard);
  const origin = new URL(world.oriel.url).origin;
  // What the app has forged comes from no origin, which every host that looks at origins refuses.
  assert.deepEqual(
    heard.filter((message) => message.origin === origin && message.type === 'svc:event:navigate'),
    [],
  );
  assert.deepEqual(
    heard.filter((message) => 'result' in message),
    [],
  );
  // What its scripts have left behind is told, and is not the end of it.
  assert.ok((await events('error')).every(({ payload }) => payload?.['fatal'] === false));
  await close({ expected: /./ });
  await foreign.close();
});

test('an app that leaves its frame for another address takes nothing there', async () => {
  const foreign = await startForeignHost();
  const away = `${foreign.origin}/leaves?rows=stolen`;
  const { publicId } = await publish({ files: { 'index.html': page(`location = ${JSON.stringify(away)}`) } });
  const blocked = Promise.withResolvers<string>();
  const { nextEvent, close } = await world.open(publicId, {
    browser: { ignoreHTTPSErrors: true },
    prepare: (opened) =>
      void opened.on('console', (message) => {
        if (/frame-src|Framing/.test(message.text())) blocked.resolve(message.text());
      }),
  });
  await nextEvent('ready');
  assert.match(await blocked.promise, /Content Security Policy/);
  assert.deepEqual(foreign.requests, []);
  await close({ expected: /./ });
  await foreign.close();
});
