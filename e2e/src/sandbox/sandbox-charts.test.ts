import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page, Route } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { startForeignHost, type ForeignHost } from '../support/hosts/foreign-host.ts';
import { CITY, FLIGHTS_FIELD, hostileCharts, type HostileChart } from '../support/hostile/hostile-charts.ts';

/**
 * Charts of an author who wants the viewer's rows, session or page. Their documents are put into the server's answers,
 * as an older version has stored them: the server itself takes none of them.
 */
let world: EmbedWorld;
let foreign: ForeignHost;
let charts: Record<string, HostileChart>;
before(async () => {
  [world, foreign] = [await startEmbedWorld(), await startForeignHost()];
  charts = hostileCharts(foreign.origin);
});
after(async () => {
  await world.close();
  await foreign.close();
});

const query = {
  measures: [FLIGHTS_FIELD],
  dimensions: [CITY],
  timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
};
const spec = {
  mark: 'bar',
  encoding: { x: { field: CITY }, y: { field: FLIGHTS_FIELD, type: 'quantitative' } },
};

const harmless = (): Board => ({
  reports: Object.fromEntries(Object.keys(charts).map((name) => [name, { name, query, kind: 'vega', spec }])),
  widgets: Object.keys(charts).map((name) => ({ id: name, type: 'CHART', config: { report: name } })),
});

interface Drawn {
  name?: string | null;
  spec?: unknown;
  meta?: { spec?: unknown } | null;
}

/** Puts the hostile documents in the place of the harmless ones, wherever an answer has a report of the name. */
async function poison(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body: unknown = await answer.json();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const drawn: Drawn = node;
    const chart = charts[drawn.name ?? ''];
    if (chart && 'spec' in drawn) drawn.spec = chart.spec;
    if (chart && drawn.meta) drawn.meta.spec = chart.spec;
    Object.values(node).forEach(visit);
  };
  visit(body);
  await route.fulfill({ response: answer, json: body });
}

/** What a page has asked for, and the pages that it has opened. */
function watch(page: Page): { asked: string[]; opened: string[] } {
  const seen = { asked: [] as string[], opened: [] as string[] };
  page.on('request', (request) => seen.asked.push(request.url()));
  page.context().on('page', (other) => seen.opened.push(other.url()));
  return seen;
}

/** Passes over a chart with the mouse and clicks into it, as a viewer does. */
async function touch(page: Page, view: FrameLocator | Page, name: string): Promise<void> {
  const chart = view.getByRole('region', { name, exact: true });
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  assert.ok(box, name);
  for (const part of [0.25, 0.5, 0.75])
    await page.mouse.move(box.x + box.width * part, box.y + box.height * 0.75);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.75);
  // A click on a mark offers its rows.
  await page.keyboard.press('Escape');
}

/**
 * The dialog of rows, which the server's own page loads when a mark is clicked: by its name, and with nothing behind
 * it.
 */
const isOwnDialog = (url: string) =>
  url.startsWith(`${world.oriel.url}/assets/drill-dialog-`) && /-[\w-]+\.(?:js|css)$/.test(url);

async function checkNothingLeft(page: Page, view: FrameLocator | Page, seen: ReturnType<typeof watch>) {
  const before = seen.asked.length;
  for (const [name, { isTold }] of Object.entries(charts)) {
    await touch(page, view, name);
    const message = view.getByRole('region', { name, exact: true }).locator('[data-problem=outside]');
    assert.equal(await message.count(), isTold ? 1 : 0, name);
  }
  assert.deepEqual(foreign.requests, []);
  assert.deepEqual(seen.opened, []);
  assert.deepEqual(
    seen.asked.slice(before).filter((url) => !isOwnDialog(url)),
    [],
  );
  assert.deepEqual(
    seen.asked.filter((url) => new URL(url).origin === foreign.origin || url.includes('javascript:')),
    [],
  );
}

/** The launcher of the chat asks for its settings when the dashboard is there: a request that is none of a chart. */
const withoutChat = { settings: { showDashboardChat: false } };

test('an embedded chart reads nothing and sends nothing away', async () => {
  const { publicId } = await world.publish(harmless());
  let seen: ReturnType<typeof watch> | undefined;
  const { page, frame, nextEvent, close } = await world.open(publicId, {
    session: withoutChat,
    browser: { ignoreHTTPSErrors: true },
    prepare(opened) {
      seen = watch(opened);
      void opened.route('**/api/v1/embed/dashboard/*', poison);
    },
  });
  await nextEvent('dashboard-loaded');
  assert.ok(seen);
  await checkNothingLeft(page, frame, seen);
  assert.equal(await frame.locator('body > .vega-bind').count(), 0);
  await close();
});

test('neither does one of a dashboard or a report in the console, with an administrator’s cookie', async () => {
  const { workbookId, reportSnapshots } = await world.publish(harmless());
  const { page, problems } = await openConsole(world.browser, world.oriel, '/workspace', {
    ignoreHTTPSErrors: true,
  });
  await page.route(/\/api\/v1\/deployments\/1\/(workbooks|reports)\//, poison);
  const seen = watch(page);
  await page.goto(`${world.oriel.url}/dashboards/${workbookId}`);
  await page.locator('[data-problem=outside]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await checkNothingLeft(page, page, seen);
  const picture = reportSnapshots.find(({ name }) => name === 'a picture by row');
  await page.goto(`${world.oriel.url}/reports/${picture?.reportId}`);
  await page.getByText('names an address').waitFor();
  assert.deepEqual(foreign.requests, []);
  assert.deepEqual(problems, []);
  await page.context().close();
});

/** A chart is drawn anew by then, however busy the machine is. */
const DRAWN_MS = 20_000;

test('a chart that asks for nothing outside answers to a slider, a click and a brush', async () => {
  const field = (name: string, type: string) => ({ field: name, type });
  const interactive = {
    params: [
      { name: 'least', value: 0, bind: { input: 'range', min: 0, max: 3, step: 1, name: 'Least' } },
      { name: 'picked', select: { type: 'point', fields: [CITY], toggle: 'event.shiftKey' } },
    ],
    transform: [{ filter: `datum['${FLIGHTS_FIELD}'] >= least` }],
    mark: 'bar',
    encoding: {
      x: field(CITY, 'nominal'),
      y: field(FLIGHTS_FIELD, 'quantitative'),
      color: { condition: { param: 'picked', value: 'red' }, value: 'blue' },
    },
  };
  const brushed = {
    params: [{ name: 'brush', select: 'interval' }],
    mark: 'point',
    encoding: {
      ...interactive.encoding,
      color: { condition: { param: 'brush', value: 'red' }, value: 'blue' },
    },
  };
  const report = (name: string, document: object) => ({ name, query, kind: 'vega' as const, spec: document });
  const { publicId } = await world.publish({
    reports: { Bars: report('Bars', interactive), Brush: report('Brush', brushed) },
    widgets: ['Bars', 'Brush'].map((name) => ({ id: name, type: 'CHART', config: { report: name } })),
  });
  const { page, frame, nextEvent, close } = await world.open(publicId, { session: withoutChat });
  await nextEvent('dashboard-loaded');
  const canvas = (name: string) => frame.getByRole('region', { name, exact: true }).locator('canvas');
  const changes = async (name: string, act: () => Promise<void>) => {
    const before = await canvas(name).screenshot();
    await act();
    await page.mouse.move(0, 0);
    const until = performance.now() + DRAWN_MS;
    while (performance.now() < until) if (!before.equals(await canvas(name).screenshot())) return true;
    return false;
  };
  const at = async (name: string, across: number, down: number) => {
    const box = await canvas(name).boundingBox();
    assert.ok(box);
    return [box.x + box.width * across, box.y + box.height * down] as const;
  };
  const pick = async () => {
    await page.mouse.click(...(await at('Bars', 0.2, 0.45)));
    // The click leads to the rows behind the bar, too, which lie over the chart.
    await frame.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await frame.getByRole('dialog').waitFor({ state: 'detached' });
  };
  assert.ok(await changes('Bars', pick), 'a click picks');
  assert.ok(await changes('Bars', () => frame.locator('input[type=range]').fill('2')), 'the slider filters');
  /** Waits until the browser takes what is at the place for the chart: it has been scrolled to. */
  const hover = async (name: string, across: number, down: number) => {
    const box = await canvas(name).boundingBox();
    assert.ok(box);
    await canvas(name).hover({ position: { x: box.width * across, y: box.height * down } });
  };
  const brush = async () => {
    await hover('Brush', 0.1, 0.1);
    await page.mouse.down();
    await hover('Brush', 0.2, 0.3);
    await hover('Brush', 0.4, 0.6);
    await page.mouse.up();
  };
  assert.ok(await changes('Brush', brush), 'the brush marks');
  await close();
});
