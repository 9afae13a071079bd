import type { Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openConsole } from '../support/console.ts';
import { lookAt } from '../support/browsers/look-at.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Oriel } from '../support/oriel.ts';

/** What users take away of single reports, and what the Python of a report leaves, over the demo's data. */
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
const query = {
  dimensions: ['network.origin_city'],
  measures: ['network.count'],
  order: [['network.count', 'desc']],
};

async function makeReport(name: string, meta: object): Promise<number> {
  const body = { name, jsonQuery: JSON.stringify(query), meta: { kind: 'table', spec: {}, ...meta } };
  return (await client.call('createReport', { params, body })).id;
}

/** How many rows the query has. */
async function countCities(): Promise<number> {
  const answer = await fetch(`${oriel.url}/deployments/1/cubejs-api/v1/load`, {
    method: 'POST',
    headers: { authorization: `Bearer ${oriel.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { ...query, limit: 1, total: true } }),
  });
  return ((await answer.json()) as { total: number }).total;
}

async function download(page: Page, label: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: label }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('the menu of a report takes away every row, and what is drawn', async () => {
  const id = await makeReport('Cities by flights', {});
  const { page, problems } = await openConsole(browser, oriel, `/reports/${id}`);
  await page.getByRole('table').waitFor();
  const { name, content } = await download(page, 'CSV');
  assert.equal(name, 'Cities by flights.csv');
  const lines = content.toString().trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + (await countCities()));
  const excel = await download(page, 'Excel');
  assert.equal(excel.content.subarray(0, 2).toString(), 'PK');
  const picture = await lookAt(page, (await download(page, 'Picture')).content);
  assert.ok(picture.width >= 600 && picture.height >= 200 && picture.colors > 20, JSON.stringify(picture));
  const document = await download(page, 'Document');
  assert.equal(document.content.subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('filters stand beside the title of a picture', async () => {
  const id = await makeReport('Filtered', {});
  const exported = async (body: object) => {
    const answer = await fetch(`${oriel.url}/api/v1/deployments/1/reports/${id}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${oriel.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'png', ...body }),
    });
    assert.equal(answer.status, 200);
    return Buffer.from(await answer.arrayBuffer());
  };
  // A filter that lets every row through: what differs is its text.
  const filters = [{ member: 'network.origin_city', operator: 'is_not_null' }];
  const [plain, filtered] = [await exported({}), await exported({ filters })];
  assert.notDeepEqual(filtered, plain);
});

test('an export that fails says why, and where downloads are forbidden there is no menu', async () => {
  const id = await makeReport('Refused', {});
  const { page } = await openConsole(browser, oriel, `/reports/${id}`);
  const menu = page.getByRole('button', { name: 'Export', exact: true });
  await menu.waitFor();
  await client.call('updateAppConfig', { body: { restrictDataDownload: true } });
  try {
    await menu.click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await page.getByRole('alert').getByText('may not be downloaded').waitFor();
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.equal(await menu.count(), 0);
  } finally {
    await client.call('updateAppConfig', { body: { restrictDataDownload: false } });
  }
  await page.context().close();
});

test('the Python of a report is run by a button, and what it leaves is shown with its time', async (context) => {
  const pythonCode = `
import csv, json
rows = list(csv.DictReader(open('data.csv')))[:3]
json.dump([{'city': row['network.origin_city'], 'twice': 2 * int(row['network.count'])} for row in rows], open('output.json', 'w'))
print('three cities')`;
  const id = await makeReport('Forecast', { pythonCode });
  await client.call('updateAppConfig', { body: { pythonReports: true } });
  const { whyNot } = await client.call('getReportPython', { params: { ...params, reportId: id } });
  if (whyNot != null) return context.skip(whyNot);
  const { page, problems } = await openConsole(browser, oriel, `/reports/${id}`);
  const python = page.getByRole('region', { name: 'Python' });
  await python.getByText('has not been run yet').waitFor();
  await python.getByRole('button', { name: 'Run' }).click();
  await python.getByText(/^Ran .* over/).waitFor();
  const table = page.getByRole('table');
  await table.getByRole('columnheader', { name: 'twice' }).waitFor();
  await python.getByText('What it printed').click();
  await python.getByText('three cities').waitFor();
  const meta = { kind: 'table', spec: {}, pythonCode: 'raise SystemExit("no luck")' };
  await client.call('updateReport', { params: { ...params, reportId: id }, body: { meta } });
  await page.reload();
  await python.getByText('Outdated', { exact: true }).waitFor();
  await python.getByRole('button', { name: 'Run' }).click();
  await python.getByRole('alert').getByRole('paragraph').filter({ hasText: 'no luck' }).waitFor();
  await table.getByRole('columnheader', { name: 'twice' }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});
