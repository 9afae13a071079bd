import type { Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** The pages of single reports and dashboards, over the demo's data. */
let installation: Installation;
let oriel: Oriel;
let client: Client;
let browser: Browser;
before(async () => {
  installation = await startInstallation();
  ({ oriel, client, browser } = installation);
});
after(() => installation.close());

const params = { deploymentId: 1 };

async function reportId(name: string): Promise<number> {
  const { items } = await client.call('getReports', { params, query: { search: name } });
  const report = items.find((item) => item.name === name);
  assert.ok(report, `the demo has the report ${name}`);
  return report.id;
}

/** The height of a report's drawing as a share of the frame around it. */
async function heightOf(page: Page): Promise<number> {
  const canvas = page.getByRole('img', { name: /a chart of/ }).locator('canvas');
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  return box?.height ?? 0;
}

for (const width of [1440, 390])
  test(`the chart of a report fills its frame at ${width} pixels`, async () => {
    const viewport = { width, height: 900 };
    const { page, problems } = await openConsole(browser, oriel, '/workspace', { viewport });
    for (const name of ['Delays come in waves', 'Busiest origins', 'How late is late']) {
      await page.goto(`${oriel.url}/reports/${await reportId(name)}`);
      const height = await heightOf(page);
      assert.ok(height > 400 && height <= 558, `${name} is ${height} pixels high`);
    }
    assert.deepEqual(problems, []);
    await page.context().close();
  });

test('a query of the address is shown with its rows, and saved as a report', async () => {
  const query = {
    measures: ['network.count'],
    dimensions: ['network.origin_city'],
    order: { 'network.count': 'desc' },
    limit: 5,
  };
  const search = new URLSearchParams({ deployment: '1', query: JSON.stringify(query) });
  const { page, problems } = await openConsole(browser, oriel, `/query?${search}`);
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Chicago' }).waitFor();
  await page.getByRole('button', { name: 'Save as a report' }).click();
  await page.waitForURL(/\/reports\/\d+\?edit=true$/);
  const id = Number(/\d+(?=\?)/.exec(page.url())?.[0]);
  const report = await client.call('getReport', { params: { ...params, reportId: id } });
  assert.deepEqual(JSON.parse(report.jsonQuery ?? ''), query);
  await page.goto(`${oriel.url}/query?query=7`);
  await page.getByText('No query', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a long table scrolls within its frame, a short one is as high as its rows', async () => {
  const { page } = await openConsole(browser, oriel, `/reports/${await reportId('Airports at a glance')}`);
  const table = page.getByRole('table');
  await table.waitFor();
  const frame = async () => (await page.locator('[data-kind=table]').boundingBox())?.height ?? 0;
  assert.equal(await page.getByText('Chart', { exact: true }).count(), 0, 'a table is nothing else');
  const long = await frame();
  assert.ok(long <= 631 && long > 500, `200 rows: ${long}`);
  await page.goto(`${oriel.url}/reports/${await reportId('How late is late')}`);
  await page.getByText('Table', { exact: true }).click();
  await table.waitFor();
  const short = await frame();
  assert.ok(short < 300, `4 rows: ${short}`);
  await page.context().close();
});

test('a figure is as high as what it says, and its rows are a table', async () => {
  const { page } = await openConsole(browser, oriel, `/reports/${await reportId('Flights in June')}`);
  const frame = page.locator('[data-kind=kpi]');
  await frame.getByText('compared with May').waitFor();
  const box = await frame.boundingBox();
  assert.ok(box && box.height < 300 && box.width < 600, `the frame is ${box?.width} by ${box?.height}`);
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('table').waitFor();
  await page.getByText('Figure', { exact: true }).click();
  await frame.getByText('compared with May').waitFor();
  await page.context().close();
});

test('the snippet of the embed dialog, run as it stands, opens the dashboard for each tenant that has access', async () => {
  const { page } = await openConsole(browser, oriel, '/dashboards/2');
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog');
  for (const tenant of ['harbor-air', 'skyline-travel']) {
    await dialog.getByLabel('Embed tenant').click();
    await page.getByRole('option', { name: tenant }).click();
    const [session = '', frame = ''] = await dialog.locator('pre').allInnerTexts();
    assert.match(session, new RegExp(tenant));
    const env = { ...process.env, ORIEL_API_KEY: oriel.apiKey };
    const { stdout } = await promisify(execFile)('bash', ['-euc', session], { env });
    // The answer of generateSession, by its schema.
    const { sessionId } = JSON.parse(stdout) as { sessionId: string };
    const address = /src="([^"]+)"/.exec(frame)?.[1]?.replace('SESSION_ID', sessionId);
    const embedded = await browser.newPage();
    await embedded.goto(address ?? '');
    await embedded.getByRole('heading', { name: 'Punctuality', level: 1 }).waitFor();
    await embedded.close();
  }
  await page.context().close();
});

test('a dashboard that nobody may embed says what is missing, and embedding is allowed there', async () => {
  const { id: workbookId } = await client.call('createWorkbook', { params, body: { name: 'For nobody' } });
  const body = { workbookId, config: { widgets: [] } };
  await client.call('publishDashboard', { params: { ...params, workbookId }, body });
  const { page } = await openConsole(browser, oriel, `/dashboards/${workbookId}`);
  await page.getByText('Not embeddable').waitFor();
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No embed tenant has access').waitFor();
  assert.equal(await dialog.locator('pre').count(), 0);
  await dialog.getByRole('button', { name: 'Allow it' }).click();
  await page.getByText('Embeddable', { exact: true }).waitFor();
  await page.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a focused field is outlined with a contrast of 3 to 1 on ${colorScheme} pages`, async () => {
    const { page } = await openConsole(browser, oriel, '/workspace', { colorScheme });
    for (const [role, name] of [
      ['textbox', 'Search all folders'],
      ['combobox', 'Sort'],
    ] as const) {
      await page.getByRole(role, { name }).focus();
      const ring = await page.locator(':focus').evaluate((field) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(field);
        const ground = getComputedStyle(document.body).backgroundColor;
        return { outlineStyle, outlineWidth, outlineColor, ground };
      });
      assert.deepEqual([ring.outlineStyle, ring.outlineWidth], ['solid', '2px'], name);
      const contrast = contrastOf(ring.outlineColor, ring.ground);
      assert.ok(contrast >= 3, `${name}: ${contrast}`);
    }
    await page.context().close();
  });

  test(`a table with more columns than fit on a ${colorScheme} phone is shaded where they are, beside the column that stays`, async () => {
    const viewport = { width: 390, height: 844 };
    const path = `/reports/${await reportId('Airports at a glance')}`;
    const { page } = await openConsole(browser, oriel, path, { viewport, colorScheme });
    const table = page.getByRole('region', { name: /rows/ });
    await table.getByRole('cell').first().waitFor();
    const stays = await table.getByRole('cell').first().boundingBox();
    const scroller = await table.boundingBox();
    assert.ok(stays && scroller);
    assert.equal(stays.x, scroller.x);
    const start = await edgesOf(table, stays.width);
    assert.deepEqual([start.isLeftShaded, start.isRightShaded], [false, true]);
    await table.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    assert.deepEqual(await table.getByRole('cell').first().boundingBox(), stays, 'the first column stays');
    const end = await edgesOf(table, stays.width);
    assert.deepEqual([end.isLeftShaded, end.isRightShaded], [true, false]);
    await page.context().close();
  });
}

test('the snippets of the embed dialog keep their lines and scroll within the dialog of a phone', async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await openConsole(browser, oriel, '/dashboards/2', { viewport });
  await page.getByRole('button', { name: 'Embed' }).click();
  const frame = page.getByRole('region', { name: 'Frame of the dashboard' });
  await frame.waitFor();
  const { scrolled, lines } = await frame.evaluate((element) => ({
    scrolled: element.scrollWidth > element.clientWidth,
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
  }));
  assert.equal(scrolled, true);
  const written = (await frame.innerText()).split('\n').length;
  assert.ok(lines <= written + 1, `${lines} lines for ${written}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await page.context().close();
});

/** The contrast of two opaque colours, as WCAG 2.2 defines it. */
function contrastOf(...colours: [string, string]): number {
  const [light = 1, dark = 0] = colours.map(luminanceOf).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
    const part = Number(text) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether the sides of what scrolls in an element, from some pixel, are darker than what is some way inside. */
async function edgesOf(
  element: Locator,
  from: number,
): Promise<{ isLeftShaded: boolean; isRightShaded: boolean }> {
  const image = (await element.screenshot()).toString('base64');
  return element.evaluate(
    async (_, [base64, left]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      // The usual tone of a column of pixels is that of the ground: texts and rules are fewer.
      const toneAt = (x: number) => {
        const data = context?.getImageData(x, 60, 1, 200).data ?? [];
        const tones = Array.from({ length: 200 }, (_none, y) => data[y * 4] ?? 0).toSorted((a, b) => a - b);
        return tones[100] ?? 0;
      };
      return {
        isLeftShaded: toneAt(left + 1) < toneAt(left + 40) - 3,
        isRightShaded: toneAt(bitmap.width - 2) < toneAt(bitmap.width - 40) - 3,
      };
    },
    [image, Math.ceil(from)] as const,
  );
}
