import cube from '@cubejs-client/core';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Client } from '@oriel/client';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { openPage } from './support/browsers/browser.ts';
import { openConsole } from './support/console.ts';
import { startKillableInstallation, type KillableInstallation } from './support/installation.ts';
import type { Oriel } from './support/oriel.ts';

/**
 * The demo as a new user has it: the first start of an empty folder, the host page, the console, and another client.
 */
let installation: KillableInstallation;
let oriel: Oriel;
let client: Client;
let browser: Browser;
before(async () => {
  installation = await startKillableInstallation();
  ({ oriel, client, browser } = installation);
});
after(() => installation.close());

/** The same data by hand, from the file that the demo queries. */
async function sqlRows(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(join(oriel.dataDir, 'demo/flights.duckdb'), {
    access_mode: 'READ_ONLY',
  });
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const statesOf = {
  'Skyline Travel': ['CA', 'NV', 'OR', 'WA'],
  'Harbor Air Holidays': ['NY', 'MA', 'NJ', 'PA'],
} as const;
const countIn = async (states: readonly string[]) =>
  Number(
    (
      await sqlRows(
        `SELECT count(*) FROM flights JOIN airports ON origin = iata WHERE state IN (${states.map((state) => `'${state}'`).join(', ')})`,
      )
    )[0]?.[0],
  );

async function dashboards() {
  const { items } = await client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
  return items.flatMap(({ publishedDashboard }) => publishedDashboard ?? []);
}

async function embedToken(tenant: string, states: readonly string[]): Promise<string> {
  const body = {
    deploymentId: 1,
    externalId: 'viewer',
    embedTenantName: tenant,
    userAttributes: [{ name: 'states', value: [...states] }],
  };
  const { sessionId } = await client.call('generateSession', { body });
  return (await client.call('postTokenBySessionId', { body: { sessionId } })).token;
}

test('each embed tenant sees the number of flights that plain SQL gives for its states', async () => {
  const counts: number[] = [];
  for (const [tenant, states] of [
    ['skyline-travel', statesOf['Skyline Travel']],
    ['harbor-air', statesOf['Harbor Air Holidays']],
  ] as const) {
    const answer = await fetch(`${oriel.url}/deployments/1/cubejs-api/v1/load`, {
      method: 'POST',
      headers: {
        authorization: `Embed-Token ${await embedToken(tenant, states)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: { measures: ['network.count'] } }),
    });
    const { data } = (await answer.json()) as { data: Record<string, string>[] };
    const count = Number(data[0]?.['network.count']);
    assert.equal(count, await countIn(states));
    counts.push(count);
  }
  assert.notEqual(counts[0], counts[1]);
});

test('an embed session works once, and not for another deployment, nor for the management API', async () => {
  const { sessionId } = await client.call('generateSession', {
    body: { deploymentId: 1, externalId: 'viewer', embedTenantName: 'skyline-travel' },
  });
  const attempts = await Promise.allSettled(
    [1, 2, 3].map(() => client.call('postTokenBySessionId', { body: { sessionId } })),
  );
  assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
  const authorization = `Embed-Token ${await embedToken('skyline-travel', ['CA'])}`;
  const ask = async (path: string) =>
    (await fetch(`${oriel.url}${path}`, { headers: { authorization } })).status;
  assert.equal(await ask('/api/v1/deployments/1/reports'), 403);
  // One that there is not is answered as one of others is.
  assert.equal(await ask('/api/v1/deployments/2'), 403);
  assert.equal(await ask('/api/v1/embed/dashboard/NoSuchBoard1'), 404);
});

test('an embed tenant that nothing is shared with finds nothing; without the flag, embedding is refused', async () => {
  const [dashboard] = await dashboards();
  const path = `${oriel.url}/api/v1/embed/dashboard/${dashboard?.publicId}`;
  const ask = async (token: string) =>
    (await fetch(path, { headers: { authorization: `Embed-Token ${token}` } })).status;
  assert.equal(await ask(await embedToken('stranger-tours', ['CA'])), 404);
  const publicId = dashboard?.publicId ?? '';
  await client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: false } });
  assert.equal(await ask(await embedToken('skyline-travel', ['CA'])), 403);
  await client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: true } });
  assert.equal(await ask(await embedToken('skyline-travel', ['CA'])), 200);
});

test("Cube's own client works unchanged: load, pivot, sql, meta, dry run, compared ranges, errors", async () => {
  const { svcApiToken } = await client.call('deploymentToken', { params: { deploymentId: 1 }, body: {} });
  const api = cube(svcApiToken, { apiUrl: `${oriel.url}/deployments/1/cubejs-api/v1` });
  const total = await api.load({ measures: ['network.count'] });
  assert.equal(
    Number(total.rawData()[0]?.['network.count']),
    Number((await sqlRows('SELECT count(*) FROM flights'))[0]?.[0]),
  );
  const monthly = await api.load({
    measures: ['network.count'],
    timeDimensions: [
      { dimension: 'network.departure', granularity: 'month', dateRange: ['2001-01-01', '2001-03-31'] },
    ],
  });
  const byHand = await sqlRows(
    "SELECT count(*) FROM flights WHERE departure >= '2001-01-01' AND departure < '2001-04-01' GROUP BY date_trunc('month', departure) ORDER BY date_trunc('month', departure)",
  );
  assert.deepEqual(
    monthly.chartPivot().map((row) => Number(row['network.count'])),
    byHand.map(([count]) => Number(count)),
  );
  const compared = await api.load({
    measures: ['network.count'],
    timeDimensions: [
      {
        dimension: 'network.departure',
        compareDateRange: [
          ['2001-01-01', '2001-01-31'],
          ['2001-02-01', '2001-02-28'],
        ],
      },
    ],
  });
  assert.equal(compared.decompose().length, 2);
  assert.match((await api.sql({ measures: ['network.count'] })).sql(), /count/);
  const meta = await api.meta();
  assert.deepEqual(
    meta.cubes.map(({ name }) => name),
    ['network'],
  );
  assert.equal((await api.dryRun({ measures: ['network.count'] })).queryType, 'regularQuery');
  await assert.rejects(api.load({ measures: ['network.cuont'] }), /Did you mean count/);
});

test('the embed page may be framed by the allowed origins, the console by nobody', async () => {
  const policy = async (path: string) =>
    (await fetch(`${oriel.url}${path}`, { headers: { accept: 'text/html' } })).headers.get(
      'content-security-policy',
    ) ?? '';
  const [dashboard] = await dashboards();
  const embed = `/embed/dashboard/${dashboard?.publicId}`;
  assert.match(await policy(`${embed}?session=x`), /frame-ancestors \*/);
  assert.match(await policy(embed), /frame-ancestors 'none'/);
  assert.match(await policy('/workspace'), /frame-ancestors 'none'/);
  assert.doesNotMatch(await policy(`${embed}?session=x`), /unsafe-eval/);
  await client.call('updateEmbedAllowedOrigins', { body: { origins: ['https://app.example.com'] } });
  for (const path of [embed, `${embed}?session=x`])
    assert.match(await policy(path), /frame-ancestors https:\/\/app\.example\.com/);
  await client.call('updateEmbedAllowedOrigins', { body: { origins: [] } });
  await assert.rejects(
    client.call('updateEmbedAllowedOrigins', { body: { origins: ['https://app.example.com/path'] } }),
    /origin/,
  );
});

/** The text of every event that the host page has listed, newest first. */
async function events(page: Page): Promise<string> {
  return page.locator('body').innerText();
}

async function frames(page: Page): Promise<Frame[]> {
  const handles = await page.locator('iframe').elementHandles();
  const contents = await Promise.all(handles.map((handle) => handle.contentFrame()));
  return contents.filter((frame) => frame !== null);
}

test('the host page embeds both dashboards, hears their events and steers them', async () => {
  assert.ok(oriel.hostUrl, 'the demo serves its host page');
  const { page, problems } = await openPage(browser);
  await page.goto(oriel.hostUrl);
  const count = (text: string) =>
    page.waitForFunction(
      ([wanted, times]) =>
        (document.body.innerText.match(new RegExp(String(wanted), 'g')) ?? []).length >= Number(times),
      [text, 2] as const,
    );
  await count('svc:event:ready');
  await count('svc:event:dashboard-loaded');
  const [overview] = (await frames(page)).toSorted((a, b) => a.url().localeCompare(b.url()));
  assert.ok(overview);
  for (const frame of await frames(page))
    assert.equal(await frame.locator('[data-part=state][role=alert]').count(), 0, 'no chart has failed');

  await page.getByRole('button', { name: 'Dark' }).last().click();
  await overview.locator('html[data-scheme=dark]').waitFor();
  await page.getByRole('button', { name: 'Malformed action' }).click();
  await page.waitForFunction(() => document.body.innerText.includes('svc:event:error'));
  assert.match(await events(page), /"fatal": false/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  // By locators, which do not wait for frames to be painted: what is out of sight is not.
  await overview.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the two tenants see different numbers on the page, each the one that SQL gives', async () => {
  const [punctuality] = (await dashboards()).filter(({ title }) => title === 'Punctuality');
  for (const [tenant, states] of [
    ['skyline-travel', statesOf['Skyline Travel']],
    ['harbor-air', statesOf['Harbor Air Holidays']],
  ] as const) {
    const { sessionId } = await client.call('generateSession', {
      body: {
        deploymentId: 1,
        externalId: 'viewer',
        embedTenantName: tenant,
        userAttributes: [{ name: 'states', value: [...states] }],
      },
    });
    const { page, problems } = await openPage(browser);
    await page.goto(
      `${oriel.url}/embed/dashboard/${punctuality?.publicId}?session=${sessionId}&allowExport=true`,
    );
    const figure = page
      .getByRole('region', { name: 'Flights in June', exact: true })
      .locator('[data-part=figure]');
    await figure.waitFor();
    const list = states.map((state) => `'${state}'`).join(', ');
    const [row] = await sqlRows(
      `SELECT count(*) FROM flights JOIN airports ON origin = iata WHERE state IN (${list}) AND departure >= '2001-06-01' AND departure < '2001-07-01'`,
    );
    assert.equal((await figure.innerText()).replaceAll(',', ''), String(row?.[0]));
    await page.getByRole('region', { name: 'Airports at a glance' }).locator('summary').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    assert.equal((await download).suggestedFilename(), 'Airports at a glance.csv');
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

test('a session that was used says so in words', async () => {
  const [dashboard] = await dashboards();
  const { page, problems } = await openPage(browser);
  await page.goto(
    `${oriel.url}/embed/dashboard/${dashboard?.publicId}?session=0123456789abcdef0123456789abcdef`,
  );
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /expired/);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('401')),
    [],
  );
  await page.context().close();
});

test('without a model the chat answers its suggestions by certified queries, and says so', async () => {
  const { page, problems } = await openConsole(browser, oriel, '/chat');
  for (const [suggestion, cell] of [
    ['Busiest routes', /^\w{3} – \w{3}$/],
    ['Late by city', /\w/],
  ] as const) {
    await page.getByRole('button', { name: suggestion, exact: true }).click();
    const card = page.locator('[data-part=query]').last();
    await card.getByText('Certified query', { exact: true }).waitFor();
    await card.getByRole('cell', { name: cell }).first().waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
  }
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the console: sign in, move by menu with undo, open a report and a dashboard, make and revoke a key', async () => {
  const password = /Sign in\s+\S+\s+(\S+)/.exec(oriel.output())?.[1] ?? '';
  const { page } = await openPage(browser);
  await page.goto(oriel.url);
  await page.getByLabel('E-mail').fill('admin@oriel.localhost');
  await page.locator('input[name=password]').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('list', { name: 'Contents' }).waitFor();

  await page.getByRole('list', { name: 'Contents' }).getByRole('link', { name: 'Drafts' }).click();
  await page.getByLabel('Select Busiest origins').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Network', exact: true }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 moved').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The notice goes when the move has been taken back, and the list moves up.
  await page.getByText('1 moved').waitFor({ state: 'detached' });
  await page.getByLabel('Select Busiest origins').waitFor();

  await page.getByRole('list', { name: 'Contents' }).getByRole('link', { name: 'Busiest origins' }).click();
  await page.getByRole('img', { name: /Busiest origins: a chart of 10 rows/ }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('cell', { name: 'Chicago' }).waitFor();

  await page.goto(`${oriel.url}/workspace?search=punctuality`);
  await page
    .getByRole('list', { name: 'Contents' })
    .getByRole('link', { name: /Punctuality/ })
    .click();
  await page
    .getByRole('region', { name: 'Flights in June', exact: true })
    .locator('[data-part=figure]')
    .waitFor();

  await page.goto(`${oriel.url}/settings/api-keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly export');
  await page.getByRole('button', { name: 'Create' }).click();
  const secret = await page.getByRole('dialog').locator('pre').innerText();
  const asKey = () =>
    fetch(`${oriel.url}/api/v1/deployments`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal((await asKey()).status, 200);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page
    .getByRole('row', { name: /Nightly export/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /Nightly export/ }).waitFor({ state: 'detached' });
  assert.equal((await asKey()).status, 401);
  await page.context().close();
});

test('a started demo keeps what it has through a kill', async () => {
  const before = (await dashboards()).map(({ publicId }) => publicId);
  const { id } = await client.call('createFolder', {
    params: { deploymentId: 1 },
    body: { name: 'Acknowledged' },
  });
  await installation.crash();
  ({ oriel, client } = installation);
  assert.deepEqual(
    (await dashboards()).map(({ publicId }) => publicId),
    before,
  );
  const { items } = await client.call('getFolders', { params: { deploymentId: 1 }, query: {} });
  assert.ok(items.some((folder) => folder.id === id));
});
