import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { exampleFiles, publishApp, type AppBoard } from './support/app-board.ts';
import { openConsole } from './support/console.ts';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';
import { CITY } from './support/hostile-charts.ts';

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
  assert.ok((await bars.count()) > 1);
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
