import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countOfFlights, flightsBoard, startAiWorld, type AiWorld } from './support/ai-world.ts';
import { ADMIN_EMAIL, adminPassword } from './support/console.ts';
import { signedUrl } from './support/embed.ts';
import { shown, untilGiven, type EngineBrowser } from './support/browsers/engine.ts';
import { firefox } from './support/browsers/firefox.ts';
import type { HeardMessage } from './support/hosts/host-page.ts';
import { webkit } from './support/browsers/webkit.ts';

/**
 * The surfaces and the console in the other engines, where a machine has them. Every other test of a browser is
 * Chromium's; these show that what a page needs first is there elsewhere.
 */
const engines = [firefox, webkit];
let world: AiWorld;
before(async () => {
  if (engines.some(({ missing }) => !missing)) world = await startAiWorld();
});
after(() => world?.close());

const frame = 'iframe[title=Dashboard]';

/** Waits for an event of the surface in the host page. */
const heard = (browser: EngineBrowser, name: string) =>
  untilGiven(`event ${name}`, async () => {
    const messages = (await browser.call('() => window.heard', [])) as HeardMessage[];
    return messages.findLast(({ type }) => type === `svc:event:${name}`)?.payload;
  });

async function openSurface(browser: EngineBrowser, path: string, session = {}): Promise<void> {
  await browser.goto(world.host.around(await signedUrl(world, path, { session })));
}

for (const { name, missing, open } of engines)
  describe(name, { skip: missing ?? false }, () => {
    let browser: EngineBrowser;
    before(async () => {
      browser = await open();
    });
    after(() => browser?.close());

    test(`a dashboard is drawn in ${name}, and a filter narrows it`, async () => {
      const spec = {
        mark: 'bar',
        encoding: {
          y: { field: 'network.origin_city', type: 'nominal' },
          x: { field: 'network.count', type: 'quantitative' },
        },
      };
      const query = { ...countOfFlights, dimensions: ['network.origin_city'] };
      const flights = flightsBoard({ widgets: [{ id: 'bars', type: 'CHART', config: { report: 'bars' } }] });
      const { publicId } = await world.publish({
        ...flights,
        reports: { ...flights.reports, bars: { name: 'Bars', query, kind: 'vega', spec } },
      });
      await openSurface(browser, `/embed/dashboard/${publicId}?session`);
      await heard(browser, 'dashboard-loaded');
      await shown(browser, { css: '[data-part=figure]', text: '7', frame });
      const colors = await browser.call(
        `() => { const canvas = document.querySelector('canvas');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size; }`,
        [],
        frame,
      );
      assert.ok(Number(colors) > 10, `${colors} colours are painted`);
      await browser.click({ css: 'summary', text: 'City: All', frame });
      await browser.click({ css: 'label', text: 'Seattle', frame });
      await shown(browser, { css: '[data-part=figure]', text: '2', frame });
    });

    test(`the application opens a folder in ${name}`, async () => {
      await openSurface(browser, '/embed/d/1/app?session', { creatorMode: true, userAttributes: undefined });
      await browser.click({ css: '[aria-label=Contents] a', text: 'Network', frame });
      const path = await untilGiven('path of a folder', async () => {
        const view = (await heard(browser, 'view')) as { path: string };
        return view.path.includes('/workspace/folders/') ? view.path : undefined;
      });
      assert.match(path, /^\/embed\/d\/1\/app\/workspace\/folders\/\d+$/);
      await shown(browser, { css: '[aria-label=Contents] a', text: 'Network overview', frame });
    });

    test(`a question is answered in ${name}, piece by piece`, async () => {
      const rest = Promise.withResolvers<void>();
      world.model.steps.push({ text: ['There are ', '**seven** flights.'], pause: rest.promise });
      await openSurface(browser, '/embed/chat?sessionId');
      await browser.type({ css: 'textarea', frame }, 'How many flights are there?\n');
      rest.resolve();
      await shown(browser, { css: '[role=log] strong', text: 'seven', frame });
      await untilGiven('completed question', async () => {
        const { status } = (await heard(browser, 'ai-query')) as { status: string };
        return status === 'completed' ? status : undefined;
      });
    });

    test(`the console signs in, edits a dashboard and shows the account in ${name}`, async () => {
      const { items } = await world.client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
      const workbookId = items.find((item) => item.name === 'Punctuality')?.id;
      await browser.goto(`${world.oriel.url}/workbook/${workbookId}?edit=true`);
      await browser.type({ css: 'input[name=email]' }, ADMIN_EMAIL);
      await browser.type({ css: 'input[name=password]' }, `${adminPassword(world.oriel)}\n`);
      await shown(browser, { css: '[role=group] canvas' });
      await shown(browser, { css: 'button', text: 'Publish' });
      await browser.goto(`${world.oriel.url}/settings/account`);
      await shown(browser, { css: 'section', text: 'Time zone' });
    });

    test(`nothing went wrong in the pages in ${name}`, () => {
      assert.deepEqual(
        browser.problems.filter((problem) => !/\b40[13]\b/.test(problem)),
        [],
      );
    });
  });
